import { labelOf } from '../fields/fields.js';
import { ticketTarget } from '../tickets/notices.js';
import { shift } from './calendar.js';
import {
  type Columns,
  internalOrg,
  membersOf,
  type OrgName,
  orgs,
  type PersonName,
  readersOf,
  team,
} from './content.js';
import { makeRandom } from './random.js';
import { attach, checklistOf, insertSaid, linesOf, type Scene, type Topic } from './scene.js';
import type { Change, Changed, Said, TicketDraft } from './texts.js';

interface Ticket {
  readonly draft: TicketDraft;
  readonly org: OrgName;
  readonly ref: string;
  readonly topic: Topic;
  /** The whole team, the organisation's people who can read all its tickets, the customer, the creator and the assignees. */
  readonly audience: readonly PersonName[];
}

/** Inserts the tickets of an organisation with their timelines; collects the notifications. */
export function seedTickets(scene: Scene, org: OrgName, drafts: readonly TicketDraft[]): void {
  drafts.forEach((written, index) => {
    const ref = `${orgs[org].key}-${index + 1}`;
    const draft = shift(varyTicket(written, ref, scene.number), `ticket ${ref}`);
    const { customer_id, created_by, created_at, to = [], timeline = [] } = draft;
    const title = `${ref} ${scene.say(draft.subject)}`;
    const topic = { ...ticketTarget({ id: scene.id(`ticket ${ref}`) }), title };
    const around = [customer_id, created_by, ...to].filter((person) => person !== undefined);
    const ticket: Ticket = { draft, org, ref, topic, audience: [...new Set([...readersOf(org), ...around])] };
    insertTicket(scene, ticket, index + 1);
    notifyCreated(scene, ticket);
    const home = { entity_type: 'ticket', entity_id: topic.entityId, org_id: org };
    attach(scene, draft.files, { ...home, uploaded_by: opener(draft), created_at });
    timeline.forEach((entry, place) => {
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
    ...(draft.satisfaction_score !== undefined ? { satisfaction_score: 1 + random.int(5) } : {}),
    ...(random.chance(0.2) ? { watchers: [...new Set([...(draft.watchers ?? []), random.pick(watchers)])] } : {}),
  };
}

const watchers = ['mara', 'priya', 'sean', 'zoe'] as const;

/** Whether a timeline entry is a message by a person rather than the record of a change. */
function isSaid(entry: Said | Changed): entry is Said {
  return typeof entry[2] === 'string';
}

/** Reads times from a timeline. Reopening clears resolved and closed, only agents respond, and internal notes change nothing. */
function timesOf({ created_at, timeline = [] }: TicketDraft, org: OrgName): Columns {
  const times: Record<string, number | null> = { updated_at: created_at };
  for (const entry of timeline) {
    const [by, ago] = entry;
    if (isSaid(entry) && entry[3]?.internal) continue;
    times.updated_at = ago;
    if (isSaid(entry)) {
      if (isAgent(by, org)) times.first_response_at ??= ago;
    } else if ('status' in entry[2]) {
      const status = entry[2].status?.[1];
      if (status === 'resolved' || status === 'closed') times[`${status}_at`] = ago;
      else if (status !== 'waiting') Object.assign(times, { resolved_at: null, closed_at: null });
    }
  }
  return times;
}

/** Whether a person may edit the tickets of an organisation: its agents and the team's admins. */
function isAgent(person: PersonName, org: OrgName): boolean {
  const role = membersOf(internalOrg).get(person);
  return role === 'org.superadmin' || role === 'org.admin' || membersOf(org).get(person) === 'org.agent';
}

function opener(draft: TicketDraft): PersonName {
  return draft.created_by ?? draft.customer_id ?? 'sean';
}

function insertTicket(scene: Scene, { draft, org, ref }: Ticket, number: number): void {
  const { to = [], watchers = [], timeline, files, checklist: lines, ...columns } = draft;
  const checklist = checklistOf(scene, `ticket ${ref}`, lines);
  const own = { id: `ticket ${ref}`, org_id: org, number, created_by: opener(draft), checklist };
  scene.put('tickets', { ...columns, ...own, ...timesOf(draft, org) });
  to.forEach((user_id, position) => {
    scene.put('ticket_assignees', { ticket_id: ref, user_id, position });
  });
  for (const user_id of watchers) scene.put('ticket_watchers', { ticket_id: ref, user_id });
}

function insertReply(scene: Scene, { org, ref, topic, audience }: Ticket, said: Said, place: number): void {
  const [author_id, updated_at, , { internal: is_internal = false } = {}] = said;
  insertSaid(scene, said, {
    table: 'ticket_messages',
    row: { id: `ticket message ${ref} ${place}`, ticket_id: ref, author_id, is_internal, updated_at },
    ...{ topic, home: { org_id: org }, readers: is_internal ? team : audience },
    kinds: ['ticketMentioned', 'ticketMessage'],
  });
}

function insertChange(scene: Scene, ticket: Ticket, [by, at, change]: Changed, place: number): void {
  const { ref, topic, audience, draft } = ticket;
  const { body, meta } = describe(scene, change);
  scene.put('ticket_messages', {
    ...{ id: `ticket message ${ref} ${place}`, ticket_id: ref, author_id: by, body, kind: 'system', meta },
    ...{ is_internal: meta.event === 'edited', created_at: at, updated_at: at },
  });
  const notice = { ...topic, at, by, body: null };
  if ('status' in change && change.status) {
    const title = `${ref} → ${labelOf(change.status[1])} ${scene.say(draft.subject)}`;
    scene.notices.push({ ...notice, kind: 'ticketStatusChanged', to: audience, title });
  }
  if ('added' in change) scene.notices.push({ ...notice, kind: 'ticketAssigned', to: change.added });
}

function describe(scene: Scene, change: Change): { body: string; meta: Columns } {
  if ('added' in change) {
    const [added, removed] = [change.added, change.removed ?? []].map((all) =>
      all.map((one) => scene.id(`user ${one}`)),
    );
    return { body: 'changed the assignees', meta: { event: 'assigned', added, removed } };
  }
  const [[field, [from, to]] = ['', ['', '']]] = Object.entries(change);
  if (field === 'tags' || field === 'subject')
    return { body: `changed the ${field}`, meta: { event: 'edited', [field]: { from, to } } };
  const body = `changed the ${field} from ${labelOf(from)} to ${labelOf(to)}`;
  return { body, meta: { event: `${field}_changed`, from, to } };
}

function notifyCreated(scene: Scene, { draft, topic, audience }: Ticket): void {
  const { description, created_at: at, to = [] } = draft;
  const notice = { ...topic, at, by: opener(draft) };
  const body = description === undefined ? null : linesOf(description);
  const others = audience.filter((person) => !to.includes(person));
  scene.notices.push({ ...notice, kind: 'ticketCreated', body, to: others });
  scene.notices.push({ ...notice, kind: 'ticketAssigned', body: null, to });
}
