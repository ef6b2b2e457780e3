import { labelOf, sayChange } from '../fields/fields.js';
import { ticketTarget } from '../tickets/notices.js';
import { shift } from './calendar.js';
import { type OrgName, orgs, type PersonName, readersOf, team } from './content.js';
import { makeRandom } from './random.js';
import { attach, checklistOf, insertSaid, linesOf, type Scene, type Topic } from './scene.js';
import type { Change, SaidLine, TicketDraft } from './texts.js';

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
    const draft = shift(varyTicket(written, ref, scene.number), `ticket ${ref}`, 'timeline');
    const { customer_id: customer, created_by: by, to = [], timeline = [] } = draft;
    const title = `${ref} ${scene.say(draft.subject)}`;
    const topic = { ...ticketTarget({ id: scene.id(`ticket ${ref}`) }), title };
    const audience = [...new Set([...readersOf(org), ...(customer ? [customer] : []), by, ...to])];
    const ticket: Ticket = { draft, org, ref, topic, audience };
    insertTicket(scene, ticket, index + 1);
    timeline.forEach((entry, place) => {
      insertEntry(scene, ticket, spellOut(entry), place);
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

function insertTicket(scene: Scene, { draft, org, ref, topic, audience }: Ticket, number: number): void {
  const { to = [], watchers = [], timeline, files, checklist: lines, ...columns } = draft;
  const { created_by: by, created_at: at } = draft;
  const checklist = checklistOf(scene, `ticket ${ref}`, lines);
  scene.put('tickets', { ...columns, id: `ticket ${ref}`, org_id: org, number, checklist });
  to.forEach((user_id, position) => {
    scene.put('ticket_assignees', { ticket_id: ref, user_id, position });
  });
  for (const user_id of watchers) scene.put('ticket_watchers', { ticket_id: ref, user_id });
  const home = { entity_type: 'ticket', entity_id: topic.entityId, org_id: org };
  attach(scene, files, { ...home, uploaded_by: by, created_at: at });
  const others = audience.filter((person) => !to.includes(person));
  scene.notices.push(
    { ...topic, at, by, kind: 'ticketCreated', body: linesOf(draft.description), to: others },
    { ...topic, at, by, kind: 'ticketAssigned', body: null, to },
  );
}

/** A change in words, with what the timeline records of it. */
function spellOut([by, ago, what, options]: SaidLine<string | Change>): SaidLine {
  if (typeof what === 'string') return options ? [by, ago, what, options] : [by, ago, what];
  if (what[0] === 'assignees') {
    const [, ...to] = what;
    const meta = { event: 'assigned', added: to.map((person) => `{user:${person}}`), removed: [] };
    return [by, ago, 'changed the assignees', { meta, to }];
  }
  const [field, from, to] = what;
  return [by, ago, sayChange(field, from, to), { meta: { event: `${field}_changed`, from, to } }];
}

function insertEntry(scene: Scene, { draft, org, ref, topic, audience }: Ticket, said: SaidLine, place: number): void {
  const [by, at, , { internal: is_internal = false, meta, to } = {}] = said;
  insertSaid(scene, said, {
    table: 'ticket_messages',
    row: { id: `ticket message ${ref} ${place}`, ticket_id: ref, author_id: by, is_internal, updated_at: at },
    ...{ topic, home: { org_id: org }, readers: is_internal ? team : audience },
    kinds: ['ticketMentioned', 'ticketMessage'],
  });
  const notice = { ...topic, at, by, body: null };
  if (to) scene.notices.push({ ...notice, kind: 'ticketAssigned', to });
  if (meta?.event !== 'status_changed') return;
  const title = `${ref} → ${labelOf(String(meta.to))} ${scene.say(draft.subject)}`;
  scene.notices.push({ ...notice, kind: 'ticketStatusChanged', to: audience, title });
}
