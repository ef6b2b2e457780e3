import type { Item } from '../fields/checklist.js';
import { storeFiles } from '../files/store.js';
import type { Outbox } from '../inbox/notify.js';
import { addActivity } from '../projects/activity.js';
import type { Call, World } from '../world.js';
import { assignTask } from './assignees.js';
import { replaceDependencies } from './dependencies.js';

/** The project a task is created in. */
interface ProjectHome {
  readonly id: string;
  readonly key: string;
  readonly orgId: string | null;
}

/** The project with this key, ignoring case. */
export function findProjectByKey(world: World, key: string): ProjectHome | undefined {
  return world.db.get<ProjectHome>('SELECT id, key, org_id AS orgId FROM projects WHERE key = ?', key);
}

/** A checked task that is not stored yet. Days are YYYY-MM-DD, the estimate whole minutes. */
export interface TaskDraft {
  readonly title: string;
  readonly description: string | null;
  readonly status: string;
  readonly priority: string;
  readonly type: string;
  readonly due: string | null;
  readonly estimate: number | null;
  readonly tags: readonly string[];
  readonly assigneeIds: readonly string[];
  readonly dependsOnIds: readonly string[];
  readonly plannedFor: string | null;
  readonly checklist: readonly Item[];
  readonly sourceTicketId: string | null;
}

/**
 * Stores a new task with everything that belongs to it, inside the caller's transaction: its number, files, plan, assignees and
 * their notifications, and an entry in the project's history.
 */
export function insertTask(
  call: Call,
  outbox: Outbox,
  project: ProjectHome,
  draft: TaskDraft,
): { id: string; ref: string } {
  const { world, user } = call;
  const id = world.newId();
  const number = takeNumber(world, project.id);
  const ref = `${project.key}-${number}`;
  const now = world.now().toISOString();
  world.db.run(
    `INSERT INTO tasks (id, project_id, number, title, description, status, priority, type, channel, due, estimate,
       source_ticket_id, tags, checklist, created_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'api', ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    project.id,
    number,
    draft.title,
    draft.description,
    draft.status,
    draft.priority,
    draft.type,
    draft.due,
    draft.estimate,
    draft.sourceTicketId,
    JSON.stringify(draft.tags),
    JSON.stringify(draft.checklist),
    user.id,
    now,
    now,
  );
  replaceDependencies(world, id, draft.dependsOnIds);
  if (draft.plannedFor !== null) planTask(call, id, draft.plannedFor);
  storeFiles(call, { entityType: 'task', entityId: id, orgId: null, projectId: project.id });
  addActivity(call, {
    projectId: project.id,
    type: 'task.created',
    taskId: id,
    text: `created the task ${draft.title}`,
  });
  assignTask(call, outbox, { id, ref, title: draft.title, projectId: project.id }, draft.assigneeIds);
  return { id, ref };
}

/** Puts the task into the caller's plan on `day` (YYYY-MM-DD); null removes it. */
export function planTask({ world, user }: Call, taskId: string, day: string | null): void {
  if (day === null) {
    world.db.run('DELETE FROM task_plans WHERE task_id = ? AND user_id = ?', taskId, user.id);
    return;
  }
  world.db.run(
    `INSERT INTO task_plans (task_id, user_id, day) VALUES (?, ?, ?)
     ON CONFLICT (task_id, user_id) DO UPDATE SET day = excluded.day`,
    taskId,
    user.id,
    day,
  );
}

function takeNumber(world: World, projectId: string): number {
  const row = world.db.get<{ number: number }>('SELECT next_task AS number FROM projects WHERE id = ?', projectId);
  world.db.run('UPDATE projects SET next_task = next_task + 1 WHERE id = ?', projectId);
  return row?.number ?? 1;
}
