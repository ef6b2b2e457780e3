import type { TaskList } from '../../contract/task.js';
import { readAccess } from '../access/access.js';
import { peopleOf } from '../identity/people.js';
import { type Answer, type Call, type Handlers, ok } from '../world.js';
import { addComment } from './comments.js';
import { createTask } from './create.js';
import { deleteTask } from './delete.js';
import { getTask } from './detail.js';
import { readAssignees, readParts } from './parts.js';
import { patchTask } from './patch.js';
import { listTaskSummaries, listTasks } from './record.js';
import { showTask, showTaskRow } from './shape.js';
import { logTime } from './time.js';

export const taskHandlers = {
  'GET /tasks': getTasks,
  'POST /tasks': createTask,
  'GET /tasks/:id': getTask,
  'PATCH /tasks/:id': patchTask,
  'DELETE /tasks/:id': deleteTask,
  'POST /tasks/:id/comments': addComment,
  'POST /tasks/:id/time': logTime,
} satisfies Handlers<
  | 'GET /tasks'
  | 'POST /tasks'
  | 'GET /tasks/:id'
  | 'PATCH /tasks/:id'
  | 'DELETE /tasks/:id'
  | 'POST /tasks/:id/comments'
  | 'POST /tasks/:id/time'
>;

/** The tasks of visible projects, newest first; scope `mine` is the default, any other value means all. */
function getTasks(call: Call): Answer {
  const mine = (call.query.get('scope') ?? 'mine') === 'mine';
  return ok(call.world.shape === 'wire' ? listWhole(call, mine) : listRows(call, mine));
}

function listRows({ world, user }: Call, mine: boolean): TaskList {
  const tasks = listTaskSummaries(world, readAccess(world, user.id), mine);
  const assignees = readAssignees(
    world,
    tasks.map((task) => task.id),
  );
  return {
    tasks: tasks.map((task) => showTaskRow(task, assignees.get(task.id) ?? [])),
    users: peopleOf(world, [...assignees.values()].flat()),
  };
}

function listWhole({ world, user }: Call, mine: boolean): TaskList {
  const tasks = listTasks(world, readAccess(world, user.id), mine);
  const ids = tasks.map((task) => task.id);
  const parts = readParts(world, ids, user.id);
  return {
    tasks: tasks.map((task) => showTask(task, parts, world.shape)),
    users: peopleOf(world, [...parts.assignees.values()].flat()),
  };
}
