import type { LinkedTask, Ticket } from '../../contract/shapes/ticket.js';
import { allow, type Condition, noSuch, readAccess } from '../access/access.js';
import { involves, isAgent, seesInternalNotes, seesTicket, visibleTickets } from '../access/visibility.js';
import { readDue } from '../fields/calendar.js';
import { parseChecklist, readChecklist } from '../fields/checklist.js';
import { type Fields, readRequiredText, taskChoices, ticketChoices } from '../fields/fields.js';
import { filesJson, shareFiles, storeFiles } from '../files.js';
import { assignablePeople, peopleOf } from '../identity/people.js';
import { listRows, readList } from '../store/json.js';
import { findProjectByKey, insertTask, type NewTask, readLenientFields } from '../tasks/create.js';
import { created, type Handlers, ok, Refusal, timestamp, type World } from '../world.js';
import { createTicket } from './create.js';
import { notifyMessage } from './notices.js';
import { patchTicket } from './patch.js';
import { insertMessage, readTimeline, requireTicket, requireVisibleTicket, type TicketRecord } from './record.js';
import { readTicket, selectTickets } from './ticket-json.js';

export const ticketHandlers = {
  /** Tickets by last activity; an unknown status is ignored. */
  'GET /tickets'(call) {
    const { world, user, query } = call;
    const name = query.get('segment') ?? 'mine';
    const segment = Object.hasOwn(segments, name) ? segments[name]?.(user.id) : undefined;
    if (!segment) throw new Refusal(400, 'segment must be one of mine, watched, all.');
    const status = ticketChoices.status.find((one) => one === query.get('status'));
    const access = readAccess(call);
    const visible = visibleTickets(access);
    const select = selectTickets(world.shape, access);
    const sql = `${select.sql} WHERE t.deleted_at IS NULL AND ${visible.condition} AND ${segment.condition}
      AND t.status = coalesce(?, t.status) ORDER BY coalesce(t.last_message_at, t.updated_at) DESC, t.sequence DESC`;
    const values = [...select.values, ...visible.values, ...segment.values, status ?? null];
    return ok(listRows(world, 'tickets', sql, ...values));
  },
  'POST /tickets': createTicket,
  /** The ticket and its timeline, as far as the caller may see it. */
  'GET /tickets/:id'(call) {
    const { world } = call;
    const { ticket: stored, access } = requireVisibleTicket(call);
    const ticket = readTicket(world, access, stored.id);
    const messages = readTimeline(world, access, stored.id);
    const canEdit = isAgent(access, stored.orgId);
    const involved = [
      stored.customerId,
      stored.createdBy,
      ...(ticket.assignees ?? []),
      ...messages.map((message) => message.authorId ?? null),
    ];
    return ok({
      ticket: { ...ticket, ...(world.shape === 'wire' ? countMessages(world, stored.id) : {}) },
      attachments: readList(world, filesJson('ticket', '?'), stored.id),
      messages,
      authors: peopleOf(world, involved),
      assignableUsers: canEdit ? assignablePeople(world, stored.orgId) : [],
      canEdit,
      canComment: access.mayInOrg(stored.orgId, 'org.tickets.comment'),
      canInternalNote: seesInternalNotes(access),
      linkedTasks: access.isTeam ? readLinkedTasks(world, stored.id) : [],
    });
  },
  'PATCH /tickets/:id': patchTicket,
  /** 404 if the caller may not see it, in all shapes, and 403 if they may not delete it. */
  'DELETE /tickets/:id'(call) {
    const { world } = call;
    const access = readAccess(call);
    const ticket = requireTicket(call);
    if (!seesTicket(world, access, ticket.id)) throw noSuch('ticket');
    allow(access.mayInOrg(ticket.orgId, 'org.tickets.delete.any'), 'delete tickets of this organisation');
    world.db.update('tickets', ticket.id, { deletedAt: timestamp(world) });
    return ok({ ok: true });
  },
  /** A public reply, or an internal note with `internal: true`. */
  'POST /tickets/:id/messages'(call) {
    const body = readRequiredText(call.body, 'body');
    const internal = call.body.internal === true;
    const { ticket, access } = requireVisibleTicket(call);
    if (internal && !seesInternalNotes(access))
      throw new Refusal(403, 'Only the internal team may write internal notes.');
    allow(internal || access.mayInOrg(ticket.orgId, 'org.tickets.comment'), 'reply to tickets of this organisation');
    const id = insertMessage(call, { ticketId: ticket.id, body, isInternal: internal });
    storeFiles(call, { entityType: 'message', entityId: id, orgId: ticket.orgId, projectId: null });
    if (!internal) {
      const updatedAt = timestamp(call.world);
      // An agent's first reply is the first response.
      const firstResponseAt = ticket.firstResponseAt ?? (isAgent(access, ticket.orgId) ? updatedAt : null);
      call.world.db.update('tickets', ticket.id, { updatedAt, firstResponseAt });
    }
    notifyMessage(call, { ticket, body, internal });
    return created({ id });
  },
  /** Replaces the whole list; open to everyone who can see the ticket. */
  'PUT /tickets/:id/checklist'(call) {
    const { world } = call;
    const { ticket } = requireVisibleTicket(call);
    const checklist = readChecklist(world, call.body);
    if (!checklist) throw new Refusal(400, 'checklist is required and must be a list of items.');
    world.db.update('tickets', ticket.id, { checklist: JSON.stringify(checklist), updatedAt: timestamp(world) });
    return ok({ ok: true });
  },
  /** Turns a ticket into a linked task of a project; for the team only. */
  'POST /tickets/:id/tasks'(call) {
    const { world, body: fields } = call;
    const due = readDue(fields) ?? null;
    const access = readAccess(call);
    if (!access.isTeam) throw new Refusal(403, 'Only the internal team may turn tickets into tasks.');
    const ticket = requireTicket(call);
    const draft = readDraft(fields, due, ticket);
    const projectKey = readRequiredText(fields, 'projectKey');
    const project = findProjectByKey(world, projectKey);
    const isExact = project?.key === projectKey || world.shape !== 'wire';
    if (!project || !isExact) throw new Refusal(400, `There is no project ${projectKey}.`);
    allow(access.mayInProject(project, 'project.tasks.create'), `create tasks in ${project.key}`);
    // A task made from a ticket gets the ticket's files; the request has none.
    const { id, ref } = insertTask({ ...call, files: [] }, project, draft);
    shareFiles(world, ticket.id, { id, projectId: project.projectId });
    const body = `Turned into the task ~[${ref}](task:${id}).`;
    insertMessage(call, { ticketId: ticket.id, body, isInternal: true });
    return (world.shape === 'wire' ? ok : created)({ id, displayId: ref });
  },
} satisfies Handlers;

