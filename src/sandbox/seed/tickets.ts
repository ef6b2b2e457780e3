import { labelOf, sayChange } from '../fields/fields.js';
import { ticketTarget } from '../tickets/notices.js';
import { shift } from './calendar.js';
import { agentsOf, type Columns, type OrgName, orgs, readersOf, team } from './content.js';
import { makeRandom } from './random.js';
import { attach, insertSaid } from './said.js';
import { checklistOf, linesOf, type Scene } from './scene.js';
import type { TicketDraft } from './texts.js';

/** Inserts a ticket of an organisation with its timeline; collects the notifications. */
export function seedTicket(scene: Scene, org: OrgName, number: number, written: TicketDraft): void {
  const ref = `${orgs[org].key}-${number}`;
  const draft = shift(varyTicket(written, ref, scene.number), `ticket ${ref}`);
  const { said = [], files, checklist: lines, ...columns } = draft;
  const { created_by: by, created_at: at, to = [] } = draft;
  const checklist = checklistOf(`ticket ${ref}`, lines);
  scene.put('tickets', { ...columns, ...stateOf(org, draft), id: `ticket ${ref}`, org_id: org, number, checklist });
  const [entityId, subject] = [scene.id(`ticket ${ref}`), scene.say(draft.subject)];
  const topic = { ...ticketTarget({ id: entityId }), title: `${ref} ${subject}` };
  attach(scene, files, { entity_type: 'ticket', entity_id: entityId, org_id: org, uploaded_by: by, created_at: at });
  const everyone = [...new Set([...readersOf(org), by, ...to])];
  scene.notices.push(
    {
      ...topic,
      kind: 'ticketCreated',
      at,
      by,
      body: linesOf(draft.description),
      to: everyone.filter((person) => !to.includes(person)),
    },
    { ...topic, kind: 'ticketAssigned', at, by, to },
  );
  said.forEach(([by, at, what, options], place) => {
    const row = { id: `ticket message ${ref} ${place}`, ticket_id: ref, updated_at: at };
    if (typeof what === 'string') {
      const readers = options?.is_internal ? team : everyone;
      insertSaid(scene, { kind: 'ticket', topic, home: { org_id: org }, readers }, [by, at, what, options], row);
      return;
    }
    const put = (body: string, meta: Columns): void =>
      scene.put('ticket_messages', { ...row, author_id: by, body, created_at: at, kind: 'system', meta });
    if (what[0] === 'assignees') {
      const [, ...people] = what;
      put('changed the assignees', { event: 'assigned', added: people.map((one) => `{user:${one}}`), removed: [] });
      scene.notices.push({ ...topic, kind: 'ticketAssigned', at, by, to: people });
      return;
    }
    const [field, from, to] = what;
    put(sayChange(field, from, to), { event: `${field}_changed`, from, to });
    if (field !== 'status') return;
    const named = `${ref} → ${labelOf(to)} ${subject}`;
    scene.notices.push({ ...topic, kind: 'ticketStatusChanged', at, by, to: everyone, title: named });
  });
}

/** Whose a ticket is, and what its timeline has made of it. */
function stateOf(org: OrgName, { created_by: by, created_at, said = [] }: TicketDraft): Columns {
  const agents = agentsOf(org);
  const open = said.filter(([, , , options]) => !options?.is_internal);
  const answer = open.find(([author, , what]) => typeof what === 'string' && author && agents.includes(author));
  const steps = said.flatMap(([, ago, what]) => (what[0] === 'status' ? [{ ago, to: what[2] }] : []));
  const lastAgo = (status: string): number | undefined => steps.findLast(({ to }) => to === status)?.ago;
  return {
    customer_id: team.includes(by) ? null : by,
    status: steps.at(-1)?.to ?? 'open',
    first_response_at: answer?.[1],
    resolved_at: lastAgo('resolved'),
    closed_at: lastAgo('closed'),
    updated_at: Math.min(created_at, ...open.map(([, ago]) => ago)),
  };
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
