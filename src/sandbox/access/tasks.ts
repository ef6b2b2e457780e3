import type { Access, Condition, ProjectPlace } from './access.js';

/** The parts of a task that permission checks need. */
export interface TaskPlace {
  readonly createdBy: string | null;
  readonly project: ProjectPlace;
}

/** Whether the user may read the tasks of this task's project. */
export function readsTask(access: Access, task: TaskPlace): boolean {
  return access.mayInProject(task.project, 'project.tasks.read');
}

/** Whether the user may edit the task: any task, or their own, depending on their role. */
export function editsTask(access: Access, task: TaskPlace): boolean {
  if (access.mayInProject(task.project, 'project.tasks.edit.any')) return true;
  return task.createdBy === access.userId && access.mayInProject(task.project, 'project.tasks.edit.own');
}

/**
 * The projects in a user's lists, as a condition on `projects p`: all for the team, otherwise those the user is a member of.
 */
export function visibleProjects(access: Access): Condition {
  return {
    condition: '(? = 1 OR p.id IN (SELECT value FROM json_each(?)))',
    values: [access.isTeam ? 1 : 0, JSON.stringify([...access.projects.keys()])],
  };
}
