import type { TaskDetail } from '../../contract/task.js';
import { type Access, readAccess } from '../access/access.js';
import { noSuch } from '../access/out-of-sight.js';
import { editsTask, readsTask } from '../access/tasks.js';
import { seesTicket } from '../access/tickets.js';
import { internalPeople, peopleOf } from '../identity/people.js';
import { findTicket } from '../tickets/record.js';
import { type Answer, type Call, ok, type World } from '../world.js';
import { readParts } from './parts.js';
import { findTask, placeOf, type TaskRecord } from './record.js';
import { showTask } from './shape.js';

/** `GET /tasks/:id`: the whole task; 404 if it does not exist or the caller may not read it. */
export function getTask(call: Call): Answer {
  const { world, user } = call;
  const task = requireReadableTask(call);
  const parts = readParts(world, [task.id], user.id);
  const access = readAccess(world, user.id);
  const canEdit = editsTask(access, placeOf(task));
  const involved = [
    task.createdBy,
    ...(parts.assignees.get(task.id) ?? []),
    ...(parts.comments.get(task.id) ?? []).map((comment) => comment.userId),
    ...(parts.logs.get(task.id) ?? []).map((log) => log.userId),
  ];
  const detail: TaskDetail = {
    task: { ...showTask(task, parts, world.shape), ...(seesSource(world, access, task) ? {} : { sourceTicket: null }) },
    attachments: parts.files.get(task.id) ?? [],
    authors: peopleOf(world, involved),
    assignableUsers: canEdit ? internalPeople(world) : [],
    canEdit,
    canComment: access.mayInProject(placeOf(task).project, 'project.tasks.comment'),
  };
  return ok(detail);
}

/** Whether the ticket a task was made from may be named to the caller. Public servers name it to every reader of the task. */
function seesSource(world: World, access: Access, { ticketId }: TaskRecord): boolean {
  if (ticketId === null || world.shape === 'wire') return true;
  const ticket = findTicket(world, access, ticketId);
  return ticket !== undefined && seesTicket(world, access, ticket);
}

/** The task `call.id`. @throws Refusal 404 if it is unknown, deleted or not readable by the caller. */
export function requireReadableTask(call: Call): TaskRecord {
  const task = requireTask(call);
  if (!readsTask(readAccess(call.world, call.user.id), placeOf(task))) throw noSuch('task');
  return task;
}

/** The task `call.id`, readable or not. @throws Refusal 404 if it is unknown or deleted. */
export function requireTask(call: Call): TaskRecord {
  const task = findTask(call.world, call.id);
  if (!task) throw noSuch('task');
  return task;
}
