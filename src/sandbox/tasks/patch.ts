import { readAccess } from '../access/access.js';
import { noSuch } from '../access/out-of-sight.js';
import { editsTask, readsTask } from '../access/tasks.js';
import { taskPriorities, taskStatuses, taskTypes } from '../fields/allowed-values.js';
import { readDue } from '../fields/calendar.js';
import { readChecklist } from '../fields/checklist.js';
import {
  cleanTaskTags,
  type Fields,
  readChoice,
  readRequiredText,
  readText,
  readTexts,
  roundMinutes,
} from '../fields/fields.js';
import { commit } from '../inbox/notify.js';
import { type Answer, type Call, ok, Refusal, type World } from '../world.js';
import { keepInternal } from './assignees.js';
import { applyTaskChanges, type TaskChanges } from './change.js';
import { readPlannedFor } from './create.js';
import { readDependsOn, refuseCycles } from './dependencies.js';
import { placeOf, requireReadableTask, requireTask, type TaskRecord } from './record.js';

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
