import { readAccess } from '../access/access.js';
import { noSuch } from '../access/out-of-sight.js';
import { readsTask, type TaskPlace } from '../access/tasks.js';
import type { Call } from '../world.js';

/** A task as stored, as far as changes need it. Lists and checklist are JSON text. */
export interface TaskRecord {
  readonly id: string;
  readonly ref: string;
  readonly projectId: string;
  readonly orgId: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly status: string;
  readonly priority: string;
  readonly type: string;
  readonly due: string | null;
  readonly estimate: number | null;
  readonly tags: string;
  readonly checklist: string;
  readonly createdBy: string | null;
  readonly ticketId: string | null;
}

/** The parts of a task that `readsTask` and `editsTask` check. */
export function placeOf(task: TaskRecord): TaskPlace {
  return { createdBy: task.createdBy, project: { id: task.projectId, orgId: task.orgId } };
}

/** The task `call.id`. @throws Refusal 404 if it is unknown, deleted or not readable by the caller. */
export function requireReadableTask(call: Call): TaskRecord {
  const task = requireTask(call);
  if (!readsTask(readAccess(call.world, call.user.id), placeOf(task))) throw noSuch('task');
  return task;
}

/** The task `call.id`, readable or not; archived ones too. @throws Refusal 404 if it is unknown or deleted. */
export function requireTask({ world, id }: Call): TaskRecord {
  const task = world.db.get<TaskRecord>(
    `SELECT t.id, p.key || '-' || t.number AS ref, t.project_id AS projectId, p.org_id AS orgId, t.title, t.description,
       t.status, t.priority, t.type, t.due, t.estimate, t.tags, t.checklist, t.created_by AS createdBy, k.id AS ticketId
     FROM tasks t JOIN projects p ON p.id = t.project_id
       LEFT JOIN tickets k ON k.id = t.source_ticket_id AND k.deleted_at IS NULL
     WHERE t.id = ? AND t.deleted_at IS NULL`,
    id,
  );
  if (!task) throw noSuch('task');
  return task;
}
