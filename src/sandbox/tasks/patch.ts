import type { TaskPatch } from '../../contract/task.js';
import { noSuch, readAccess } from '../access/access.js';
import { keepReaders } from '../access/audience.js';
import { editsTask, readsTask } from '../access/work.js';
import { readDue } from '../fields/calendar.js';
import { copyDone, type Item, parseChecklist, readChecklist } from '../fields/checklist.js';
import {
  cleanTaskTags,
  type Fields,
  labelOf,
  readChoice,
  readRequiredText,
  readText,
  readTexts,
  roundMinutes,
  taskPriorities,
  taskStatuses,
  taskTypes,
} from '../fields/fields.js';
import { readAssignees, storeAssignees } from '../identity/people.js';
import { commit, notify, type Outbox } from '../inbox/notify.js';
import { addActivity } from '../projects/activity.js';
import { type Answer, type Call, ok, Refusal, type World } from '../world.js';
import { planTask, readPlannedFor } from './create.js';
import { readDependsOn, refuseCycles, replaceDependencies } from './dependencies.js';
import {
  keepInternal,
  notifyAssigned,
  placeOf,
  requireReadableTask,
  requireTask,
  type TaskRecord,
  taskTarget,
} from './record.js';

/** `PATCH /tasks/:id`: any editable field; unknown keys are ignored. */
export function patchTask(call: Call): Answer {
  const { world } = call;
  // Public servers check the fields before the caller's rights.
  const task = world.shape === 'wire' ? requireTask(call) : requireReadableTask(call);
  const changes = readTaskChanges(world, call.body, task);
  checkRight(call, task, changes);
  const changed = commit(world, (outbox) => applyTaskChanges(call, outbox, task, changes));
  // To public servers, every value that is named is a change.
  const isTaken = changed || (world.shape === 'wire' && Object.keys(changes).length > 0);
  return ok(isTaken ? { ok: true } : { ok: true, unchanged: true });
}

/** Changing only one's own plan, or nothing, requires the right to read; everything else the right to edit. */
function checkRight(call: Call, task: TaskRecord, changes: TaskChanges): void {
  const access = readAccess(call.world, call.user.id);
  const edits = Object.keys(changes).some((key) => key !== 'plannedFor');
  if (edits && !editsTask(access, placeOf(task))) throw new Refusal(403, 'You are not allowed to edit this task.');
  if (!edits && !readsTask(access, placeOf(task))) throw noSuch('task');
}

