import { type Access, readAccess } from '../access/access.js';
import { ticketStatuses } from '../fields/allowed-values.js';
import { peopleOf } from '../identity/people.js';
import type { List, ListedRow } from '../lists/chunks.js';
import { type Answer, type Call, type Handlers, ok, Refusal, type World } from '../world.js';
import { replaceChecklist } from './checklist.js';
import { convertTicket } from './convert.js';
import { createTicket } from './create.js';
import { deleteTicket } from './delete.js';
import { getTicket } from './detail.js';
import { addMessage } from './message.js';
import { patchTicket } from './patch.js';
import {
  listTicketPlaces,
  listTickets,
  readTicketParts,
  type Segment,
  showTicket,
  type TicketSelection,
} from './record.js';

export const ticketHandlers = {
  'GET /tickets': getTickets,
  'POST /tickets': createTicket,
  'GET /tickets/:id': getTicket,
  'PATCH /tickets/:id': patchTicket,
  'DELETE /tickets/:id': deleteTicket,
  'POST /tickets/:id/messages': addMessage,
  'PUT /tickets/:id/checklist': replaceChecklist,
  'POST /tickets/:id/tasks': convertTicket,
} satisfies Handlers<
  | 'GET /tickets'
  | 'POST /tickets'
  | 'GET /tickets/:id'
  | 'PATCH /tickets/:id'
  | 'DELETE /tickets/:id'
  | 'POST /tickets/:id/messages'
  | 'PUT /tickets/:id/checklist'
  | 'POST /tickets/:id/tasks'
>;

/** Tickets by last activity; an unknown status is ignored. */
function getTickets({ world, user, query }: Call): Answer {
  const segment = readSegment(query.get('segment') ?? 'mine');
  const access = readAccess(world, user.id);
  const status = ticketStatuses.find((one) => one === query.get('status'));
  const list: List = {
    kind: 'ticket',
    key: `tickets ${user.id} ${segment} ${status}`,
    places: (only) => listTicketPlaces(world, access, { segment, status, only }),
    rows: (only) => ticketRows(world, access, { segment, status, only }),
  };
  return ok(world.lists.answer(list, 'tickets', (ids) => peopleOf(world, ids)));
}

function ticketRows(world: World, access: Access, selection: TicketSelection): ListedRow[] {
  const tickets = listTickets(world, access, selection);
  const parts = readTicketParts(
    world,
    access,
    tickets.map((ticket) => ticket.id),
  );
  return tickets.map((ticket) => ({
    sequence: ticket.sequence,
    at: ticket.lastMessageAt ?? ticket.updatedAt,
    shown: showTicket(world, ticket, parts),
    people: [ticket.customerId, ticket.createdBy, ...(parts.assignees.get(ticket.id) ?? [])],
  }));
}

function readSegment(value: string): Segment {
  if (value === 'mine' || value === 'watched' || value === 'all') return value;
  throw new Refusal(400, 'segment must be one of mine, watched, all.');
}
