import { readAccess } from '../access/access.js';
import { outOfSight } from '../access/out-of-sight.js';
import { taskPriorities, taskStatuses, taskTypes } from '../fields/allowed-values.js';
import { readDay, readDue } from '../fields/calendar.js';
import {
  cleanTaskTags,
  type Fields,
  readChoice,
  readRequiredText,
  readText,
  readTextsIfList,
  roundMinutes,
} from '../fields/fields.js';
import { commit } from '../inbox/notify.js';
import { type Answer, type Call, created, Refusal } from '../world.js';
import { readDependsOn } from './dependencies.js';
import { findProjectByKey, insertTask, type TaskDraft } from './insert.js';

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
    throw new Refusal(403, `You are not allowed to create tasks in ${project.key}.`);
  }
  const { id, ref } = commit(world, (outbox) => {
    const prerequisites = readDependsOn(world, fields, project.id) ?? [];
    return insertTask(call, outbox, project, { ...draft, dependsOnIds: prerequisites.map((task) => task.id) });
  });
  return created({ id, displayId: ref });
}

/**
 * Reads the body of `POST /tasks`, except dependencies, which are checked when the project is known.
 *
 * @throws Refusal 400, first for title and projectKey, then for other fields.
 */
function readTaskDraft(fields: Fields): { draft: TaskDraft; projectKey: string } {
  const title = readRequiredText(fields, 'title');
  const projectKey = readRequiredText(fields, 'projectKey').toUpperCase();
  const draft = {
    title,
    status: readChoice(fields, 'status', taskStatuses) ?? 'todo',
    priority: readChoice(fields, 'priority', taskPriorities) ?? 'none',
    type: readChoice(fields, 'type', taskTypes) ?? 'task',
    due: readDue(fields) ?? null,
    plannedFor: fields.plannedFor === undefined ? null : readDay(fields, 'plannedFor'),
    ...readLenientFields(fields),
    dependsOnIds: [],
    checklist: [],
    sourceTicketId: null,
  };
  return { draft, projectKey };
}

/** Fields that any creation of a task accepts; an estimate or list of the wrong type is ignored. @throws Refusal 400 */
export function readLenientFields(
  fields: Fields,
): Pick<TaskDraft, 'description' | 'estimate' | 'tags' | 'assigneeIds'> {
  return {
    description: readText(fields, 'description') ?? null,
    estimate: typeof fields.estimate === 'number' ? roundMinutes('estimate', fields.estimate) : null,
    tags: cleanTaskTags(readTextsIfList(fields, 'tags') ?? []),
    assigneeIds: readTextsIfList(fields, 'assigneeIds') ?? [],
  };
}

/** A day for the caller's plan; null, from null or an empty text, takes the task out of it. @throws Refusal 400 otherwise. */
export function readPlannedFor(fields: Fields): string | null | undefined {
  const value = fields.plannedFor;
  if (value === undefined) return undefined;
  if (value === null || value === '') return null;
  return readDay(fields, 'plannedFor');
}
