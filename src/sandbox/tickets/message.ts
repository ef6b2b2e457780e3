import { isAgent, seesInternalNotes } from '../access/tickets.js';
import { readRequiredText } from '../fields/fields.js';
import { storeFiles } from '../files/store.js';
import { commit } from '../inbox/notify.js';
import { type Answer, type Call, created, Refusal, type World } from '../world.js';
import { notifyMessage } from './notices.js';
import { requireVisibleTicket, type TicketRecord } from './record.js';
import { insertMessage } from './timeline.js';

/** `POST /tickets/:id/messages`: a public reply, or an internal note with `internal: true`. */
export function addMessage(call: Call): Answer {
  const { world } = call;
  const fields = call.body;
  const body = readRequiredText(fields, 'body');
  const internal = fields.internal === true;
  const { ticket, access } = requireVisibleTicket(call);
  if (internal && !seesInternalNotes(access))
    throw new Refusal(403, 'Only the internal team may write internal notes.');
  if (!internal && !access.mayInOrg(ticket.orgId, 'org.tickets.comment')) {
    throw new Refusal(403, 'You are not allowed to reply to tickets of this organisation.');
  }
  const id = commit(world, (outbox) => {
    const messageId = insertMessage(call, { ticketId: ticket.id, body, isInternal: internal });
    storeFiles(call, { entityType: 'message', entityId: messageId, orgId: ticket.orgId, projectId: null });
    if (!internal) stampTicket(world, ticket, isAgent(access, ticket.orgId));
    notifyMessage(call, outbox, { ticket, body, internal });
    return messageId;
  });
  return created({ id });
}

/** Stamps the ticket with a public reply and, if it is an agent's first, with the first response. */
function stampTicket(world: World, ticket: TicketRecord, isAgentReply: boolean): void {
  const now = world.now().toISOString();
  world.db.run(
    'UPDATE tickets SET updated_at = ?, first_response_at = ? WHERE id = ?',
    now,
    ticket.firstResponseAt ?? (isAgentReply ? now : null),
    ticket.id,
  );
}
