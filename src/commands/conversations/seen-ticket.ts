import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { rowIn, textOf, titleOf } from '../../contract/row.js';
import type { TicketDetail } from '../../contract/shapes/ticket.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import type { Entity } from '../../references/find-entity.js';
import { findNamed } from '../../references/find-named.js';
import type { Reference } from '../../references/read.js';
import { rememberedName, withPeopleOf } from '../../views/cells/people.js';
import { settingFor } from '../showing/setting.js';
import type { Placeholders } from './template.js';

/** What the placeholders of a template stand for on a ticket. */
export function placeholdersOf(
  context: Context,
  { client, detail, ref }: Pick<SeenTicket, 'client' | 'detail' | 'ref'>,
  original?: string,
): Placeholders {
  const ticket = rowIn(detail, 'ticket');
  const nameOf = (id: string | undefined): string => {
    const name = rememberedName(withPeopleOf(detail, settingFor(context, client, detail.authors)), id);
    return name === id ? '' : name;
  };
  return {
    ref: async () => ref,
    subject: async () => text(titleOf(ticket)),
    customer: async () => text(nameOf(textOf(ticket.customerId))),
    me: async () => text(titleOf((await client.call('GET /me')).user ?? {})),
    original: async () => original,
  };
}

function text(value: string): string | undefined {
  return value === '' ? undefined : cleanLine(value);
}

/** A ticket, read right before something is written to it. */
export interface SeenTicket {
  readonly client: Client;
  readonly found: Entity<'ticket'>;
  readonly uuid: string;
  readonly ref: string;
  readonly detail: TicketDetail;
}

/** Reads a ticket with its detail. */
export async function seeTicket(context: Context, reference: Reference = { text: '' }): Promise<SeenTicket> {
  const found = await findNamed(context, 'ticket', reference);
  const { uuid, ref, detail } = found;
  return { client: await context.client(), found, uuid, ref, detail: await detail() };
}
