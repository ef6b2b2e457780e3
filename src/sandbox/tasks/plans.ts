import type { Call } from '../world.js';

/** Puts the task into the caller's plan on `day` (YYYY-MM-DD); null removes it. */
export function planTask(call: Call, taskId: string, day: string | null): void {
  const { world, user } = call;
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

/** Whether the caller has planned the task, and for which day. */
export function readPlan(call: Call, taskId: string): { day: string | null } | undefined {
  return call.world.db.get<{ day: string | null }>(
    'SELECT day FROM task_plans WHERE task_id = ? AND user_id = ?',
    taskId,
    call.user.id,
  );
}
