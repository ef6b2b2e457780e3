import type { TaskPatch } from '../../contract/shapes/task.js';
import type { Done } from '../../contract/shapes/wide.js';
import { allow, noSuch, readAccess } from '../access/access.js';
import { keepReaders } from '../access/notified.js';
import { editsTask, readsTask } from '../access/visibility.js';
import { readDay, readDue } from '../fields/calendar.js';
import { type Item, parseChecklist, readChecklist } from '../fields/checklist.js';
import {
  cleanTaskTags,
  type Fields,
  labelOf,
  readChoices,
  readRequiredText,
  readText,
  readTexts,
  roundMinutes,
  sayChange,
  taskChoices,
} from '../fields/fields.js';
import { changeAssignees, readAssignees } from '../identity/people.js';
import { notify } from '../inbox/notify.js';
import { addActivity } from '../projects.js';
import { type Answer, type Call, compareIds, ok, Refusal, timestamp, type World } from '../world.js';
import { planTask } from './create.js';
import { readDependsOn, refuseCycles, replaceDependencies } from './dependencies.js';
import {
  keepInternal,
  notifyAssigned,
  requireReadableTask,
  requireTask,
  type TaskRecord,
  taskTarget,
} from './record.js';

/** `PATCH /tasks/:id`: any editable field; unknown keys are ignored. */
export function patchTask(call: Call): Answer<Done> {
  const { world } = call;
  const isPublic = world.shape === 'wire';
  // Public servers check the fields before the caller's rights.
  const task = isPublic ? requireTask(call) : requireReadableTask(call);
  const { plannedFor, ...changes } = readTaskChanges(world, call.body, task);
  const namesFields = Object.keys(changes).length > 0;
  const access = readAccess(call);
  // Changing only one's own plan, or nothing, requires the right to read.
  allow(!namesFields || editsTask(access, task), 'edit this task');
  if (!namesFields && !readsTask(access, task)) throw noSuch('task');
  const parts = [
    changeColumns(call, task, changes),
    reassign(call, { ...task, title: changes.title ?? task.title }, changes.assigneeIds),
    changeDependencies(call, task, changes.dependsOnIds),
  ];
  // To public servers, every value that is named is a change.
  const isEdited = parts.includes(true) || (isPublic && namesFields);
  if (isEdited) world.db.update('tasks', task.id, { updatedAt: timestamp(world) });
  const isPlanned = changePlan(call, task, plannedFor) || (isPublic && plannedFor !== undefined);
  return ok(isEdited || isPlanned ? { ok: true } : { ok: true, unchanged: true });
}

/** The changes in a body of `PATCH /tasks/:id`; keys that are absent there are absent here. @throws Refusal 400 */
function readTaskChanges(world: World, fields: Fields, task: TaskRecord): TaskChanges {
  const tags = readTexts(fields, 'tags');
  const assigneeIds = readTexts(fields, 'assigneeIds');
  const changes: { [K in keyof TaskChanges]: TaskChanges[K] | undefined } = {
    title: fields.title === undefined ? undefined : readRequiredText(fields, 'title'),
    description: readText(fields, 'description'),
    ...readChoices(fields, taskChoices),
    due: readDue(fields),
    estimate: readEstimate(fields),
    tags: tags && cleanTaskTags(tags),
    checklist: readChecklist(world, fields),
    assigneeIds: assigneeIds && keepInternal(world, assigneeIds),
    dependsOnIds: readPrerequisites(world, fields, task),
    plannedFor: readPlannedFor(fields),
  };
  const asked = Object.entries(changes).filter(([, value]) => value !== undefined);
  // Exactly the keys of TaskChanges that have a value.
  return Object.fromEntries(asked) as TaskChanges;
}

/** Minutes; null and numbers not above 0 clear the estimate. @throws Refusal 400 for anything but a number. */
function readEstimate({ estimate }: Fields): number | null | undefined {
  if (estimate === undefined || estimate === null) return estimate;
  if (typeof estimate !== 'number') throw new Refusal(400, 'estimate must be a number of minutes.');
  return roundMinutes('estimate', estimate);
}

/** A day for the caller's plan; null, from null or an empty text, takes the task out of it. @throws Refusal 400 otherwise. */
function readPlannedFor(fields: Fields): string | null | undefined {
  const value = fields.plannedFor;
  if (value === undefined) return undefined;
  return value === null || value === '' ? null : readDay(fields, 'plannedFor');
}

function readPrerequisites(world: World, fields: Fields, task: TaskRecord): string[] | undefined {
  const prerequisites = readDependsOn(world, fields, task.projectId);
  if (prerequisites) refuseCycles(world, task.id, prerequisites);
  return prerequisites?.map((one) => one.id);
}

