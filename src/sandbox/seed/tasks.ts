import { labelOf, taskChoices } from '../fields/fields.js';
import { taskTarget } from '../tasks/record.js';
import { showDuration } from '../tasks/tasks.js';
import { shiftTask } from './calendar.js';
import { internalOrg, membersOf, type PersonName, type ProjectKey, remarks } from './content.js';
import { makeRandom } from './random.js';
import { mentionedIn, type Scene } from './scene.js';
import type { Logged, Said, TaskDraft } from './texts.js';

interface Task {
  readonly draft: TaskDraft;
  readonly project: ProjectKey;
  readonly number: number;
  readonly ref: string;
  readonly id: string;
}

/** Inserts the tasks of a project with everything on them; collects their history and notifications. */
export function seedTasks(scene: Scene, project: ProjectKey, drafts: readonly TaskDraft[]): void {
  const tasks = drafts.map((draft, index): Task => {
    const ref = `${project}-${index + 1}`;
    return {
      draft: shiftTask(varyTask(draft, ref, scene.number), ref),
      project,
      number: index + 1,
      ref,
      id: scene.id('task', ref),
    };
  });
  for (const task of tasks) {
    insertTask(scene, task);
    insertPeople(scene, task);
    recordBeginning(scene, task);
    recordSteps(scene, task);
    for (const logged of task.draft.logged ?? []) insertTimeLog(scene, task, logged);
    insertComments(scene, task);
    scene.attach(task.draft.files ?? [], {
      entityType: 'task',
      entityId: task.id,
      orgId: null,
      projectId: scene.id('project', project),
      by: task.draft.by,
      at: scene.calendar.ago(task.draft.ago),
    });
  }
  // Dependencies come last, when all tasks exist.
  for (const task of tasks) insertDependencies(scene, task);
}

/** The same task in another world: priority, size and dates differ, the story does not. World 1 is as written. */
function varyTask(draft: TaskDraft, ref: string, number: number): TaskDraft {
  if (number === 1) return draft;
  const random = makeRandom(`${number} vary ${ref}`);
  return {
    ...draft,
    ...(random.chance(0.3) ? { priority: random.pick(taskChoices.priority) } : {}),
    ...(draft.estimate && random.chance(0.5) ? { estimate: draft.estimate * (1 + random.int(3)) } : {}),
    // Dates that the texts rely on (today, this week) stay.
    ...(draft.due && Math.abs(draft.due) > 9 ? { due: draft.due + random.int(7) - 3 } : {}),
  };
}

function insertTask(scene: Scene, { draft, project, number, ref, id }: Task): void {
  const { ago, day } = scene.calendar;
  scene.insert('tasks', {
    id,
    project_id: scene.id('project', project),
    number,
    title: scene.say(draft.title),
    description: draft.text === undefined ? null : scene.say(draft.text),
    status: draft.status,
    priority: draft.priority ?? 'none',
    type: draft.type ?? 'task',
    channel: draft.channel ?? 'web',
    due: draft.due === undefined ? null : day(draft.due),
    start_date: draft.span ? day(draft.span[0]) : null,
    end_date: draft.span ? day(draft.span[1]) : null,
    estimate: draft.estimate ?? null,
    parent_id: draft.parent ? scene.id('task', `${project}-${draft.parent}`) : null,
    source_ticket_id: draft.ticket ? scene.id('ticket', draft.ticket) : null,
    tags: JSON.stringify(draft.tags ?? []),
    checklist: scene.checklist(draft.ticket ? `ticket ${draft.ticket}` : `task ${ref}`, draft.checklist),
    created_by: scene.user(draft.by),
    created_at: ago(draft.ago),
    updated_at: ago(lastChange(draft)),
    archived_at: draft.archived === undefined ? null : ago(draft.archived),
    deleted_at: draft.deleted === undefined ? null : ago(draft.deleted),
  });
}

function lastChange(draft: TaskDraft): number {
  const changes = [...(draft.said ?? []), ...(draft.logged ?? [])].map(([, ago]) => ago);
  const steps = stepsOf(draft).map((step) => step.ago);
  return Math.min(draft.ago, draft.archived ?? draft.ago, draft.deleted ?? draft.ago, ...changes, ...steps);
}

function insertPeople(scene: Scene, { draft, id }: Task): void {
  draft.to?.forEach((person, position) => {
    scene.insert('task_assignees', { task_id: id, user_id: scene.user(person), position });
  });
  for (const [person, day] of draft.plans ?? []) {
    const planned = day === null ? null : scene.calendar.day(day);
    scene.insert('task_plans', { task_id: id, user_id: scene.user(person), day: planned });
  }
}

function insertDependencies(scene: Scene, { draft, project, id }: Task): void {
  for (const number of draft.after ?? []) {
    const other = scene.id('task', `${project}-${number}`);
    scene.insert('task_dependencies', { task_id: id, depends_on_id: other });
  }
}

function insertTimeLog(scene: Scene, { project, ref, id }: Task, [by, ago, minutes, note]: Logged): void {
  const at = scene.calendar.ago(ago);
  scene.insert('time_logs', {
    id: scene.id('time log', `${ref} ${by} ${ago}`),
    task_id: id,
    user_id: scene.user(by),
    minutes,
    date: at.slice(0, 10),
    note: note ?? null,
    created_at: at,
  });
  const text = `logged ${showDuration(minutes)}`;
  scene.events.push({ project, type: 'time.logged', task: id, by, at, text });
}

