import { taskChoices, ticketChoices } from '../fields/fields.js';
import { membersOf, type OrgName, orgs, type ProjectKey, team } from './content.js';
import { makeRandom, type Random } from './random.js';
import type { Scene } from './scene.js';
import { readWords } from './texts.js';

/** The worlds in which the company has generated tasks and tickets too, and how many there are in total. */
export const sizes: Readonly<Record<string, Readonly<Record<'tasks' | 'tickets', number>>>> = {
  large: { tasks: 20_000, tickets: 5_000 },
  huge: { tasks: 100_000, tickets: 100_000 },
};

/** Invents titles and texts. */
type Inventor = Random & { readonly words: ReturnType<typeof readWords> };

/** How far back the generated past goes (workdays). */
const years = 520;

/** Adds generated tasks and tickets, as if imported from an older system, up to this size. */
export function seedLarge(scene: Scene, size: (typeof sizes)[string]): void {
  const random = { ...makeRandom(`large ${scene.number}`), words: readWords() };
  const bigProjects: readonly ProjectKey[] = ['SCM', 'BOP', 'OPS'];
  grow(scene, 'project task', bigProjects, size.tasks, (...place) => addTask(scene, random, ...place));
  // Not the organisation whose key is also a project's, so that most references stay unambiguous (SCM-12 is only a task).
  const bigOrgs: readonly OrgName[] = ['bergmann-orthopaedie', 'casa-azul'];
  grow(scene, 'org ticket', bigOrgs, size.tickets, (...place) => addTicket(scene, random, ...place));
}

/** Adds things of a kind until there are `all`, evenly over their homes and over the years, oldest first, none today. */
function grow<Home extends string>(
  { db, id }: Scene,
  kinds: 'project task' | 'org ticket',
  homes: readonly Home[],
  all: number,
  add: (home: Home, number: number, ago: number) => void,
): void {
  const [homeKind, kind] = kinds.split(' ');
  const count = (sql: string, ...values: string[]): number => db.value<number>(sql, ...values) ?? 0;
  const missing = all - count(`SELECT count(*) FROM ${kind}s`);
  homes.forEach((home, index) => {
    const homeId = id(`${homeKind} ${home}`);
    const first = count(`SELECT next_${kind} FROM ${homeKind}s WHERE id = ?`, homeId);
    const share = Math.floor(missing / homes.length) + (index < missing % homes.length ? 1 : 0);
    for (let n = 0; n < share; n++) add(home, first + n, 1 + (years * (share - n)) / share);
    db.run(`UPDATE ${homeKind}s SET next_${kind} = ? WHERE id = ?`, first + share, homeId);
  });
}

function addTask(scene: Scene, random: Inventor, project: ProjectKey, number: number, ago: number): void {
  const { words } = random;
  const ref = `${project}-${number}`;
  // Tasks older than a quarter of a year are mostly done.
  const status = ago > 60 && random.chance(0.9) ? 'done' : random.pick(taskChoices.status);
  scene.put('tasks', {
    id: `task ${ref}`,
    project_id: project,
    number,
    status,
    channel: 'import',
    created_by: random.pick(team),
    title: `${random.pick(words.verbs)} ${random.pick(words.subjects)} ${random.pick(words.places)}`,
    description: random.chance(0.3) ? `${random.pick(words.remarks)} ${random.pick(words.remarks)}` : null,
    priority: random.pick(taskChoices.priority),
    type: random.pick(taskChoices.type),
    due: random.chance(0.3) ? (status === 'done' ? -Math.floor(ago) : random.int(90) - 20) : null,
    estimate: random.chance(0.5) ? 30 * (1 + random.int(16)) : null,
    tags: random.chance(0.2) ? ['imported'] : [],
    created_at: ago,
    updated_at: ago * 0.95,
    to: random.chance(0.85) ? [random.pick(team)] : [],
  });
  if (number % 8 !== 0) return;
  const [user_id, body] = [random.pick(team), random.pick(words.remarks)];
  scene.put('task_comments', { id: `comment ${ref} 0`, task_id: ref, user_id, body, created_at: ago * 0.95 });
}

function addTicket(scene: Scene, random: Inventor, org: OrgName, number: number, ago: number): void {
  const { words } = random;
  const ref = `${orgs[org].key}-${number}`;
  const status = ago > 30 && random.chance(0.95) ? 'closed' : random.pick(ticketChoices.status);
  const from = random.pick([...membersOf(org).keys()]);
  const [answered, over] = [ago * 0.98, ago * 0.9];
  const subject = random.pick(words.subjects);
  scene.put('tickets', {
    id: `ticket ${ref}`,
    org_id: org,
    number,
    subject: `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${random.pick(words.complaints)}`,
    description: random.chance(0.5) ? random.pick(words.remarks) : null,
    status,
    priority: random.pick(ticketChoices.priority),
    category: random.pick(ticketChoices.category),
    channel: 'email',
    customer_id: from,
    created_by: from,
    satisfaction_score: status === 'closed' && random.chance(0.4) ? 1 + random.int(5) : null,
    first_response_at: answered,
    resolved_at: status === 'resolved' ? over : null,
    closed_at: status === 'closed' ? over : null,
    created_at: ago,
    updated_at: status === 'closed' || status === 'resolved' ? over : answered,
  });
  const body = random.pick(words.remarks);
  const message = { id: `ticket message ${ref} 0`, ticket_id: ref, author_id: 'sean', body };
  scene.put('ticket_messages', { ...message, created_at: answered, updated_at: answered });
  if (random.chance(0.7)) scene.put('ticket_assignees', { ticket_id: ref, user_id: random.pick(team), position: 0 });
}
