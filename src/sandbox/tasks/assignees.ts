import { type Notice, notify, type Outbox } from '../inbox/notify.js';
import { type Call, inStoredOrder, type World } from '../world.js';

/** The parts of a task that a notification shows. */
interface NamedTask {
  readonly id: string;
  readonly ref: string;
  readonly title: string;
  readonly projectId: string;
}

/** The target of a notification about a task. */
export function taskTarget(task: NamedTask): Pick<Notice, 'entityType' | 'entityId' | 'url'> {
  return { entityType: 'task', entityId: task.id, url: `/tasks?task=${encodeURIComponent(task.ref)}` };
}

/** Assigns a new task to the team members among `userIds`, or to its creator if there are none, and notifies them. */
export function assignTask(call: Call, outbox: Outbox, task: NamedTask, userIds: readonly string[]): void {
  const kept = keepInternal(call.world, userIds);
  const assignees = kept.length > 0 ? kept : [call.user.id];
  storeAssignees(call.world, task.id, assignees);
  notifyAssigned(call, outbox, task, assignees);
}

/** The assignees of a task, in the order they were added. */
export function readAssignees(world: World, taskId: string): string[] {
  const sql = 'SELECT user_id AS id FROM task_assignees WHERE task_id = ? ORDER BY position';
  return world.db.all<{ id: string }>(sql, taskId).map(({ id }) => id);
}

/** Replaces the assignees of a task; those who stay keep their position. */
export function storeAssignees(world: World, taskId: string, userIds: readonly string[]): void {
  world.db.run('DELETE FROM task_assignees WHERE task_id = ?', taskId);
  userIds.forEach((userId, position) => {
    world.db.run('INSERT INTO task_assignees (task_id, user_id, position) VALUES (?, ?, ?)', taskId, userId, position);
  });
}

/** Notifies newly assigned people. */
export function notifyAssigned(call: Call, outbox: Outbox, task: NamedTask, userIds: readonly string[]): void {
  const title = `${task.ref} ${task.title}`;
  notify(call, outbox, { kind: 'taskAssigned', ...taskTarget(task), title, body: null, to: userIds });
}

/** The members of the internal organisation among `userIds`, without duplicates. */
export function keepInternal(world: World, userIds: readonly string[]): string[] {
  const rows = world.db.all<{ id: string }>(
    `SELECT m.user_id AS id FROM org_members m JOIN orgs o ON o.id = m.org_id AND o.is_internal = 1
     WHERE m.user_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(userIds),
  );
  const internal = new Set(rows.map((row) => row.id));
  return inStoredOrder(userIds, world.shape).filter((id) => internal.has(id));
}
