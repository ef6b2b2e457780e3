import type { TicketPatched } from '../../contract/shapes/ticket.js';
import { isAgent } from '../access/visibility.js';
import { cleanTicketTags, type Fields, readChoices, readTexts, sayChange, ticketChoices } from '../fields/fields.js';
import { assignableIds, changeAssignees } from '../identity/people.js';
import { type Answer, type Call, inStoredOrder, ok, Refusal, timestamp, type World } from '../world.js';
import { notifyTicketAssigned, notifyTicketStatus } from './notices.js';
import { insertMessage, requireVisibleTicket, type TicketRecord } from './record.js';
import { readTicket } from './ticket-json.js';

type Columns = Pick<TicketRecord, 'status' | 'priority' | 'category' | 'tags'>;
type TicketChanges = Columns & { readonly assigneeIds: readonly string[] | undefined };

/** `PATCH /tickets/:id`, for agents only: status, priority, category, assigneeIds, tags; other keys are ignored. */
export function patchTicket(call: Call): Answer<TicketPatched> {
  const { world } = call;
  const { ticket, access } = requireVisibleTicket(call);
  if (!isAgent(access, ticket.orgId)) throw new Refusal(403, 'Only agents may edit this ticket.');
  const changes = readChanges(world, call.body, ticket);
  const isChanged = applyChanges(call, ticket, changes);
  return ok({ ok: true, ...(isChanged ? { ticket: readTicket(world, access, ticket.id) } : { unchanged: true }) });
}

function readChanges(world: World, fields: Fields, ticket: TicketRecord): TicketChanges {
  const tags = readTexts(fields, 'tags');
  const { status, priority, category } = { ...ticket, ...readChoices(fields, ticketChoices) };
  return {
    status,
    priority,
    category,
    tags: tags ? JSON.stringify(cleanTicketTags(tags)) : ticket.tags,
    assigneeIds: readAssigneeIds(world, fields, ticket),
  };
}

/** @throws Refusal 400 for anyone outside the ticket's organisation and the team. */
function readAssigneeIds(world: World, fields: Fields, ticket: TicketRecord): string[] | undefined {
  const wanted = readTexts(fields, 'assigneeIds');
  if (!wanted) return undefined;
  const possible = assignableIds(world, ticket.orgId);
  if (!wanted.every((id) => possible.has(id))) {
    throw new Refusal(400, 'assigneeIds names somebody this ticket cannot be assigned to.');
  }
  return inStoredOrder(wanted, world.shape);
}

function applyChanges(call: Call, ticket: TicketRecord, { assigneeIds, ...columns }: TicketChanges): boolean {
  const isReassigned = reassign(call, ticket, assigneeIds);
  const keys = ['status', 'priority', 'category', 'tags'] as const;
  if (!isReassigned && keys.every((key) => columns[key] === ticket[key])) return false;
  const now = timestamp(call.world);
  const stamps = columns.status === ticket.status ? {} : stampsFor(columns.status, now);
  call.world.db.update('tickets', ticket.id, { ...columns, ...stamps, updatedAt: now });
  recordChanges(call, ticket, columns);
  if (columns.status !== ticket.status) notifyTicketStatus(call, ticket, columns.status);
  return true;
}

/** Resolving and closing set their time; reopening clears both. */
function stampsFor(status: string, now: string): Record<string, string | null> {
  if (status === 'open' || status === 'in_progress') return { resolvedAt: null, closedAt: null };
  if (status === 'resolved') return { resolvedAt: now };
  return status === 'closed' ? { closedAt: now } : {};
}

/** Adds one timeline entry per changed field; only the team sees changes of tags. */
function recordChanges(call: Call, ticket: TicketRecord, changes: Columns): void {
  for (const field of ['status', 'priority', 'category'] as const) {
    const [from, to] = [ticket[field], changes[field]];
    if (from === to) continue;
    const meta = { event: `${field}_changed`, from, to };
    insertMessage(call, { ticketId: ticket.id, body: sayChange(field, from, to), isInternal: false, meta });
  }
  if (changes.tags === ticket.tags) return;
  const tags = { from: JSON.parse(ticket.tags) as unknown, to: JSON.parse(changes.tags) as unknown };
  const meta = { event: 'edited', tags };
  insertMessage(call, { ticketId: ticket.id, body: 'changed the tags', isInternal: true, meta });
}

function reassign(call: Call, ticket: TicketRecord, wanted?: readonly string[]): boolean {
  const change = wanted && changeAssignees(call.world, 'ticket', ticket.id, wanted);
  if (!change) return false;
  if (change.added.length + change.removed.length > 0) {
    const meta = { event: 'assigned', ...change };
    insertMessage(call, { ticketId: ticket.id, body: 'changed the assignees', isInternal: false, meta });
  }
  notifyTicketAssigned(call, ticket, change.added);
  return true;
}
