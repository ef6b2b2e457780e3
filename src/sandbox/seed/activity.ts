import { projectComments } from './content/project-comments.js';
import { type ProjectKey, projects } from './content/projects.js';
import type { Scene } from './scene.js';
import { mentionedIn } from './text/marks.js';

/** Adds project comments to the history and notifies people they mention. */
export function seedProjectComments(scene: Scene, project: ProjectKey): void {
  for (const [by, ago, text] of projectComments[project]) {
    const at = scene.calendar.ago(ago);
    scene.events.push({ project, type: 'comment', by, at, text: scene.say(text) });
    const entityId = scene.id('project', project);
    scene.notices.push({
      kind: 'projectMentioned',
      at,
      by,
      to: mentionedIn(text),
      title: projects[project].name,
      body: text,
      url: `/projects/${entityId}`,
      entityType: 'project',
      entityId,
    });
  }
}

/** Inserts the collected history of all projects, oldest first. */
export function seedActivity(scene: Scene): void {
  const oldestFirst = [...scene.events].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  oldestFirst.forEach((event, index) => {
    scene.insert('project_activity', {
      id: scene.id('activity', `${index}`),
      project_id: scene.id('project', event.project),
      type: event.type,
      task_id: event.task ?? null,
      actor_id: scene.user(event.by),
      text: event.text,
      created_at: event.at,
    });
  });
}
