import { labelOf } from '../../fields/allowed-values.js';
import { writeChecklist } from '../checklists.js';
import { internalOrg, membersOf, type OrgName, orgs } from '../content/orgs.js';
import type { PersonName } from '../content/people.js';
import type { Change, Changed, Said, TicketDraft } from '../drafts.js';
import type { Attach } from '../files/attachments.js';
import { shiftTicket } from '../phase.js';
import type { Scene } from '../scene.js';
import { mentionedIn } from '../text/marks.js';
import { varyTicket } from './drafts.js';
import { isSaid, stampsOf } from './stamps.js';

interface Ticket {
  readonly draft: TicketDraft;
  readonly org: OrgName;
  readonly ref: string;
  readonly id: string;
  readonly subject: string;
}

/** Inserts the tickets of an organisation with their timelines; collects the notifications. */
export function seedTickets(scene: Scene, attach: Attach, org: OrgName, drafts: readonly TicketDraft[]): void {
  drafts.forEach((written, index) => {
    const ref = `${orgs[org].key}-${index + 1}`;
    const draft = shiftTicket(varyTicket(written, ref, scene.number), ref);
    const ticket: Ticket = { draft, org, ref, id: scene.id('ticket', ref), subject: scene.say(draft.subject) };
    insertTicket(scene, ticket, index + 1);
    insertPeople(scene, ticket);
    notifyCreated(scene, ticket);
    const home = { entityType: 'ticket', entityId: ticket.id, orgId: scene.org(org), projectId: null } as const;
    attach(draft.files ?? [], { ...home, by: opener(draft), at: scene.calendar.ago(draft.ago) });
    draft.timeline?.forEach((entry, place) => {
      if (isSaid(entry)) insertReply(scene, attach, ticket, entry, place);
      else insertChange(scene, ticket, entry, place);
    });
  });
}

function opener(draft: TicketDraft): PersonName {
  return draft.by ?? draft.from ?? 'sean';
}

function insertTicket(scene: Scene, { draft, org, ref, id, subject }: Ticket, number: number): void {
  const stamps = stampsOf(draft, (person) => isAgent(person, org));
  const at = (ago: number | null): string | null => (ago === null ? null : scene.calendar.ago(ago));
  scene.insert('tickets', {
    id,
    org_id: scene.org(org),
    number,
    subject,
    description: draft.text === undefined ? null : scene.say(draft.text),
    status: draft.status,
    priority: draft.priority ?? 'medium',
    category: draft.category ?? 'general',
    channel: draft.channel ?? 'web_form',
    customer_id: draft.from ? scene.user(draft.from) : null,
    created_by: scene.user(opener(draft)),
    satisfaction_score: draft.score ?? null,
    first_response_at: at(stamps.firstResponse),
    resolved_at: at(stamps.resolved),
    closed_at: at(stamps.closed),
    tags: JSON.stringify(draft.tags ?? []),
    checklist: writeChecklist(scene, `ticket ${ref}`, draft.checklist),
    created_at: scene.calendar.ago(draft.ago),
    updated_at: scene.calendar.ago(stamps.updated),
  });
}

/** Whether a person may edit the tickets of an organisation: its agents and the team's admins. */
function isAgent(person: PersonName, org: OrgName): boolean {
  const role = membersOf(internalOrg).get(person);
  return role === 'org.superadmin' || role === 'org.admin' || membersOf(org).get(person) === 'org.agent';
}

function insertPeople(scene: Scene, { draft, id }: Ticket): void {
  draft.to?.forEach((person, position) => {
    scene.insert('ticket_assignees', { ticket_id: id, user_id: scene.user(person), position });
  });
  for (const person of draft.watchers ?? []) {
    scene.insert('ticket_watchers', { ticket_id: id, user_id: scene.user(person) });
  }
}

