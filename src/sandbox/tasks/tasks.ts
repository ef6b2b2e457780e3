import type { TaskRow } from '../../contract/task.js';
import { readAccess } from '../access/access.js';
import { listsProject } from '../access/tasks.js';
import { peopleOf } from '../identity/people.js';
import type { ListedRow, Source } from '../lists/chunks.js';
import type { List } from '../lists/kept-lists.js';
import { lastSequence } from '../store/sequences.js';
import { type Answer, type Call, type Handlers, ok, type Shape, type World } from '../world.js';
import { addComment } from './comments.js';
import { createTask } from './create.js';
import { deleteTask } from './delete.js';
import { getTask } from './detail.js';
import { readAssignees, readParts, readRowParts } from './parts.js';
import { patchTask } from './patch.js';
import { listTaskPlaces, listTaskSummaries, listTasks, plannedTasks, type TaskSummary } from './record.js';
import { showFullRow, showTask, showTaskRow } from './shape.js';
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
  return ok(world.lists.answer(taskList(world, user.id, query.get('scope') ?? 'mine')));
}

export function taskList(world: World, userId: string, scope: string): List {
  const mine = scope === 'mine';
  const access = readAccess(world, userId);
  return {
    source: taskSource(world, userId),
    key: `${userId} ${mine}`,
    name: 'tasks',
    includes: ({ home, createdBy, people }) =>
      listsProject(access, home) && (!mine || createdBy === userId || people.includes(userId)),
    peopleOf: (ids) => peopleOf(world, ids),
  };
}

/** The tasks of all lists. What public servers add to them includes the user's own plan. */
function taskSource(world: World, userId: string): Source {
  return {
    kind: 'task',
    key: world.shape === 'spec' ? 'tasks' : `tasks ${userId}`,
    last: () => lastSequence(world.db, 'tasks'),
    places: (sequences) => listTaskPlaces(world, sequences),
    rows: (sequences) => rowsIn[world.shape](world, userId, sequences),
    differing: () => plannedTasks(world),
  };
}

const rowsIn: Readonly<Record<Shape, (world: World, userId: string, sequences: readonly number[]) => ListedRow[]>> = {
  spec(world, _userId, sequences) {
    const tasks = listTaskSummaries(world, sequences);
    const assignees = readAssignees(world, idsOf(tasks));
    return tasks.map((task) => {
      const people = assignees.get(task.id) ?? [];
      return listRow(task, people, showTaskRow(task, people));
    });
  },
  usual(world, userId, sequences) {
    const tasks = listTasks(world, sequences);
    const parts = readRowParts(world, idsOf(tasks), userId);
    return tasks.map((task) => listRow(task, parts.assignees.get(task.id) ?? [], showFullRow(task, parts)));
  },
  wire(world, userId, sequences) {
    const tasks = listTasks(world, sequences);
    const parts = readParts(world, idsOf(tasks), userId);
    return tasks.map((task) => listRow(task, parts.assignees.get(task.id) ?? [], showTask(task, parts, 'wire')));
  },
};

const idsOf = (tasks: readonly TaskSummary[]): readonly string[] => tasks.map((task) => task.id);

function listRow(task: TaskSummary, people: readonly string[], shown: TaskRow): ListedRow {
  const { sequence, createdAt, projectId, createdBy } = task;
  return { sequence, at: createdAt, shown, traits: { home: projectId, createdBy, people } };
}