/** Tickets that concern the caller, that the caller watches, or all visible ones. */
const segments: Readonly<Record<string, (userId: string) => Condition>> = {
  mine: involves,
  watched: (userId) => ({
    condition: 'EXISTS (SELECT 1 FROM ticket_watchers w WHERE w.ticket_id = t.id AND w.user_id = ?)',
    values: [userId],
  }),
  all: () => ({ condition: '1', values: [] }),
};

/** Details of public servers count internal notes for everyone, unlike rows. */
function countMessages({ db }: World, ticketId: string): Pick<Ticket, 'lastMessageAt' | 'messageCount'> {
  const counted = db.get<{ lastMessageAt: string | null; messageCount: number }>(
    `SELECT MAX(created_at) AS lastMessageAt, COUNT(*) AS messageCount FROM ticket_messages
     WHERE ticket_id = ? AND kind = 'comment'`,
    ticketId,
  );
  return counted ?? {};
}

/** The tasks made from a ticket, which only the team sees. */
function readLinkedTasks(world: World, ticketId: string): LinkedTask[] {
  return world.db.all<LinkedTask>(
    `SELECT t.id, p.key || '-' || t.number AS displayId, t.title, t.status FROM tasks t
     JOIN projects p ON p.id = t.project_id WHERE t.source_ticket_id = ? AND t.deleted_at IS NULL
     ORDER BY t.created_at, t.sequence`,
    ticketId,
  );
}

/** Invalid values fall back to defaults; open items of the ticket's checklist are copied with their ids. */
function readDraft(fields: Fields, due: string | null, ticket: TicketRecord): NewTask {
  return {
    title: readRequiredText(fields, 'title'),
    status: taskChoices.status.find((one) => one === fields.status) ?? 'todo',
    priority: taskChoices.priority.find((one) => one === fields.priority) ?? 'medium',
    type: taskChoices.type.find((one) => one === fields.type) ?? 'task',
    due,
    ...readLenientFields(fields),
    dependsOnIds: [],
    plannedFor: null,
    checklist: parseChecklist(ticket.checklist).filter((item) => !item.done),
    sourceTicketId: ticket.id,
  };
}
