import { labelOf } from '../fields/fields.js';
import { ticketTarget } from '../tickets/notices.js';
import { shiftTicket } from './calendar.js';
import { internalOrg, membersOf, type OrgName, orgs, type PersonName, readersOf } from './content.js';
import { makeRandom } from './random.js';
import { mentionedIn, type Scene } from './scene.js';
import type { Change, Changed, Said, TicketDraft } from './texts.js';

interface Ticket {
  readonly draft: TicketDraft;
  readonly org: OrgName;
  readonly ref: string;
  readonly id: string;
  readonly subject: string;
}

/** Inserts the tickets of an organisation with their timelines; collects the notifications. */
export function seedTickets(scene: Scene, org: OrgName, drafts: readonly TicketDraft[]): void {
  drafts.forEach((written, index) => {
    const ref = `${orgs[org].key}-${index + 1}`;
    const draft = shiftTicket(varyTicket(written, ref, scene.number), ref);
    const ticket: Ticket = { draft, org, ref, id: scene.id('ticket', ref), subject: scene.say(draft.subject) };
    insertTicket(scene, ticket, index + 1);
    insertPeople(scene, ticket);
    notifyCreated(scene, ticket);
    const home = { entityType: 'ticket', entityId: ticket.id, orgId: scene.org(org), projectId: null } as const;
    scene.attach(draft.files ?? [], { ...home, by: opener(draft), at: scene.calendar.ago(draft.ago) });
    draft.timeline?.forEach((entry, place) => {
      if (isSaid(entry)) insertReply(scene, ticket, entry, place);
      else insertChange(scene, ticket, entry, place);
    });
  });
}

/** The same ticket in another world: satisfaction and watchers differ. World 1 is as written. */
function varyTicket(draft: TicketDraft, ref: string, number: number): TicketDraft {
  if (number === 1) return draft;
  const random = makeRandom(`${number} vary ${ref}`);
  return {
    ...draft,
    ...(draft.score !== undefined ? { score: 1 + random.int(5) } : {}),
    ...(random.chance(0.2) ? { watchers: [...new Set([...(draft.watchers ?? []), random.pick(watchers)])] } : {}),
  };
}

const watchers = ['mara', 'priya', 'sean', 'zoe'] as const;

/** Whether a timeline entry is a message by a person rather than the record of a change. */
function isSaid(entry: Said | Changed): entry is Said {
  return typeof entry[2] === 'string';
}

/** The times of a ticket that follow from its timeline, in workdays ago. */
interface Stamps {
  readonly firstResponse: number | null;
  readonly resolved: number | null;
  readonly closed: number | null;
  readonly updated: number;
}

/** Reads the times from a timeline. Reopening clears resolved and closed, only agents respond, and internal notes change nothing. */
function stampsOf(draft: TicketDraft, isAgent: (person: PersonName) => boolean): Stamps {
  let firstResponse: number | null = null;
  let resolved: number | null = null;
  let closed: number | null = null;
  let updated = draft.ago;
  for (const entry of draft.timeline ?? []) {
    const [by, ago, what] = entry;
    if (isSaid(entry) && entry[3]?.internal) continue;
    updated = ago;
    if (isSaid(entry)) {
      if (firstResponse === null && isAgent(by)) firstResponse = ago;
    } else if (typeof what === 'object' && 'status' in what) {
      const status = what.status[1];
      if (status === 'open' || status === 'in_progress') [resolved, closed] = [null, null];
      if (status === 'resolved') resolved = ago;
      if (status === 'closed') closed = ago;
    }
  }
  return { firstResponse, resolved, closed, updated };
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
    checklist: scene.checklist(`ticket ${ref}`, draft.checklist),
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

function insertReply(scene: Scene, ticket: Ticket, said: Said, place: number): void {
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
  scene.attach(options?.files ?? [], { ...home, by, at });
  const audience = internal ? [...membersOf(internalOrg).keys()] : audienceOf(ticket);
  const mentioned = mentionedIn(text).filter((person) => audience.includes(person));
  const notice = { ...ticketTarget({ id }), at, by, title: `${ref} ${subject}`, body: text };
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
    scene.notices.push({ ...ticketTarget({ id }), kind: 'ticketStatusChanged', at, by, to, title, body: null });
  }
  if ('added' in change) {
    const notice = { ...ticketTarget({ id }), at, by, title: `${ref} ${subject}`, body: null };
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
  const [[field, [from, to]] = ['', ['', '']]] = Object.entries(change);
  const body = `changed the ${field} from ${labelOf(from)} to ${labelOf(to)}`;
  return { body, meta: { event: `${field}_changed`, from, to } };
}

function notifyCreated(scene: Scene, ticket: Ticket): void {
  const { draft, ref, id, subject } = ticket;
  const at = scene.calendar.ago(draft.ago);
  const assignees = draft.to ?? [];
  const notice = { ...ticketTarget({ id }), at, by: opener(draft), title: `${ref} ${subject}` };
  const body = draft.text ?? null;
  const others = audienceOf(ticket).filter((person) => !assignees.includes(person));
  scene.notices.push({ ...notice, kind: 'ticketCreated', body, to: others });
  scene.notices.push({ ...notice, kind: 'ticketAssigned', body: null, to: assignees });
}

/** The whole team, the organisation's people who can read all its tickets, the customer and the creator. */
function audienceOf({ draft, org }: Ticket): readonly PersonName[] {
  const around = [draft.from, draft.by].filter((person) => person !== undefined);
  return [...new Set([...readersOf(org), ...around, ...(draft.to ?? [])])];
}
