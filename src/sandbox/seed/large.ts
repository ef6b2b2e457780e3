import { taskChoices, ticketChoices } from '../fields/fields.js';
import type { Database } from '../store/database.js';
import { internalOrg, membersOf, type OrgName, orgs, type PersonName, type ProjectKey } from './content.js';
import { makeRandom, type Random } from './random.js';
import type { Scene } from './scene.js';
import { readWords, type Words } from './texts.js';

/** How many tasks and tickets there are in total. */
export interface Size {
  readonly tasks: number;
  readonly tickets: number;
}

/** Invents titles and texts. */
type Inventor = Random & { readonly words: Words };

/** How far back the generated past goes (workdays). */
const years = 520;

/** Adds generated tasks and tickets, as if imported from an older system, up to this size. */
export function seedLarge(scene: Scene, db: Database, size: Size): void {
  const random = { ...makeRandom(`large ${scene.number}`), words: readWords() };
  addTasks(scene, db, random, size.tasks);
  addTickets(scene, db, random, size.tickets);
}

const bigProjects: readonly ProjectKey[] = ['SCM', 'BOP', 'OPS'];
// Not the organisation whose key is also a project's, so that most of its references stay unambiguous (SCM-12 is only a task).
const bigOrgs: readonly OrgName[] = ['bergmann-orthopaedie', 'casa-azul'];
const team: readonly PersonName[] = [...membersOf(internalOrg).keys()];

function addTasks(scene: Scene, db: Database, random: Inventor, all: number): void {
  const missing = all - count(db, 'SELECT count(*) AS n FROM tasks');
  bigProjects.forEach((project, index) => {
    const projectId = scene.id('project', project);
    const first = count(db, 'SELECT next_task AS n FROM projects WHERE id = ?', projectId);
    const share = shareOf(missing, bigProjects.length, index);
    for (let n = 0; n < share; n++)
      addTask(scene, random, { project, projectId, number: first + n, ago: ageOf(n, share) });
    db.run('UPDATE projects SET next_task = ? WHERE id = ?', first + share, projectId);
  });
}

function addTask(
  scene: Scene,
  random: Inventor,
  { project, projectId, number, ago }: { project: ProjectKey; projectId: string; number: number; ago: number },
): void {
  const { words } = random;
  const id = scene.id('task', `${project}-${number}`);
  // Tasks older than a quarter of a year are mostly done.
  const status = ago > 60 && random.chance(0.9) ? 'done' : random.pick(taskChoices.status);
  const at = scene.calendar.ago(ago);
  const by = random.pick(team);
  scene.insert('tasks', {
    id,
    project_id: projectId,
    number,
    title: `${random.pick(words.verbs)} ${random.pick(words.subjects)} ${random.pick(words.places)}`,
    description: random.chance(0.3) ? `${random.pick(words.remarks)} ${random.pick(words.remarks)}` : null,
    status,
    priority: random.pick(taskChoices.priority),
    type: random.pick(taskChoices.type),
    channel: 'import',
    due: random.chance(0.3) ? scene.calendar.day(status === 'done' ? -Math.floor(ago) : random.int(90) - 20) : null,
    estimate: random.chance(0.5) ? 30 * (1 + random.int(16)) : null,
    tags: random.chance(0.2) ? '["imported"]' : '[]',
    checklist: '[]',
    created_by: scene.user(by),
    created_at: at,
    updated_at: scene.calendar.ago(ago * 0.95),
  });
  if (random.chance(0.85)) {
    scene.insert('task_assignees', { task_id: id, user_id: scene.user(random.pick(team)), position: 0 });
  }
  if (number % 8 !== 0) return;
  scene.insert('task_comments', {
    id: scene.id('comment', `${project}-${number} 0`),
    task_id: id,
    user_id: scene.user(random.pick(team)),
    body: random.pick(words.remarks),
    created_at: scene.calendar.ago(ago * 0.95),
  });
}

function addTickets(scene: Scene, db: Database, random: Inventor, all: number): void {
  const missing = all - count(db, 'SELECT count(*) AS n FROM tickets');
  bigOrgs.forEach((org, index) => {
    const first = count(db, 'SELECT next_ticket AS n FROM orgs WHERE id = ?', scene.org(org));
    const share = shareOf(missing, bigOrgs.length, index);
    for (let n = 0; n < share; n++) addTicket(scene, random, org, first + n, ageOf(n, share));
    db.run('UPDATE orgs SET next_ticket = ? WHERE id = ?', first + share, scene.org(org));
  });
}

function addTicket(scene: Scene, random: Inventor, org: OrgName, number: number, ago: number): void {
  const { words } = random;
  const ref = `${orgs[org].key}-${number}`;
  const id = scene.id('ticket', ref);
  const status = ago > 30 && random.chance(0.95) ? 'closed' : random.pick(ticketChoices.status);
  const from = random.pick([...membersOf(org).keys()]);
  const [created, answered] = [scene.calendar.ago(ago), scene.calendar.ago(ago * 0.98)];
  const over = scene.calendar.ago(ago * 0.9);
  const subject = random.pick(words.subjects);
  scene.insert('tickets', {
    id,
    org_id: scene.org(org),
    number,
    subject: `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${random.pick(words.complaints)}`,
    description: random.chance(0.5) ? `${random.pick(words.remarks)}` : null,
    status,
    priority: random.pick(ticketChoices.priority),
    category: random.pick(ticketChoices.category),
    channel: 'email',
    customer_id: scene.user(from),
    created_by: scene.user(from),
    satisfaction_score: status === 'closed' && random.chance(0.4) ? 1 + random.int(5) : null,
    first_response_at: answered,
    resolved_at: status === 'resolved' ? over : null,
    closed_at: status === 'closed' ? over : null,
    tags: '[]',
    checklist: '[]',
    created_at: created,
    updated_at: status === 'closed' || status === 'resolved' ? over : answered,
  });
  scene.insert('ticket_messages', {
    id: scene.id('ticket message', `${ref} 0`),
    ticket_id: id,
    author_id: scene.user('sean'),
    body: random.pick(words.remarks),
    kind: 'comment',
    meta: null,
    is_internal: 0,
    created_at: answered,
    updated_at: answered,
  });
  if (random.chance(0.7)) {
    scene.insert('ticket_assignees', { ticket_id: id, user_id: scene.user(random.pick(team)), position: 0 });
  }
}

function count(db: Database, sql: string, ...values: string[]): number {
  return db.get<{ n: number }>(sql, ...values)?.n ?? 0;
}

function shareOf(total: number, parts: number, index: number): number {
  return Math.floor(total / parts) + (index < total % parts ? 1 : 0);
}

/** Spread evenly over the years, oldest first, none today. */
function ageOf(place: number, total: number): number {
  return 1 + (years * (total - place)) / total;
}
