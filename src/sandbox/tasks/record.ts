import type { ProjectPlace } from '../access/access.js';
import type { Place } from '../lists/chunks.js';
import type { World } from '../world.js';

/** A task as stored, with the references of its parent and ticket. Lists and checklist are JSON text. */
export interface TaskRecord {
  readonly id: string;
  readonly ref: string;
  readonly projectId: string;
  readonly projectKey: string;
  readonly orgId: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly status: string;
  readonly priority: string;
  readonly type: string;
  readonly channel: string;
  readonly due: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly estimate: number | null;
  readonly tags: string;
  readonly checklist: string;
  readonly createdBy: string | null;
  readonly sequence: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly parentRef: string | null;
  readonly ticketId: string | null;
  readonly ticketRef: string | null;
}

const select = `SELECT t.id, p.key || '-' || t.number AS ref, t.project_id AS projectId, p.key AS projectKey,
    p.org_id AS orgId, t.title, t.description, t.status, t.priority, t.type, t.channel, t.due,
    t.start_date AS startDate, t.end_date AS endDate, t.estimate, t.tags, t.checklist, t.created_by AS createdBy,
    t.sequence, t.created_at AS createdAt, t.updated_at AS updatedAt, pp.key || '-' || pt.number AS parentRef,
    k.id AS ticketId, o.key || '-' || k.number AS ticketRef
  FROM tasks t JOIN projects p ON p.id = t.project_id
    LEFT JOIN tasks pt ON pt.id = t.parent_id AND pt.deleted_at IS NULL LEFT JOIN projects pp ON pp.id = pt.project_id
    LEFT JOIN tickets k ON k.id = t.source_ticket_id AND k.deleted_at IS NULL LEFT JOIN orgs o ON o.id = k.org_id`;

/** The task with this database id; undefined if unknown or deleted. Archived tasks can be read and edited. */
export function findTask(world: World, id: string): TaskRecord | undefined {
  return world.db.get<TaskRecord>(`${select} WHERE t.id = ? AND t.deleted_at IS NULL`, id);
}

/** The parts of a task that `readsTask` and `editsTask` check. */
export function placeOf(task: TaskRecord): { createdBy: string | null; project: ProjectPlace } {
  return { createdBy: task.createdBy, project: { id: task.projectId, orgId: task.orgId } };
}

/** The listed ones of these tasks, whoever may see them. */
const listed = `WHERE t.deleted_at IS NULL AND t.archived_at IS NULL AND p.status <> 'archived'
  AND t.sequence IN (SELECT value FROM json_each(?))`;
const newestFirst = 'ORDER BY t.created_at DESC, t.sequence DESC';

/** Everything for a list of full tasks, newest first. */
export function listTasks(world: World, sequences: readonly number[]): TaskRecord[] {
  return world.db.all<TaskRecord>(`${select} ${listed} ${newestFirst}`, JSON.stringify(sequences));
}

/** The stored columns of a task list row (docs/api.md, Task list row). */
export type TaskSummary = Pick<
  TaskRecord,
  | 'id'
  | 'ref'
  | 'title'
  | 'status'
  | 'priority'
  | 'type'
  | 'estimate'
  | 'due'
  | 'projectId'
  | 'createdBy'
  | 'sequence'
  | 'createdAt'
>;

/** Only the columns of a list row, newest first: a list of many thousands must stay fast. */
export function listTaskSummaries(world: World, sequences: readonly number[]): TaskSummary[] {
  return world.db.all<TaskSummary>(
    `SELECT t.id, p.key || '-' || t.number AS ref, t.title, t.status, t.priority, t.type, t.estimate, t.due,
       t.project_id AS projectId, t.created_by AS createdBy, t.sequence, t.created_at AS createdAt
     FROM tasks t JOIN projects p ON p.id = t.project_id ${listed} ${newestFirst}`,
    JSON.stringify(sequences),
  );
}

/** Where the listed ones of these tasks are in a list. */
export function listTaskPlaces(world: World, sequences: readonly number[]): Place[] {
  return world.db.all<Place>(
    `SELECT t.sequence, t.created_at AS at FROM tasks t JOIN projects p ON p.id = t.project_id ${listed}`,
    JSON.stringify(sequences),
  );
}

/** The tasks that look different to the people who plan them. */
export function plannedTasks(world: World): number[] {
  const rows = world.db.all<{ sequence: number }>(
    'SELECT DISTINCT t.sequence FROM task_plans p JOIN tasks t ON t.id = p.task_id',
  );
  return rows.map(({ sequence }) => sequence);
}
