import { type Fields, readTexts } from '../fields/fields.js';
import { Refusal, type World } from '../world.js';

type Prerequisite = Readonly<Record<'id' | 'ref' | 'projectId', string>>;

/**
 * The tasks that a task depends on: uuids of tasks of the same project, without duplicates. Undefined if absent.
 *
 * @throws Refusal 400 for anything but a list, an unknown or deleted task, or one of another project.
 */
export function readDependsOn(world: World, fields: Fields, projectId: string): Prerequisite[] | undefined {
  const ids = readTexts(fields, 'dependsOnIds');
  if (!ids) return undefined;
  return [...new Set(ids)].map((id) => {
    const task = world.db.get<Prerequisite>(
      `SELECT t.id, p.key || '-' || t.number AS ref, t.project_id AS projectId FROM tasks t
       JOIN projects p ON p.id = t.project_id WHERE t.id = ? AND t.deleted_at IS NULL`,
      id,
    );
    // The same error for both cases, or it would reveal tasks the caller may not see.
    if (task?.projectId !== projectId) throw new Refusal(400, 'dependsOnIds names a task that is not in this project.');
    return task;
  });
}

/** @throws Refusal 400, naming the task, if `taskId` would depend on itself, directly or through others. */
export function refuseCycles(world: World, taskId: string, prerequisites: readonly Prerequisite[]): void {
  for (const { id, ref } of prerequisites) {
    if (id === taskId) throw new Refusal(400, 'A task cannot depend on itself.');
    if (waitsFor(world, id, taskId)) throw new Refusal(400, `${ref} already depends on this task.`);
  }
}

function waitsFor(world: World, taskId: string, otherId: string): boolean {
  const found = world.db.get(
    `WITH RECURSIVE chain(id) AS (SELECT ? UNION
       SELECT d.depends_on_id FROM task_dependencies d JOIN chain c ON c.id = d.task_id
         JOIN tasks t ON t.id = d.depends_on_id AND t.deleted_at IS NULL)
     SELECT 1 FROM chain WHERE id = ?`,
    taskId,
    otherId,
  );
  return found !== undefined;
}

/** Replaces the dependencies of a task. */
export function replaceDependencies(world: World, taskId: string, dependsOnIds: readonly string[]): void {
  world.db.run('DELETE FROM task_dependencies WHERE task_id = ?', taskId);
  for (const id of dependsOnIds) {
    world.db.insert('task_dependencies', { taskId, dependsOnId: id });
  }
}
