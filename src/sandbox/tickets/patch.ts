import { isAgent } from '../access/work.js';
import {
  cleanTicketTags,
  type Fields,
  labelOf,
  readChoice,
  readTexts,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
} from '../fields/fields.js';
import { peopleForTickets, readAssignees, storeAssignees } from '../identity/people.js';
import { commit, type Outbox } from '../inbox/notify.js';
import { type Answer, type Call, inStoredOrder, ok, Refusal, type World } from '../world.js';
import { notifyTicketAssigned, notifyTicketStatus } from './notices.js';
import { insertMessage, requireVisibleTicket, type TicketRecord } from './record.js';
import { readTicket } from './ticket-json.js';

interface TicketChanges {
  readonly status: string;
  readonly priority: string;
  readonly category: string;
  readonly tags: string;
  readonly assigneeIds: readonly string[] | undefined;
}

/** `PATCH /tickets/:id`, for agents only: status, priority, category, assigneeIds, tags; other keys are ignored. */
export function patchTicket(call: Call): Answer {
  const { world } = call;
  const { ticket, access } = requireVisibleTicket(call);
  if (!isAgent(access, ticket.orgId)) throw new Refusal(403, 'Only agents may edit this ticket.');
  const changes = readChanges(world, call.body, ticket);
  const isChanged = commit(world, (outbox) => applyChanges(call, outbox, ticket, changes));
  return ok({ ok: true, ...(isChanged ? { ticket: readTicket(world, access, ticket.id) } : { unchanged: true }) });
}

function readChanges(world: World, fields: Fields, ticket: TicketRecord): TicketChanges {
  const tags = readTexts(fields, 'tags');
  return {
    status: readChoice(fields, 'status', ticketStatuses) ?? ticket.status,
    priority: readChoice(fields, 'priority', ticketPriorities) ?? ticket.priority,
    category: readChoice(fields, 'category', ticketCategories) ?? ticket.category,
    tags: tags ? JSON.stringify(cleanTicketTags(tags)) : ticket.tags,
    assigneeIds: readAssigneeIds(world, fields, ticket),
  };
}

/** @throws Refusal 400 for anyone outside the ticket's organisation and the team. */
function readAssigneeIds(world: World, fields: Fields, ticket: TicketRecord): string[] | undefined {
  const wanted = readTexts(fields, 'assigneeIds');
  if (!wanted) return undefined;
  const possible = new Set(peopleForTickets(world, ticket.orgId).map((person) => person.id));
  if (!wanted.every((id) => possible.has(id))) {
    throw new Refusal(400, 'assigneeIds names somebody this ticket cannot be assigned to.');
  }
  return inStoredOrder(wanted, world.shape);
}

function applyChanges(call: Call, outbox: Outbox, ticket: TicketRecord, changes: TicketChanges): boolean {
  const isReassigned = changeAssignees(call, outbox, ticket, changes.assigneeIds);
  const isChanged = isReassigned || valuesOf(ticket).some((value, index) => value !== valuesOf(changes)[index]);
  if (!isChanged) return false;
  const now = call.world.now().toISOString();
  const stamps = stampsFor(ticket, changes.status, now);
  call.world.db.run(
    `UPDATE tickets SET status = ?, priority = ?, category = ?, tags = ?, resolved_at = ?, closed_at = ?, updated_at = ?
     WHERE id = ?`,
    ...valuesOf(changes),
    stamps.resolvedAt,
    stamps.closedAt,
    now,
    ticket.id,
  );
  recordChanges(call, ticket, changes);
  if (changes.status !== ticket.status) notifyTicketStatus(call, outbox, ticket, labelOf(changes.status));
  return true;
}

function valuesOf(ticket: Pick<TicketRecord, 'status' | 'priority' | 'category' | 'tags'>): string[] {
  return [ticket.status, ticket.priority, ticket.category, ticket.tags];
}

/** Resolving and closing set their time; reopening clears both. */
function stampsFor(ticket: TicketRecord, status: string, now: string): Pick<TicketRecord, 'resolvedAt' | 'closedAt'> {
  const { resolvedAt, closedAt } = ticket;
  if (status === ticket.status) return { resolvedAt, closedAt };
  if (status === 'open' || status === 'in_progress') return { resolvedAt: null, closedAt: null };
  return {
    resolvedAt: status === 'resolved' ? now : resolvedAt,
    closedAt: status === 'closed' ? now : closedAt,
  };
}

/** Adds one timeline entry per changed field; only the team sees changes of tags. */
function recordChanges(call: Call, ticket: TicketRecord, changes: TicketChanges): void {
  for (const field of ['status', 'priority', 'category'] as const) {
    const [from, to] = [ticket[field], changes[field]];
    if (from === to) continue;
    insertMessage(call, {
      ticketId: ticket.id,
      body: `changed the ${field} from ${labelOf(from)} to ${labelOf(to)}`,
      isInternal: false,
      meta: { event: `${field}_changed`, from, to },
    });
  }
  if (changes.tags === ticket.tags) return;
  const tags = { from: JSON.parse(ticket.tags) as unknown, to: JSON.parse(changes.tags) as unknown };
  insertMessage(call, {
    ticketId: ticket.id,
    body: 'changed the tags',
    isInternal: true,
    meta: { event: 'edited', tags },
  });
}

function changeAssignees(call: Call, outbox: Outbox, ticket: TicketRecord, wanted?: readonly string[]): boolean {
  if (!wanted) return false;
  const before = readAssignees(call.world, 'ticket', ticket.id);
  if (JSON.stringify(before) === JSON.stringify(wanted)) return false;
  storeAssignees(call.world, 'ticket', ticket.id, wanted);
  const added = wanted.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !wanted.includes(id));
  if (added.length + removed.length > 0) {
    const meta = { event: 'assigned', added, removed };
    insertMessage(call, { ticketId: ticket.id, body: 'changed the assignees', isInternal: false, meta });
  }
  notifyTicketAssigned(call, outbox, ticket, added);
  return true;
}
