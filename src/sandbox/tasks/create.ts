import { readAccess } from '../access/access.js';
import { outOfSight } from '../access/out-of-sight.js';
import { commit } from '../inbox/notify.js';
import { type Answer, type Call, created, Refusal } from '../world.js';
import { readTaskDraft } from './create-body.js';
import { readDependsOn } from './dependencies.js';
import { findProjectByKey, insertTask } from './insert.js';

/** `POST /tasks` (docs/api.md, Task creation body), with files if sent as multipart. */
export function createTask(call: Call): Answer {
  const { world, user } = call;
  const fields = call.body;
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
