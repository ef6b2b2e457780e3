import { findNamed } from '../../bulk/find-named.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import type { TicketDetail } from '../../contract/ticket.js';

/** A ticket, read right before something is written to it. */
export interface SeenTicket {
  readonly client: Client;
  readonly uuid: string;
  /** Its human reference. */
  readonly ref: string;
  readonly detail: TicketDetail;
}

/** Reads a ticket with its detail. */
export async function seeTicket(context: Context, text = ''): Promise<SeenTicket> {
  const { uuid, ref, detail } = await findNamed(context, 'ticket', text);
  return { client: await context.client(), uuid, ref, detail: await detail() };
}
