import type { Context } from '../../args/context.js';
import { rowIn, textOf, titleOf } from '../../contract/row.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
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
    subject: async () => cleanLine(titleOf(ticket)) || undefined,
    customer: async () => cleanLine(nameOf(textOf(ticket.customerId))) || undefined,
    me: async () => cleanLine(titleOf((await client.call('GET /me')).user ?? {})) || undefined,
    original: async () => original,
  };
}

export type SeenTicket = Awaited<ReturnType<typeof seeTicket>>;

/** A ticket with its detail, read right before something is written to it. */
export async function seeTicket(context: Context, reference: Reference = { text: '' }) {
  const found = await findNamed(context, 'ticket', reference);
  const { uuid, ref, detail } = found;
  return { client: await context.client(), found, uuid, ref, detail: await detail() };
}