/** The changes in a body of `PATCH /tasks/:id`; keys that are absent there are absent here. @throws Refusal 400 */
function readTaskChanges(world: World, fields: Fields, task: TaskRecord): TaskChanges {
  const tags = readTexts(fields, 'tags');
  const assigneeIds = readTexts(fields, 'assigneeIds');
  const changes: { [K in keyof TaskChanges]: TaskChanges[K] | undefined } = {
    title: fields.title === undefined ? undefined : readRequiredText(fields, 'title'),
    description: readText(fields, 'description'),
    status: readChoice(fields, 'status', taskStatuses),
    priority: readChoice(fields, 'priority', taskPriorities),
    type: readChoice(fields, 'type', taskTypes),
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

function readPrerequisites(world: World, fields: Fields, task: TaskRecord): string[] | undefined {
  const prerequisites = readDependsOn(world, fields, task.projectId);
  if (prerequisites) refuseCycles(world, task.id, prerequisites);
  return prerequisites?.map((one) => one.id);
}

/** Checked changes of a task; lists replace the whole list, null clears a field, `plannedFor` concerns only the caller. */
type TaskChanges = Omit<TaskPatch, 'checklist'> & { readonly checklist?: readonly Item[] };

/** Applies the changes inside the caller's transaction and notifies the people concerned. Returns whether anything changed. */
function applyTaskChanges(call: Call, outbox: Outbox, task: TaskRecord, changes: TaskChanges): boolean {
  const parts = [
    changeColumns(call, outbox, task, changes),
    changeAssignees(call, outbox, { ...task, title: changes.title ?? task.title }, changes.assigneeIds),
    changeDependencies(call, task, changes.dependsOnIds),
  ];
  const namesFields = Object.keys(changes).some((key) => key !== 'plannedFor');
  const isEdited = parts.includes(true) || (call.world.shape === 'wire' && namesFields);
  if (isEdited) {
    call.world.db.run('UPDATE tasks SET updated_at = ? WHERE id = ?', call.world.now().toISOString(), task.id);
  }
  return changePlan(call, task, changes.plannedFor) || isEdited;
}

function changeColumns(call: Call, outbox: Outbox, task: TaskRecord, changes: TaskChanges): boolean {
  const { title, description, status, priority, type, due, estimate, tags, checklist } = { ...task, ...changes };
  const before = [task.title, task.description, task.status, task.priority, task.type, task.due, task.estimate];
  const after = [title, description, status, priority, type, due, estimate];
  const lists = [asText(tags), asText(checklist)];
  const isSame = after.every((value, index) => value === before[index]);
  if (isSame && lists[0] === task.tags && lists[1] === task.checklist) return false;
  call.world.db.run(
    `UPDATE tasks SET title = ?, description = ?, status = ?, priority = ?, type = ?, due = ?, estimate = ?, tags = ?,
       checklist = ? WHERE id = ?`,
    ...after,
    ...lists,
    task.id,
  );
  if (changes.checklist && task.ticketId !== null) copyToTicket(call.world, task.ticketId, changes.checklist);
  recordValues(call, task, changes);
  if (status !== task.status) notifyStatus(call, outbox, { ...task, title, status });
  return true;
}

/** Lists are stored as JSON text; an unchanged list is still that text. */
function asText(list: string | readonly unknown[]): string {
  return typeof list === 'string' ? list : JSON.stringify(list);
}

/** Copies the done flags of a checklist to the ticket it came from. */
function copyToTicket(world: World, ticketId: string, checklist: readonly Item[]): void {
  const row = world.db.get<{ checklist: string }>('SELECT checklist FROM tickets WHERE id = ?', ticketId);
  if (!row) return;
  const items = copyDone(parseChecklist(row.checklist), checklist);
  world.db.run('UPDATE tickets SET checklist = ? WHERE id = ?', JSON.stringify(items), ticketId);
}

function recordValues(call: Call, task: TaskRecord, changes: TaskChanges): void {
  for (const field of ['status', 'priority', 'type'] as const) {
    const value = changes[field];
    if (value === undefined || value === task[field]) continue;
    const text = `changed the ${field} from ${labelOf(task[field])} to ${labelOf(value)}`;
    addActivity(call, { projectId: task.projectId, type: `task.${field}`, taskId: task.id, text });
  }
}

function notifyStatus(call: Call, outbox: Outbox, task: TaskRecord): void {
  const assignees = readAssignees(call.world, 'task', task.id);
  notify(call, outbox, {
    kind: 'taskStatusChanged',
    ...taskTarget(task),
    title: `${task.ref} → ${labelOf(task.status)} ${task.title}`,
    body: null,
    to: keepReaders(call.world, task.projectId, [...assignees, task.createdBy]),
  });
}

function changeAssignees(call: Call, outbox: Outbox, task: TaskRecord, wanted?: readonly string[]): boolean {
  if (!wanted) return false;
  const before = readAssignees(call.world, 'task', task.id);
  if (JSON.stringify(before) === JSON.stringify(wanted)) return false;
  storeAssignees(call.world, 'task', task.id, wanted);
  const added = wanted.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !wanted.includes(id));
  if (added.length + removed.length > 0) {
    const text = describeChange({ verbs: ['assigned', 'unassigned'], added, removed }, (id) => nameOf(call.world, id));
    addActivity(call, { projectId: task.projectId, type: 'task.assignee', taskId: task.id, text });
  }
  notifyAssigned(call, outbox, task, added);
  return true;
}

function changeDependencies(call: Call, task: TaskRecord, wanted?: readonly string[]): boolean {
  if (!wanted) return false;
  const before = call.world.db
    .all<{ id: string }>('SELECT depends_on_id AS id FROM task_dependencies WHERE task_id = ?', task.id)
    .map((row) => row.id);
  const added = wanted.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !wanted.includes(id));
  if (added.length + removed.length === 0) return false;
  replaceDependencies(call.world, task.id, wanted);
  const verbs = ['added the dependency on', 'removed the dependency on'] as const;
  const text = describeChange({ verbs, added, removed }, (id) => refOf(call.world, id));
  addActivity(call, { projectId: task.projectId, type: 'task.dependency', taskId: task.id, text });
  return true;
}

interface ListChange {
  readonly verbs: readonly [string, string];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function describeChange({ verbs, added, removed }: ListChange, name: (id: string) => string): string {
  const parts = [
    added.length > 0 ? `${verbs[0]} ${added.map(name).join(', ')}` : '',
    removed.length > 0 ? `${verbs[1]} ${removed.map(name).join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join(' and ');
}

function nameOf(world: World, userId: string): string {
  return world.db.get<{ name: string }>('SELECT name FROM users WHERE id = ?', userId)?.name ?? userId;
}

function refOf(world: World, taskId: string): string {
  const row = world.db.get<{ ref: string }>(
    "SELECT p.key || '-' || t.number AS ref FROM tasks t JOIN projects p ON p.id = t.project_id WHERE t.id = ?",
    taskId,
  );
  return row?.ref ?? taskId;
}

function changePlan(call: Call, task: TaskRecord, day?: string | null): boolean {
  if (day === undefined) return false;
  const before = call.world.db.get<{ day: string | null }>(
    'SELECT day FROM task_plans WHERE task_id = ? AND user_id = ?',
    task.id,
    call.user.id,
  );
  if (before ? before.day === day && day !== null : day === null) return false;
  planTask(call, task.id, day);
  return true;
}
