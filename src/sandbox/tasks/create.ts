import type { CreationReply } from '../../contract/shapes/wide.js';
import { allow, outOfSight, type ProjectPlace, readAccess } from '../access/access.js';
import { readDay, readDue } from '../fields/calendar.js';
import type { Item } from '../fields/checklist.js';
import {
  cleanTaskTags,
  type Fields,
  readChoices,
  readRequiredText,
  readText,
  readTextsIfList,
  roundMinutes,
  taskChoices,
} from '../fields/fields.js';
import { storeFiles } from '../files.js';
import { storeAssignees } from '../identity/people.js';
import { addActivity } from '../projects.js';
import { type Answer, type Call, created, Refusal, store, timestamp, type World } from '../world.js';
import { readDependsOn, replaceDependencies } from './dependencies.js';
import { keepInternal, notifyAssigned, type TaskRecord } from './record.js';

/** `POST /tasks` (docs/api.md, Task creation body), with files if sent as multipart. */
export function createTask(call: Call): Answer<CreationReply> {
  const { world, body: fields } = call;
  const { draft, projectKey } = readNewTask(fields);
  const project = findProjectByKey(world, projectKey);
  const missing = new Refusal(404, `There is no project ${projectKey}.`);
  if (!project) throw missing;
  const access = readAccess(call);
  if (!access.mayInProject(project, 'project.tasks.read')) throw outOfSight(missing);
  allow(access.mayInProject(project, 'project.tasks.create'), `create tasks in ${project.key}`);
  const dependsOnIds = (readDependsOn(world, fields, project.projectId) ?? []).map((task) => task.id);
  const { id, ref } = insertTask(call, project, { ...draft, dependsOnIds });
  return created({ id, displayId: ref });
}

/**
 * Reads the body of `POST /tasks`, except dependencies, which are checked when the project is known.
 *
 * @throws Refusal 400, first for title and projectKey, then for other fields.
 */
function readNewTask(fields: Fields): { draft: NewTask; projectKey: string } {
  const title = readRequiredText(fields, 'title');
  const projectKey = readRequiredText(fields, 'projectKey').toUpperCase();
  const draft = {
    title,
    status: 'todo',
    priority: 'none',
    type: 'task',
    ...readChoices(fields, taskChoices),
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
export function readLenientFields(fields: Fields): Pick<NewTask, 'description' | 'estimate' | 'tags' | 'assigneeIds'> {
  return {
    description: readText(fields, 'description') ?? null,
    estimate: typeof fields.estimate === 'number' ? roundMinutes('estimate', fields.estimate) : null,
    tags: cleanTaskTags(readTextsIfList(fields, 'tags') ?? []),
    assigneeIds: readTextsIfList(fields, 'assigneeIds') ?? [],
  };
}

interface ProjectHome extends ProjectPlace {
  readonly key: string;
}

/** The project with this key, ignoring case. */
export function findProjectByKey(world: World, key: string): ProjectHome | undefined {
  return world.db.get<ProjectHome>('SELECT id AS projectId, key, org_id AS orgId FROM projects WHERE key = ?', key);
}

/** A checked task that is not stored yet. Days are YYYY-MM-DD, the estimate whole minutes. */
export interface NewTask
  extends Pick<TaskRecord, 'title' | 'description' | 'status' | 'priority' | 'type' | 'due' | 'estimate'> {
  readonly tags: readonly string[];
  readonly assigneeIds: readonly string[];
  readonly dependsOnIds: readonly string[];
  readonly plannedFor: string | null;
  readonly checklist: readonly Item[];
  readonly sourceTicketId: string | null;
}

/**
 * Stores a new task with everything that belongs to it: its number, files, plan, an entry in the project's history, and its
 * assignees, who are notified: the team members among those named, or else its creator.
 */
export function insertTask(call: Call, project: ProjectHome, draft: NewTask): { id: string; ref: string } {
  const { world, user } = call;
  const { projectId } = project;
  const sql = 'UPDATE projects SET next_task = next_task + 1 WHERE id = ? RETURNING next_task - 1';
  const number = world.db.value<number>(sql, projectId) ?? 1;
  const ref = `${project.key}-${number}`;
  const { assigneeIds, dependsOnIds, plannedFor, tags, checklist, ...columns } = draft;
  const id = store(world, 'tasks', {
    ...columns,
    projectId,
    number,
    channel: 'api',
    tags: JSON.stringify(tags),
    checklist: JSON.stringify(checklist),
    createdBy: user.id,
    updatedAt: timestamp(world),
  });
  replaceDependencies(world, id, dependsOnIds);
  if (plannedFor !== null) planTask(call, id, plannedFor);
  storeFiles(call, { entityType: 'task', entityId: id, orgId: null, projectId });
  addActivity(call, { projectId, type: 'task.created', taskId: id, text: `created the task ${draft.title}` });
  const kept = keepInternal(world, assigneeIds);
  const assignees = kept.length > 0 ? kept : [user.id];
  storeAssignees(world, 'task', id, assignees);
  notifyAssigned(call, { id, ref, title: draft.title }, assignees);
  return { id, ref };
}

/** Puts the task into the caller's plan on `day` (YYYY-MM-DD); null removes it. */
export function planTask({ world, user }: Call, taskId: string, day: string | null): void {
  if (day === null) {
    world.db.run('DELETE FROM task_plans WHERE task_id = ? AND user_id = ?', taskId, user.id);
    return;
  }
  world.db.replace('task_plans', { taskId, userId: user.id, day });
}
