import type { Access, ProjectPlace } from '../access/access.js';
import { visibleProjects } from '../access/tasks.js';
import type { Place } from '../lists/chunks.js';
import type { Value } from '../store/database.js';
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

/** Which tasks a list contains: with `mine`, only those that concern the user; with `only`, only those of these rows. */
export interface TaskSelection {
  readonly mine: boolean;
  readonly only?: readonly number[] | undefined;
}

/** The tasks a list contains: those of the selection that the user may see, newest first. */
function listed(access: Access, { mine, only }: TaskSelection): { where: string; values: Value[] } {
  const visible = visibleProjects(access);
  const concerns = `(t.created_by = ? OR EXISTS
    (SELECT 1 FROM task_assignees a WHERE a.task_id = t.id AND a.user_id = ?))`;
  return {
    where: `WHERE t.deleted_at IS NULL AND t.archived_at IS NULL AND p.status <> 'archived' AND ${visible.condition}
      ${mine ? `AND ${concerns}` : ''} ${only ? 'AND t.sequence IN (SELECT value FROM json_each(?))' : ''}
      ORDER BY t.created_at DESC, t.sequence DESC`,
    values: [
      ...visible.values,
      ...(mine ? [access.userId, access.userId] : []),
      ...(only ? [JSON.stringify(only)] : []),
    ],
  };
}

/** Everything for a list of full tasks, newest first. */
export function listTasks(world: World, access: Access, selection: TaskSelection): TaskRecord[] {
  const { where, values } = listed(access, selection);
  return world.db.all<TaskRecord>(`${select} ${where}`, ...values);
}

/** The stored columns of a task list row (docs/api.md, Task list row). */
export type TaskSummary = Pick<
  TaskRecord,
  'id' | 'ref' | 'title' | 'status' | 'priority' | 'type' | 'estimate' | 'due' | 'projectId' | 'sequence' | 'createdAt'
>;

/** Only the columns of a list row, newest first: a list of many thousands must stay fast. */
export function listTaskSummaries(world: World, access: Access, selection: TaskSelection): TaskSummary[] {
  const { where, values } = listed(access, selection);
  return world.db.all<TaskSummary>(
    `SELECT t.id, p.key || '-' || t.number AS ref, t.title, t.status, t.priority, t.type, t.estimate, t.due,
       t.project_id AS projectId, t.sequence, t.created_at AS createdAt
     FROM tasks t JOIN projects p ON p.id = t.project_id ${where}`,
    ...values,
  );
}

/** Where the tasks of a list are in it. */
export function listTaskPlaces(world: World, access: Access, selection: TaskSelection): Place[] {
  const { where, values } = listed(access, selection);
  return world.db.all<Place>(
    `SELECT t.sequence, t.created_at AS at FROM tasks t JOIN projects p ON p.id = t.project_id ${where}`,
    ...values,
  );
}
