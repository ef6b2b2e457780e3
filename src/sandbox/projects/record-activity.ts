import type { Call } from '../world.js';

/** An entry of a project's history; `text` is a sentence fragment without the actor's name. */
export interface ActivityEntry {
  readonly projectId: string;
  readonly type: string;
  readonly taskId?: string;
  readonly text: string;
}

/** Adds an entry by the caller, dated now, and returns its id. */
export function addActivity(call: Call, entry: ActivityEntry): string {
  const { world, user } = call;
  const id = world.newId();
  world.db.run(
    `INSERT INTO project_activity (id, project_id, type, task_id, actor_id, text, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    entry.projectId,
    entry.type,
    entry.taskId ?? null,
    user.id,
    entry.text,
    world.now().toISOString(),
  );
  return id;
}