function recordBeginning(scene: Scene, { draft, project, ref, id }: Task): void {
  const at = scene.calendar.ago(draft.ago);
  const record = (type: string, text: string, later: number): void => {
    scene.events.push({ project, type, task: id, by: draft.by, at: scene.calendar.ago(draft.ago - later), text });
  };
  const title = scene.say(draft.title);
  record('task.created', `created the task ${title}`, 0);
  if (draft.deleted !== undefined) record('task.deleted', `deleted the task ${title}`, draft.ago - draft.deleted);
  if (draft.to) record('task.assignee', `assigned ${draft.to.map(scene.nameOf).join(', ')}`, 0.004);
  if (draft.priority === 'urgent') record('task.priority', 'changed the priority from High to Urgent', draft.ago * 0.1);
  if (draft.type === 'bug' && draft.channel === 'api') record('task.type', 'changed the type from Task to Bug', 0.01);
  if (draft.after) {
    const others = draft.after.map((number) => `${project}-${number}`).join(', ');
    record('task.dependency', `added the dependency on ${others}`, draft.ago * 0.05);
  }
  if (draft.deleted !== undefined) return;
  const notice = { ...taskTarget({ id, ref }), title: `${ref} ${title}`, body: null };
  scene.notices.push({ ...notice, kind: 'taskAssigned', at, by: draft.by, to: draft.to ?? [] });
  const isDue = draft.due === 0 || draft.due === 1;
  if (!isDue || draft.status === 'done') return;
  scene.notices.push({ ...notice, kind: 'taskDueSoon', at: scene.calendar.ago(0.9), by: null, to: draft.to ?? [] });
}

function recordSteps(scene: Scene, { draft, project, ref, id }: Task): void {
  for (const { from, to, ago, by } of stepsOf(draft)) {
    const at = scene.calendar.ago(ago);
    const text = `changed the status from ${labelOf(from)} to ${labelOf(to)}`;
    scene.events.push({ project, type: 'task.status', task: id, by, at, text });
    const title = `${ref} → ${labelOf(to)} ${scene.say(draft.title)}`;
    const people = [draft.by, ...(draft.to ?? [])];
    scene.notices.push({
      ...taskTarget({ id, ref }),
      kind: 'taskStatusChanged',
      at,
      by,
      to: people,
      title,
      body: null,
    });
  }
}

/** A change of a task's status, this many workdays ago. */
interface Step {
  readonly from: TaskDraft['status'];
  readonly to: TaskDraft['status'];
  readonly ago: number;
  readonly by: PersonName;
}

const ways = {
  backlog: ['backlog'],
  todo: ['todo'],
  in_progress: ['todo', 'in_progress'],
  paused: ['todo', 'in_progress', 'paused'],
  in_review: ['todo', 'in_progress', 'in_review'],
  done: ['todo', 'in_progress', 'in_review', 'done'],
} as const satisfies Record<TaskDraft['status'], readonly TaskDraft['status'][]>;

/** How a task got its status, oldest first: from shortly after its creation to when people last touched it. */
function stepsOf(draft: TaskDraft): readonly Step[] {
  const way: readonly TaskDraft['status'][] = ways[draft.status];
  const end = lastTouch(draft);
  const by = draft.to?.[0] ?? draft.by;
  return way.slice(1).map((to, index) => {
    const share = [0.15, 0.8, 0.97][index] ?? 1;
    return { from: way[index] ?? to, to, by, ago: draft.ago - (draft.ago - end) * share };
  });
}

/** How many workdays ago somebody last commented or logged time; shortly after creation if nobody did. */
function lastTouch(draft: TaskDraft): number {
  const touches = [...(draft.said ?? []), ...(draft.logged ?? [])].map(([, ago]) => ago);
  return Math.min(draft.ago * 0.9, ...touches);
}

function insertComments(scene: Scene, task: Task): void {
  const { draft, project, ref, id } = task;
  const around = new Set<PersonName>([draft.by, ...(draft.to ?? [])]);
  commentsOf(scene, task).forEach(([by, ago, text, options], index) => {
    const at = scene.calendar.ago(ago);
    const commentId = scene.id('comment', `${ref} ${index}`);
    scene.insert('task_comments', {
      id: commentId,
      task_id: id,
      user_id: scene.user(by),
      body: scene.say(text),
      created_at: at,
    });
    const home = { entityType: 'message', entityId: commentId, orgId: null, by, at } as const;
    scene.attach(options?.files ?? [], { ...home, projectId: scene.id('project', project) });
    const mentioned = mentionedIn(text).filter((person) => reads(person, project));
    const notice = { ...taskTarget({ id, ref }), at, by, title: `${ref} ${scene.say(draft.title)}`, body: text };
    scene.notices.push({ ...notice, kind: 'taskMentioned', to: mentioned });
    scene.notices.push({ ...notice, kind: 'taskCommented', to: [...around].filter((one) => !mentioned.includes(one)) });
    around.add(by);
  });
}

/** The comments as written; some tasks without any get a short one. */
function commentsOf(scene: Scene, { draft, number }: Task): readonly Said[] {
  const by = draft.to?.[0];
  if (draft.said || !by || !scene.random.chance(0.6)) return draft.said ?? [];
  const fitting = remarks[draft.status];
  const remark = fitting[(number + scene.number) % fitting.length];
  return remark === undefined ? [] : [[by, lastChange(draft) * 0.98, remark]];
}

function reads(person: PersonName, project: ProjectKey): boolean {
  return membersOf(internalOrg).has(person) || membersOf(project).has(person);
}
