import { type Access, readAccess } from '../access/access.js';
import { peopleOf } from '../identity/people.js';
import type { List, ListedRow } from '../lists/chunks.js';
import { type Answer, type Call, type Handlers, ok, type World } from '../world.js';
import { addComment } from './comments.js';
import { createTask } from './create.js';
import { deleteTask } from './delete.js';
import { getTask } from './detail.js';
import { readAssignees, readParts } from './parts.js';
import { patchTask } from './patch.js';
import { listTaskPlaces, listTaskSummaries, listTasks, type TaskSelection } from './record.js';
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
function getTasks({ world, user, query }: Call): Answer {
  const mine = (query.get('scope') ?? 'mine') === 'mine';
  const access = readAccess(world, user.id);
  const list: List = {
    kind: 'task',
    key: `tasks ${user.id} ${mine}`,
    places: (only) => listTaskPlaces(world, access, { mine, only }),
    rows: (only) => (world.shape === 'wire' ? wholeTasks : taskRows)(world, access, { mine, only }),
  };
  return ok(world.lists.answer(list, 'tasks', (ids) => peopleOf(world, ids)));
}

function taskRows(world: World, access: Access, selection: TaskSelection): ListedRow[] {
  const tasks = listTaskSummaries(world, access, selection);
  const assignees = readAssignees(
    world,
    tasks.map((task) => task.id),
  );
  return tasks.map((task) => {
    const people = assignees.get(task.id) ?? [];
    return { sequence: task.sequence, at: task.createdAt, shown: showTaskRow(task, people), people };
  });
}

function wholeTasks(world: World, access: Access, selection: TaskSelection): ListedRow[] {
  const tasks = listTasks(world, access, selection);
  const parts = readParts(
    world,
    tasks.map((task) => task.id),
    access.userId,
  );
  return tasks.map((task) => ({
    sequence: task.sequence,
    at: task.createdAt,
    shown: showTask(task, parts, world.shape),
    people: parts.assignees.get(task.id) ?? [],
  }));
}
