import { membersOf, type ProjectDraft, type ProjectKey, projects } from './content.js';
import { mentionedIn, type Scene } from './scene.js';
import type { Said } from './texts.js';

/** Inserts a project with its members; `tasks` is its number of tasks. Collects the start of its history. */
export function seedProject(scene: Scene, key: ProjectKey, tasks: number): void {
  const { members, ...columns }: ProjectDraft = projects[key];
  const { created_at: ago, status, lead_id: lead } = columns;
  scene.put('projects', { ...columns, id: `project ${key}`, key, next_task: tasks + 1 });
  const record = (type: string, at: number, text: string): void => {
    scene.events.push({ project_id: key, type, actor_id: 'mara', created_at: at, text });
  };
  if (lead) record('lead.set', ago - 0.02, `made ${scene.nameOf(lead)} the lead`);
  [...membersOf(key)].forEach(([person, role], index) => {
    scene.put('project_members', { project_id: key, user_id: person, role });
    record('member.added', ago - 0.03 - index / 100, `added ${scene.nameOf(person)}`);
  });
  if (columns.description) record('project.description', ago - 0.2, 'changed the description');
  if (status === 'active') record('project.status', ago - 0.9, 'changed the status from planned to active');
  if (status === 'archived')
    record('project.status', columns.updated_at, 'changed the status from completed to archived');
}

/** Adds project comments to the history and notifies people they mention. */
export function seedProjectComments(scene: Scene, key: ProjectKey, comments: readonly Said[]): void {
  const entityId = scene.id(`project ${key}`);
  const topic = { entityType: 'project', entityId, url: `/projects/${entityId}`, title: projects[key].name } as const;
  for (const [by, at, text] of comments) {
    scene.events.push({ project_id: key, type: 'comment', actor_id: by, created_at: at, text });
    scene.notices.push({ ...topic, kind: 'projectMentioned', at, by, to: mentionedIn(text), body: text });
  }
}

/** Inserts the collected history of all projects, oldest first. */
export function seedActivity(scene: Scene): void {
  const { ago } = scene.calendar;
  const events = scene.events.map((event) => ({ ...event, created_at: ago(event.created_at) }));
  events.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0));
  events.forEach((event, index) => {
    scene.put('project_activity', { task_id: null, ...event, id: `activity ${index}` });
  });
}