/** Checked changes of a task; lists replace the whole list, null clears a field, `plannedFor` concerns only the caller. */
type TaskChanges = Omit<TaskPatch, 'checklist'> & { readonly checklist?: readonly Item[] };

const columns = ['title', 'description', 'status', 'priority', 'type', 'due', 'estimate', 'tags', 'checklist'] as const;

function changeColumns(call: Call, task: TaskRecord, changes: TaskChanges): boolean {
  const { tags, checklist } = changes;
  // Lists are stored as JSON text.
  const after: TaskRecord = {
    ...task,
    ...changes,
    tags: tags ? JSON.stringify(tags) : task.tags,
    checklist: checklist ? JSON.stringify(checklist) : task.checklist,
  };
  const changed = columns.filter((column) => after[column] !== task[column]);
  if (changed.length === 0) return false;
  call.world.db.update('tasks', task.id, Object.fromEntries(changed.map((column) => [column, after[column]])));
  if (checklist && task.ticketId !== null) copyToTicket(call.world, task.ticketId, checklist);
  recordValues(call, task, changes);
  if (after.status !== task.status) notifyStatus(call, after);
  return true;
}

/** Copies the done flags of a checklist to the ticket it came from. */
function copyToTicket(world: World, ticketId: string, checklist: readonly Item[]): void {
  const stored = world.db.value<string>('SELECT checklist FROM tickets WHERE id = ?', ticketId);
  if (stored === undefined) return;
  const done = new Map(checklist.map((item) => [item.id, item.done]));
  const items = parseChecklist(stored).map((item) => ({ ...item, done: done.get(item.id) ?? item.done }));
  world.db.update('tickets', ticketId, { checklist: JSON.stringify(items) });
}

function recordValues(call: Call, task: TaskRecord, changes: TaskChanges): void {
  for (const field of ['status', 'priority', 'type'] as const) {
    const value = changes[field];
    if (value === undefined || value === task[field]) continue;
    const text = sayChange(field, task[field], value);
    addActivity(call, { projectId: task.projectId, type: `task.${field}`, taskId: task.id, text });
  }
}

function notifyStatus(call: Call, task: TaskRecord): void {
  const assignees = readAssignees(call.world, 'task', task.id);
  const title = `${task.ref} → ${labelOf(task.status)} ${task.title}`;
  const to = keepReaders(call.world, task.projectId, [...assignees, task.createdBy]);
  notify(call, { kind: 'taskStatusChanged', ...taskTarget(task), title, body: null, to });
}

function reassign(call: Call, task: TaskRecord, wanted?: readonly string[]): boolean {
  const change = wanted && changeAssignees(call.world, 'task', task.id, wanted);
  if (!change) return false;
  const { added, removed } = change;
  const text = describe((id) => nameOf(call.world, id), ['assigned', added], ['unassigned', removed]);
  if (text !== '') addActivity(call, { projectId: task.projectId, type: 'task.assignee', taskId: task.id, text });
  notifyAssigned(call, task, added);
  return true;
}

function changeDependencies(call: Call, task: TaskRecord, wanted?: readonly string[]): boolean {
  if (!wanted) return false;
  const before = call.world.db.texts('SELECT depends_on_id FROM task_dependencies WHERE task_id = ?', task.id);
  const { added, removed } = compareIds(before, wanted);
  const text = describe(
    (id) => refOf(call.world, id),
    ['added the dependency on', added],
    ['removed the dependency on', removed],
  );
  if (text === '') return false;
  replaceDependencies(call.world, task.id, wanted);
  addActivity(call, { projectId: task.projectId, type: 'task.dependency', taskId: task.id, text });
  return true;
}

/** Who or what was added and removed, in words; empty if there is none. */
function describe(
  name: (id: string) => string,
  ...changes: readonly (readonly [verb: string, ids: string[]])[]
): string {
  const parts = changes.filter(([, ids]) => ids.length > 0).map(([verb, ids]) => `${verb} ${ids.map(name).join(', ')}`);
  return parts.join(' and ');
}

function nameOf(world: World, userId: string): string {
  return world.db.value('SELECT name FROM users WHERE id = ?', userId) ?? userId;
}

function refOf(world: World, taskId: string): string {
  const sql = "SELECT p.key || '-' || t.number FROM tasks t JOIN projects p ON p.id = t.project_id WHERE t.id = ?";
  return world.db.value(sql, taskId) ?? taskId;
}

function changePlan(call: Call, task: TaskRecord, day?: string | null): boolean {
  if (day === undefined) return false;
  const sql = 'SELECT day FROM task_plans WHERE task_id = ? AND user_id = ?';
  const before = call.world.db.value<string | null>(sql, task.id, call.user.id);
  if (before === undefined ? day === null : before === day && day !== null) return false;
  planTask(call, task.id, day);
  return true;
}
