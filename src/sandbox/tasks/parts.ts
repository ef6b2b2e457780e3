import type { Attachment } from '../../contract/attachment.js';
import { filesOf } from '../files/store.js';
import { groupRows } from '../store/group-rows.js';
import type { World } from '../world.js';

/** A prerequisite or a dependent task, as the other task shows it. */
export type Link = {
  readonly uuid: string;
  readonly id: string;
  readonly title: string;
  readonly status: string;
};

export interface Comment {
  readonly id: string;
  readonly taskId: string;
  readonly userId: string | null;
  readonly body: string;
  readonly createdAt: string;
}

export interface Log {
  readonly taskId: string;
  readonly userId: string;
  readonly date: string;
  readonly minutes: number;
  readonly note: string | null;
  readonly createdAt: string;
}

/** What rows show of some tasks, by task id; read with one query per kind, however many tasks there are. */
export interface RowParts {
  readonly assignees: ReadonlyMap<string, string[]>;
  /** The day the caller planned it for, or null for "no day". */
  readonly plans: ReadonlyMap<string, string | null>;
  /** Minutes. */
  readonly logged: ReadonlyMap<string, number>;
  /** Those with a prerequisite that is not done. */
  readonly blocked: ReadonlySet<string>;
}

/** The same with all that details show. */
export interface TaskParts extends RowParts {
  readonly dependsOn: ReadonlyMap<string, Link[]>;
  readonly dependents: ReadonlyMap<string, Link[]>;
  readonly comments: ReadonlyMap<string, Comment[]>;
  readonly commentFiles: ReadonlyMap<string, Attachment[]>;
  readonly logs: ReadonlyMap<string, Log[]>;
  readonly files: ReadonlyMap<string, Attachment[]>;
}

/** Reads what rows show of the tasks `ids` as the user `userId` sees them. */
export function readRowParts(world: World, ids: readonly string[], userId: string): RowParts {
  const list = JSON.stringify(ids);
  const plans = world.db.all<{ taskId: string; day: string | null }>(
    `SELECT task_id AS taskId, day FROM task_plans WHERE user_id = ? AND task_id IN (SELECT value FROM json_each(?))`,
    userId,
    list,
  );
  const logged = world.db.all<{ taskId: string; minutes: number }>(
    `SELECT task_id AS taskId, SUM(minutes) AS minutes FROM time_logs
     WHERE task_id IN (SELECT value FROM json_each(?)) GROUP BY task_id`,
    list,
  );
  const blocked = world.db.all<{ taskId: string }>(
    `SELECT DISTINCT d.task_id AS taskId FROM task_dependencies d JOIN tasks t ON t.id = d.depends_on_id
     WHERE d.task_id IN (SELECT value FROM json_each(?)) AND t.deleted_at IS NULL AND t.status <> 'done'`,
    list,
  );
  return {
    assignees: readAssignees(world, ids),
    plans: new Map(plans.map(({ taskId, day }) => [taskId, day])),
    logged: new Map(logged.map(({ taskId, minutes }) => [taskId, minutes])),
    blocked: new Set(blocked.map(taskOf)),
  };
}

/** Reads the parts of the tasks `ids` as the user `userId` sees them. */
export function readParts(world: World, ids: readonly string[], userId: string): TaskParts {
  const list = JSON.stringify(ids);
  const comments = world.db.all<Comment>(
    `SELECT id, task_id AS taskId, user_id AS userId, body, created_at AS createdAt FROM task_comments
     WHERE task_id IN (SELECT value FROM json_each(?)) ORDER BY created_at, sequence`,
    list,
  );
  const logs = world.db.all<Log>(
    `SELECT task_id AS taskId, user_id AS userId, date, minutes, note, created_at AS createdAt FROM time_logs
     WHERE task_id IN (SELECT value FROM json_each(?)) ORDER BY created_at, id`,
    list,
  );
  return {
    ...readRowParts(world, ids, userId),
    dependsOn: readLinks(world, list, 'task_id', 'depends_on_id'),
    dependents: readLinks(world, list, 'depends_on_id', 'task_id'),
    comments: groupRows(comments, taskOf, asItIs),
    commentFiles: filesOf(
      world,
      'message',
      comments.map((comment) => comment.id),
    ),
    logs: groupRows(logs, taskOf, asItIs),
    files: filesOf(world, 'task', ids),
  };
}

/** The assignees of the tasks `ids`, in the order they were added. */
export function readAssignees(world: World, ids: readonly string[]): Map<string, string[]> {
  const rows = world.db.all<{ taskId: string; userId: string }>(
    `SELECT task_id AS taskId, user_id AS userId FROM task_assignees
     WHERE task_id IN (SELECT value FROM json_each(?)) ORDER BY task_id, position`,
    JSON.stringify(ids),
  );
  return groupRows(rows, taskOf, ({ userId }) => userId);
}

function readLinks(
  world: World,
  list: string,
  from: 'task_id' | 'depends_on_id',
  to: 'task_id' | 'depends_on_id',
): Map<string, Link[]> {
  const rows = world.db.all<Link & { taskId: string }>(
    `SELECT d.${from} AS taskId, t.id AS uuid, p.key || '-' || t.number AS id, t.title, t.status
     FROM task_dependencies d JOIN tasks t ON t.id = d.${to} JOIN projects p ON p.id = t.project_id
     WHERE d.${from} IN (SELECT value FROM json_each(?)) AND t.deleted_at IS NULL ORDER BY p.key, t.number`,
    list,
  );
  return groupRows(rows, taskOf, ({ taskId: _, ...link }) => link);
}

const taskOf = (row: { readonly taskId: string }): string => row.taskId;
const asItIs = <T>(row: T): T => row;
