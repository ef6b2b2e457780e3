import { readAccess } from '../access/access.js';
import { noSuch } from '../access/out-of-sight.js';
import { editsTask, readsTask } from '../access/tasks.js';
import { commit } from '../inbox/notify.js';
import { type Answer, type Call, ok, Refusal } from '../world.js';
import { applyTaskChanges, type TaskChanges } from './change.js';
import { readTaskChanges } from './change-body.js';
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
  if (edits && !editsTask(access, placeOf(task))) throw new Refusal(403, 'You may not edit this task.');
  if (!edits && !readsTask(access, placeOf(task))) throw noSuch('task');
}
