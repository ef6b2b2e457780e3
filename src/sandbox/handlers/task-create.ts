import { readAccess } from '../access.js';
import { readBody } from '../fields.js';
import { commit } from '../notify.js';
import { outOfSight } from '../out-of-sight.js';
import { readDependsOn } from '../task-dependencies.js';
import { readTaskDraft } from '../task-draft.js';
import { findProjectByKey, insertTask } from '../task-insert.js';
import { type Answer, type Call, created, Refusal } from '../world.js';

/** `POST /tasks` (docs/api.md, Task creation body), with files when sent as multipart. */
export function createTask(call: Call): Answer {
  const { world, user } = call;
  const fields = readBody(call.body);
  const { draft, projectKey } = readTaskDraft(fields);
  const project = findProjectByKey(world, projectKey);
  const missing = new Refusal(404, `There is no project ${projectKey}.`);
  if (!project) throw missing;
  const access = readAccess(world, user.id);
  if (!access.mayInProject(project, 'project.tasks.read')) throw outOfSight(world, missing);
  if (!access.mayInProject(project, 'project.tasks.create')) {
    throw new Refusal(403, `You may not create tasks in ${project.key}.`);
  }
  const { id, ref } = commit(world, (outbox) => {
    const prerequisites = readDependsOn(world, fields, project.id) ?? [];
    return insertTask(call, outbox, project, { ...draft, dependsOnIds: prerequisites.map((task) => task.id) });
  });
  return created({ id, displayId: ref });
}
