import { type Access, readAccess } from '../access/access.js';
import { seesInternalNotes } from '../access/internal-notes.js';
import { seesTicketsOf } from '../access/tickets.js';
import { ticketStatuses } from '../fields/allowed-values.js';
import { peopleOf } from '../identity/people.js';
import type { ListedRow, Source, Traits } from '../lists/chunks.js';
import type { List } from '../lists/kept-lists.js';
import { lastSequence } from '../store/sequences.js';
import { type Answer, type Call, type Handlers, ok, Refusal, type World } from '../world.js';
import { replaceChecklist } from './checklist.js';
import { convertTicket } from './convert.js';
import { createTicket } from './create.js';
import { deleteTicket } from './delete.js';
import { getTicket } from './detail.js';
import { addMessage } from './message.js';
import { patchTicket } from './patch.js';
import { listTicketPlaces, listTickets, notedTickets, readTicketParts, readWatchers, showTicket } from './record.js';

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
  return ok(world.lists.answer(ticketList(world, user.id, segment, query.get('status'))));
}

export function ticketList(world: World, userId: string, segment: Segment, asked: string | null = null): List {
  const access = readAccess(world, userId);
  const status = ticketStatuses.find((one) => one === asked);
  return {
    source: ticketSource(world, access),
    key: `${userId} ${segment} ${status}`,
    name: 'tickets',
    includes: (traits) =>
      (status === undefined || traits.status === status) &&
      segments[segment](traits, userId) &&
      seesTicketsOf(access, traits.home, () => isInvolved(traits, userId)),
    peopleOf: (ids) => peopleOf(world, ids),
  };
}

type Segment = 'mine' | 'watched' | 'all';

/** Tickets that concern the caller, that the caller watches, or all visible ones. */
const segments: Record<Segment, (traits: Traits, userId: string) => boolean> = {
  mine: isInvolved,
  watched: ({ watchers }, userId) => watchers?.includes(userId) === true,
  all: () => true,
};

function readSegment(value: string): Segment {
  if (value === 'mine' || value === 'watched' || value === 'all') return value;
  throw new Refusal(400, 'segment must be one of mine, watched, all.');
}

/** Whether the user is the customer, creator or an assignee. */
function isInvolved({ people }: Traits, userId: string): boolean {
  return people.includes(userId);
}

/** The tickets of all lists. Only those with internal notes look different to some. */
function ticketSource(world: World, access: Access): Source {
  return {
    kind: 'ticket',
    key: seesInternalNotes(access) ? 'tickets with notes' : 'tickets',
    last: () => lastSequence(world.db, 'tickets'),
    places: (sequences) => listTicketPlaces(world, access, sequences),
    rows: (sequences) => ticketRows(world, access, sequences),
    differing: () => notedTickets(world),
  };
}

function ticketRows(world: World, access: Access, sequences: readonly number[]): ListedRow[] {
  const tickets = listTickets(world, access, sequences);
  const ids = tickets.map((ticket) => ticket.id);
  const parts = readTicketParts(world, access, ids);
  const watchers = readWatchers(world, ids);
  return tickets.map((ticket) => {
    const { sequence, orgId, status, customerId, createdBy } = ticket;
    const people = [customerId, createdBy, ...(parts.assignees.get(ticket.id) ?? [])].filter((id) => id !== null);
    return {
      sequence,
      at: ticket.lastMessageAt ?? ticket.updatedAt,
      shown: showTicket(world, ticket, parts),
      traits: { home: orgId, status, createdBy, people, watchers: watchers.get(ticket.id) ?? [] },
    };
  });
}
