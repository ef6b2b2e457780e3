import { readAccess } from '../access/access.js';
import { removeTaskFiles } from '../files/store.js';
import { commit } from '../inbox/notify.js';
import { addActivity } from '../projects/record-activity.js';
import { type Answer, type Call, ok, Refusal } from '../world.js';
import { placeOf, requireReadableTask } from './record.js';

/** `DELETE /tasks/:id`, for roles with project.tasks.delete.any (docs/api.md, Authentication 8). */
export function deleteTask(call: Call): Answer {
  const { world, user } = call;
  const task = requireReadableTask(call);
  if (!readAccess(world, user.id).mayInProject(placeOf(task).project, 'project.tasks.delete.any')) {
    throw new Refusal(403, 'You may not delete tasks of this project.');
  }
  commit(world, () => {
    world.db.run('UPDATE tasks SET deleted_at = ? WHERE id = ?', world.now().toISOString(), task.id);
    removeTaskFiles(world, task.id);
    const text = `deleted the task ${task.title}`;
    addActivity(call, { projectId: task.projectId, type: 'task.deleted', taskId: task.id, text });
  });
  return ok({ ok: true });
}
