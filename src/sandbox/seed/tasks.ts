import { labelOf, sayChange, taskChoices } from '../fields/fields.js';
import { taskTarget } from '../tasks/record.js';
import { showDuration } from '../tasks/tasks.js';
import { shift } from './calendar.js';
import { membersOf, type PersonName, type ProjectKey, remarks, team } from './content.js';
import { makeRandom } from './random.js';
import { attach, checklistOf, insertSaid, type Scene, type Topic } from './scene.js';
import type { SaidLine, TaskDraft } from './texts.js';

interface Task {
  readonly draft: TaskDraft;
  readonly project: ProjectKey;
  readonly number: number;
  readonly ref: string;
  readonly topic: Topic;
}

/** Inserts the tasks of a project with everything on them; collects their history and notifications. */
export function seedTasks(scene: Scene, project: ProjectKey, drafts: readonly TaskDraft[]): void {
  drafts.forEach((written, index) => {
    const ref = `${project}-${index + 1}`;
    const draft = shift(varyTask(written, ref, scene.number), ref, 'said', 'logged');
    const title = `${ref} ${scene.say(draft.title)}`;
    const topic = { ...taskTarget({ id: scene.id(`task ${ref}`), ref }), title };
    const task: Task = { draft, project, number: index + 1, ref, topic };
    insertTask(scene, task);
    recordBeginning(scene, task);
    recordSteps(scene, task);
    insertTimeLogs(scene, task);
    insertComments(scene, task);
    const { created_by: uploaded_by, created_at, files } = draft;
    const home = { entity_type: 'task', entity_id: topic.entityId, project_id: project };
    attach(scene, files, { ...home, uploaded_by, created_at });
  });
  // Dependencies come last, when all tasks exist.
  drafts.forEach(({ after = [] }, index) => {
    for (const number of after)
      scene.put('task_dependencies', { task_id: `${project}-${index + 1}`, depends_on_id: `${project}-${number}` });
  });
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

function insertTask(scene: Scene, { draft, project, number, ref }: Task): void {
  const { to = [], plans = [], after, said, logged, files, checklist: lines, ...columns } = draft;
  const ticket = draft.source_ticket_id;
  const checklist = checklistOf(scene, ticket ? `ticket ${ticket}` : `task ${ref}`, lines);
  const updated_at = lastChange(draft);
  scene.put('tasks', { ...columns, id: `task ${ref}`, project_id: project, number, checklist, updated_at });
  to.forEach((user_id, position) => {
    scene.put('task_assignees', { task_id: ref, user_id, position });
  });
  for (const [user_id, day] of plans) scene.put('task_plans', { task_id: ref, user_id, day });
}

function lastChange(draft: TaskDraft): number {
  const { created_at: ago, archived_at = ago, deleted_at = ago } = draft;
  return Math.min(ago, archived_at, deleted_at, ...touchesOf(draft), ...stepsOf(draft).map((step) => step.ago));
}

/** How many workdays ago people commented or logged time. */
function touchesOf({ said = [], logged = [] }: TaskDraft): readonly number[] {
  return [...said, ...logged].map(([, ago]) => ago);
}

function record(scene: Scene, { project, ref }: Task, type: string, by: PersonName, ago: number, text: string): void {
  scene.events.push({ project_id: project, type, task_id: ref, actor_id: by, created_at: ago, text });
}

function insertTimeLogs(scene: Scene, task: Task): void {
  for (const [by, ago, minutes, note] of task.draft.logged ?? []) {
    const id = `time log ${task.ref} ${by} ${ago}`;
    const date = scene.calendar.ago(ago).slice(0, 10);
    scene.put('time_logs', { id, task_id: task.ref, user_id: by, minutes, date, note, created_at: ago });
    record(scene, task, 'time.logged', by, ago, `logged ${showDuration(minutes)}`);
  }
}

function recordBeginning(scene: Scene, task: Task): void {
  const { draft, project, topic } = task;
  const { created_at: ago, created_by: by, deleted_at: deleted, to = [], after, due } = draft;
  const add = (type: string, text: string, at: number): void => record(scene, task, type, by, at, text);
  add('task.created', `created the task ${draft.title}`, ago);
  if (deleted !== undefined) add('task.deleted', `deleted the task ${draft.title}`, deleted);
  const assignees = to.map((person) => `{name:${person}}`).join(', ');
  if (assignees) add('task.assignee', `assigned ${assignees}`, ago - 0.004);
  if (draft.priority === 'urgent') add('task.priority', 'changed the priority from High to Urgent', ago - ago * 0.1);
  if (draft.type === 'bug' && draft.channel === 'api')
    add('task.type', 'changed the type from Task to Bug', ago - 0.01);
  const others = after?.map((number) => `${project}-${number}`).join(', ');
  if (others) add('task.dependency', `added the dependency on ${others}`, ago - ago * 0.05);
  if (deleted !== undefined) return;
  scene.notices.push({ ...topic, body: null, kind: 'taskAssigned', at: ago, by, to });
  if ((due !== 0 && due !== 1) || draft.status === 'done') return;
  scene.notices.push({ ...topic, body: null, kind: 'taskDueSoon', at: 0.9, by: null, to });
}

function recordSteps(scene: Scene, task: Task): void {
  const { draft, ref, topic } = task;
  const to = [draft.created_by, ...(draft.to ?? [])];
  for (const step of stepsOf(draft)) {
    const { ago: at, by } = step;
    record(scene, task, 'task.status', by, at, sayChange('status', step.from, step.to));
    const title = `${ref} → ${labelOf(step.to)} ${scene.say(draft.title)}`;
    scene.notices.push({ ...topic, kind: 'taskStatusChanged', at, by, to, title, body: null });
  }
}

/** How a task got its status, oldest first: from shortly after its creation to when people last touched it. */
function stepsOf(draft: TaskDraft) {
  const { status, created_at: ago, created_by, to: [by = created_by] = [] } = draft;
  const end = Math.min(ago * 0.9, ...touchesOf(draft));
  const way = ['todo', 'in_progress', status === 'paused' ? status : 'in_review', 'done'];
  return way.slice(1, way.indexOf(status) + 1).map((to, index) => {
    const share = [0.15, 0.8, 0.97][index] ?? 1;
    return { from: way[index] ?? to, to, by, ago: ago - (ago - end) * share };
  });
}

function insertComments(scene: Scene, task: Task): void {
  const { draft, project, ref, topic } = task;
  const around = new Set<PersonName>([draft.created_by, ...(draft.to ?? [])]);
  const readers = [...team, ...membersOf(project).keys()];
  commentsOf(scene, task).forEach((said, index) => {
    insertSaid(scene, said, {
      table: 'task_comments',
      row: { id: `comment ${ref} ${index}`, task_id: ref, user_id: said[0] },
      ...{ topic, home: { project_id: project }, readers, around },
      kinds: ['taskMentioned', 'taskCommented'],
    });
    if (said[0]) around.add(said[0]);
  });
}

/** The comments as written; some tasks without any get a short one. */
function commentsOf(scene: Scene, { draft, number }: Task): readonly SaidLine[] {
  const by = draft.to?.[0];
  if (draft.said || !by || !scene.random.chance(0.6)) return draft.said ?? [];
  const fitting = remarks[draft.status];
  const remark = fitting[(number + scene.number) % fitting.length];
  return remark === undefined ? [] : [[by, lastChange(draft) * 0.98, remark]];
}
