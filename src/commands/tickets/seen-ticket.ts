import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import type { TicketDetail } from '../../contract/ticket.js';
import type { Entity } from '../../references/find-entity.js';
import { findNamed } from '../../references/find-named.js';
import type { Reference } from '../../references/read.js';

/** A ticket, read right before something is written to it. */
export interface SeenTicket {
  readonly client: Client;
  readonly found: Entity<'ticket'>;
  readonly uuid: string;
  /** Its human reference. */
  readonly ref: string;
  readonly detail: TicketDetail;
}

/** Reads a ticket with its detail. */
export async function seeTicket(context: Context, reference: Reference = { text: '' }): Promise<SeenTicket> {
  const found = await findNamed(context, 'ticket', reference);
  const { uuid, ref, detail } = found;
  return { client: await context.client(), found, uuid, ref, detail: await detail() };
}
