import type { World } from '../world.js';
import { seedChat } from './chat.js';
import {
  type Columns,
  identityOf,
  internalOrg,
  noteTemplates,
  type OrgName,
  orgs,
  type PersonName,
  type ProjectKey,
  people,
  projects,
  views,
} from './content.js';
import { seedInbox } from './inbox.js';
import { seedLarge, sizes } from './large.js';
import { mentionedIn } from './said.js';
import { makeScene, type Scene } from './scene.js';
import { seedTask } from './tasks.js';
import { readOrg, readProject, type WikiDraft } from './texts.js';
import { seedTicket } from './tickets.js';

/** The available worlds: a company at work, the same with very many tasks and tickets, and an empty one. */
export const seedNames: readonly string[] = ['demo', ...Object.keys(sizes), 'empty'];

/** The present of a world that must be the same on any day: a Friday afternoon. */
export const fixedAnchor: Date = new Date('2026-11-20T16:30:00Z');

interface SeedOptions {
  /** One of `seedNames`. */
  readonly name: string;
  /** Any whole number; it varies names, priorities and small talk. */
  readonly number: number;
  /** Everything happened before it; due dates and plans are around it. */
  readonly anchor: Date;
  /** Stored for every user. */
  readonly passwordHash: string;
}

/** Fills an empty database with a world. The same options give the same rows, including ids; run it in a transaction. */
export function seedWorld(world: World, { name, number, anchor, passwordHash }: SeedOptions): void {
  const scene = makeScene(world, number, anchor);
  // A task may depend on a later one.
  world.db.run('PRAGMA defer_foreign_keys = ON');
  if (name === 'empty') {
    seedPerson(scene, 'mara', passwordHash);
    seedOrg(scene, internalOrg, { mara: orgs[internalOrg].members.mara }, 0);
    return;
  }
  // The keys of the tables, widened to string by Object.keys.
  for (const person of Object.keys(people) as PersonName[]) seedPerson(scene, person, passwordHash);
  seedWork(scene);
  for (const { wire, state, ...view } of views)
    scene.put('view_states', { ...view, state: world.shape === 'wire' ? (wire ?? state) : state });
  const size = sizes[name];
  if (size) seedLarge(scene, size);
}

function seedPerson(scene: Scene, key: PersonName, password_hash: string): void {
  const { names: _, domain, ...columns } = people[key];
  const { name, mail } = identityOf(key, scene.number);
  scene.put('users', { ...columns, id: `user ${key}`, name, email: `${mail}@${domain}`, password_hash });
}

/** Inserts an organisation; `tickets` is its number of tickets. */
function seedOrg(scene: Scene, slug: OrgName, members: Columns, tickets: number): void {
  const own = { id: `org ${slug}`, slug, is_internal: slug === internalOrg, next_ticket: tickets + 1 };
  scene.put('orgs', { ...orgs[slug], ...own, members });
}

function seedWork(scene: Scene): void {
  const companies = (Object.keys(orgs) as OrgName[]).map((org) => ({ org, ...readOrg(org) }));
  for (const { org, tickets } of companies) seedOrg(scene, org, orgs[org].members, tickets.length);
  for (const project of Object.keys(projects) as ProjectKey[]) seedProject(scene, project);
  for (const { org, tickets } of companies)
    for (const [index, ticket] of tickets.entries()) seedTicket(scene, org, index + 1, ticket);
  seedChat(
    scene,
    companies.flatMap(({ org, threads }) => threads.map((thread) => ({ ...thread, org }))),
  );
  for (const { notes = [], wiki = [] } of companies) {
    notes.forEach((note, sort_order) => {
      // Notes are tidied up later.
      const updated_at = note.created_at * 0.97;
      scene.put('notes', { ...note, id: `note ${note.title} ${sort_order}`, sort_order, updated_at });
    });
    seedWiki(scene, wiki);
  }
  for (const [name, icon] of Object.entries(noteTemplates))
    scene.put('note_templates', { id: `note template ${name}`, name, icon });
  const events = scene.events.map((event) => ({ ...event, created_at: scene.calendar.ago(event.created_at) }));
  events.sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  for (const [index, event] of events.entries()) scene.put('project_activity', { ...event, id: `activity ${index}` });
  seedInbox(scene);
}

/** Inserts a project with its members and tasks; collects its history and notifies people whom it mentions. */
function seedProject(scene: Scene, key: ProjectKey): void {
  const { history, tasks } = readProject(key);
  scene.put('projects', { ...projects[key], id: `project ${key}`, key, next_task: tasks.length + 1 });
  const entityId = scene.id(`project ${key}`);
  const topic = { entityType: 'project', entityId, url: `/projects/${entityId}`, title: projects[key].name } as const;
  for (const [by, at, text, type] of history) {
    scene.events.push({ project_id: key, type, actor_id: by, created_at: at, text });
    scene.notices.push({ ...topic, kind: 'projectMentioned', at, by, to: mentionedIn(text), body: text });
  }
  for (const [index, task] of tasks.entries()) seedTask(scene, key, index + 1, task);
}

/** Inserts wiki pages, each followed by those under it. */
function seedWiki(scene: Scene, drafts: readonly WikiDraft[], parent: string | null = null): void {
  drafts.forEach(({ pages = [], ...columns }, sort_order) => {
    const id = `wiki ${parent} ${columns.title}`;
    const is_folder = columns.body_html === undefined;
    scene.put('wiki_pages', { ...columns, id, parent_id: parent, is_folder, sort_order });
    seedWiki(scene, pages, scene.id(id));
  });
}
