import { readAccess } from '../access.js';
import { addActivity } from '../activity.js';
import { removeTaskFiles } from '../attachments-store.js';
import { commit } from '../notify.js';
import { placeOf } from '../task-record.js';
import { type Answer, type Call, ok, Refusal } from '../world.js';
import { requireReadableTask } from './task-detail.js';

/** `DELETE /tasks/:id`, for those with project.tasks.delete.any (docs/api.md, Authentication 8). */
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