function insertReply(scene: Scene, attach: Attach, ticket: Ticket, said: Said, place: number): void {
  const { org, ref, id, subject } = ticket;
  const [by, ago, text, options] = said;
  const at = scene.calendar.ago(ago);
  const messageId = scene.id('ticket message', `${ref} ${place}`);
  const internal = options?.internal ?? false;
  scene.insert('ticket_messages', {
    id: messageId,
    ticket_id: id,
    author_id: scene.user(by),
    body: scene.say(text),
    kind: 'comment',
    meta: null,
    is_internal: internal ? 1 : 0,
    created_at: at,
    updated_at: at,
  });
  const home = { entityType: 'message', entityId: messageId, orgId: scene.org(org), projectId: null } as const;
  attach(options?.files ?? [], { ...home, by, at });
  const audience = internal ? [...membersOf(internalOrg).keys()] : audienceOf(ticket);
  const mentioned = mentionedIn(text).filter((person) => audience.includes(person));
  const notice = { ...target(id), at, by, title: `${ref} ${subject}`, body: text };
  scene.notices.push({ ...notice, kind: 'ticketMentioned', to: mentioned });
  scene.notices.push({ ...notice, kind: 'ticketMessage', to: audience.filter((one) => !mentioned.includes(one)) });
}

function insertChange(scene: Scene, ticket: Ticket, [by, ago, change]: Changed, place: number): void {
  const { ref, id, subject } = ticket;
  const at = scene.calendar.ago(ago);
  const { body, meta } = describe(scene, change);
  scene.insert('ticket_messages', {
    id: scene.id('ticket message', `${ref} ${place}`),
    ticket_id: id,
    author_id: scene.user(by),
    body,
    kind: 'system',
    meta: JSON.stringify(meta),
    is_internal: meta.event === 'edited' ? 1 : 0,
    created_at: at,
    updated_at: at,
  });
  if ('status' in change) {
    const title = `${ref} → ${labelOf(change.status[1])} ${subject}`;
    const to = audienceOf(ticket);
    scene.notices.push({ ...target(id), kind: 'ticketStatusChanged', at, by, to, title, body: null });
  }
  if ('added' in change) {
    const notice = { ...target(id), at, by, title: `${ref} ${subject}`, body: null };
    scene.notices.push({ ...notice, kind: 'ticketAssigned', to: change.added });
  }
}

function describe(scene: Scene, change: Change): { body: string; meta: { event: string; [key: string]: unknown } } {
  if ('added' in change) {
    const [added, removed] = [change.added.map(scene.user), (change.removed ?? []).map(scene.user)];
    return { body: 'changed the assignees', meta: { event: 'assigned', added, removed } };
  }
  if ('tags' in change) {
    const [from, to] = change.tags;
    return { body: 'changed the tags', meta: { event: 'edited', tags: { from, to } } };
  }
  if ('subject' in change) {
    const [from, to] = change.subject.map(scene.say);
    return { body: 'changed the subject', meta: { event: 'edited', subject: { from, to } } };
  }
  const [field, [from, to]] =
    'status' in change
      ? (['status', change.status] as const)
      : 'priority' in change
        ? (['priority', change.priority] as const)
        : (['category', change.category] as const);
  const body = `changed the ${field} from ${labelOf(from)} to ${labelOf(to)}`;
  return { body, meta: { event: `${field}_changed`, from, to } };
}

function notifyCreated(scene: Scene, ticket: Ticket): void {
  const { draft, ref, id, subject } = ticket;
  const at = scene.calendar.ago(draft.ago);
  const assignees = draft.to ?? [];
  const notice = { ...target(id), at, by: opener(draft), title: `${ref} ${subject}` };
  const body = draft.text ?? null;
  const others = audienceOf(ticket).filter((person) => !assignees.includes(person));
  scene.notices.push({ ...notice, kind: 'ticketCreated', body, to: others });
  scene.notices.push({ ...notice, kind: 'ticketAssigned', body: null, to: assignees });
}

/** The whole team, the organisation's people who can read all its tickets, the customer and the creator. */
function audienceOf({ draft, org }: Ticket): readonly PersonName[] {
  const readers = [...membersOf(org)].filter(([, role]) => role !== 'org.member').map(([person]) => person);
  const around = [draft.from, draft.by].filter((person) => person !== undefined);
  return [...new Set([...membersOf(internalOrg).keys(), ...readers, ...around, ...(draft.to ?? [])])];
}

function target(id: string): { url: string; entityType: 'ticket'; entityId: string } {
  return { url: `/tickets/${id}`, entityType: 'ticket', entityId: id };
}
