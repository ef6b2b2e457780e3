import { noSuch, readAccess } from '../access/access.js';
import { readsTask } from '../access/visibility.js';
import { assignableIds } from '../identity/people.js';
import { notify, type Target } from '../inbox/notify.js';
import { type Call, inStoredOrder, type World } from '../world.js';

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

/** The task `call.id`. @throws Refusal 404 if it is unknown, deleted or not readable by the caller. */
export function requireReadableTask(call: Call): TaskRecord {
  const task = requireTask(call);
  if (!readsTask(readAccess(call), task)) throw noSuch('task');
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

/** The parts of a task that a notification shows. */
type NamedTask = Pick<TaskRecord, 'id' | 'ref' | 'title'>;

/** The target of a notification about a task. */
export function taskTarget({ id, ref }: Pick<TaskRecord, 'id' | 'ref'>): Target {
  return { entityType: 'task', entityId: id, url: `/tasks?task=${encodeURIComponent(ref)}` };
}

/** Notifies newly assigned people. */
export function notifyAssigned(call: Call, task: NamedTask, userIds: readonly string[]): void {
  const title = `${task.ref} ${task.title}`;
  notify(call, { kind: 'taskAssigned', ...taskTarget(task), title, body: null, to: userIds });
}

/** The members of the internal organisation among `userIds`, without duplicates. */
export function keepInternal(world: World, userIds: readonly string[]): string[] {
  const internal = assignableIds(world);
  return inStoredOrder(userIds, world.shape).filter((id) => internal.has(id));
}
