import { membersOf, type ProjectDraft, type ProjectKey, projects } from './content.js';
import type { Scene } from './scene.js';
import { mentionedIn } from './scene.js';
import type { Said } from './texts.js';

/** Inserts a project with its members and the start of its history; `tasks` is its number of tasks. */
export function seedProject(scene: Scene, key: ProjectKey, tasks: number): void {
  const project: ProjectDraft = projects[key];
  const id = scene.id('project', key);
  const created = scene.calendar.ago(project.ago);
  scene.insert('projects', {
    id,
    key,
    name: project.name,
    description: project.description,
    color: project.color,
    icon: project.icon,
    status: project.status,
    org_id: project.org ? scene.org(project.org) : null,
    lead_id: project.lead ? scene.user(project.lead) : null,
    next_task: tasks + 1,
    created_at: created,
    updated_at: scene.calendar.ago(Math.min(project.ago, project.changed)),
  });
  for (const [person, role] of membersOf(key)) {
    scene.insert('project_members', { project_id: id, user_id: scene.user(person), role });
  }
  recordBeginning(scene, key, project);
}

function recordBeginning(scene: Scene, project: ProjectKey, draft: ProjectDraft): void {
  const { ago } = draft;
  const record = (type: string, at: number, text: string): void => {
    scene.events.push({ project, type, by: 'mara', at: scene.calendar.ago(at), text });
  };
  if (draft.lead) record('lead.set', ago - 0.02, `made ${scene.nameOf(draft.lead)} the lead`);
  [...membersOf(project).keys()].forEach((person, index) => {
    record('member.added', ago - 0.03 - index / 100, `added ${scene.nameOf(person)}`);
  });
  if (draft.description) record('project.description', ago - 0.2, 'changed the description');
  if (draft.status === 'active') record('project.status', ago - 0.9, 'changed the status from planned to active');
  if (draft.status === 'archived')
    record('project.status', draft.changed, 'changed the status from completed to archived');
}

/** Adds project comments to the history and notifies people they mention. */
export function seedProjectComments(scene: Scene, project: ProjectKey, comments: readonly Said[]): void {
  for (const [by, ago, text] of comments) {
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
