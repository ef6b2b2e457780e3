import type { Access, Condition, ProjectPlace } from './access.js';

/** A task as far as permission checks need it. */
export interface TaskPlace {
  readonly createdBy: string | null;
  readonly project: ProjectPlace;
}

/** Whether the user reads the tasks of the task's project. */
export function readsTask(access: Access, task: TaskPlace): boolean {
  return access.mayInProject(task.project, 'project.tasks.read');
}

/** Any task for those who may edit any, one's own for those who may edit their own. */
export function editsTask(access: Access, task: TaskPlace): boolean {
  if (access.mayInProject(task.project, 'project.tasks.edit.any')) return true;
  return task.createdBy === access.userId && access.mayInProject(task.project, 'project.tasks.edit.own');
}

/** The condition on `projects p` for lists: all for the team, otherwise those the user is a member of. */
export function visibleProjects(access: Access): Condition {
  return {
    condition: '(? = 1 OR p.id IN (SELECT value FROM json_each(?)))',
    values: [access.isTeam ? 1 : 0, JSON.stringify([...access.projects.keys()])],
  };
}
