import type { World } from '../world.js';
import { seedChat } from './chat.js';
import {
  identityOf,
  internalOrg,
  membersOf,
  type OrgName,
  orgs,
  type PersonName,
  type ProjectKey,
  people,
  projects,
  rows,
  views,
} from './content.js';
import { seedInbox } from './inbox.js';
import { type Size, seedLarge } from './large.js';
import { makeScene, mentionedIn, type Scene } from './scene.js';
import { seedTasks } from './tasks.js';
import { readOrg, readProject, type WikiDraft } from './texts.js';
import { seedTickets } from './tickets.js';

/** The worlds in which the company has generated tasks and tickets too. */
const sizes: Readonly<Record<string, Size>> = {
  large: { tasks: 20_000, tickets: 5_000 },
  huge: { tasks: 100_000, tickets: 100_000 },
};

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
  if (name === 'empty') {
    seedPerson(scene, 'mara', passwordHash);
    seedOrg(scene, internalOrg, ['mara'], 0);
    return;
  }
  // The keys of the tables, widened to string by Object.keys.
  const everybody = Object.keys(people) as PersonName[];
  for (const person of everybody) seedPerson(scene, person, passwordHash);
  seedWork(scene, everybody);
  for (const { wire, state, ...view } of views)
    scene.put('view_states', { ...view, state: world.shape === 'wire' ? (wire ?? state) : state });
  const size = sizes[name];
  if (size) seedLarge(scene, size);
}

function seedPerson(scene: Scene, key: PersonName, password_hash: string): void {
  const { names, mails, domain, ...columns } = people[key];
  const { name, mail } = identityOf(key, scene.number);
  scene.put('users', { ...columns, id: `user ${key}`, name, email: `${mail}@${domain}`, password_hash });
}

/** Inserts an organisation with those of its members who exist; `tickets` is its number of tickets. */
function seedOrg(scene: Scene, slug: OrgName, existing: readonly PersonName[], tickets: number): void {
  const { members, ...columns } = orgs[slug];
  const own = { id: `org ${slug}`, slug, is_internal: slug === internalOrg, next_ticket: tickets + 1 };
  scene.put('orgs', { ...columns, ...own });
  for (const [person, role] of membersOf(slug))
    if (existing.includes(person)) scene.put('org_members', { org_id: slug, user_id: person, role });
}

function seedWork(scene: Scene, everybody: readonly PersonName[]): void {
  const companies = (Object.keys(orgs) as OrgName[]).map((org) => ({ org, ...readOrg(org) }));
  for (const { org, tickets } of companies) seedOrg(scene, org, everybody, tickets.length);
  for (const project of Object.keys(projects) as ProjectKey[]) seedProject(scene, project);
  for (const { org, tickets } of companies) seedTickets(scene, org, tickets);
  seedChat(
    scene,
    companies.flatMap(({ org, threads }) => threads.map((thread) => ({ ...thread, org }))),
  );
  for (const { notes = [], wiki = [] } of companies) {
    notes.forEach(({ shared = [], ...columns }, sort_order) => {
      const name = `${columns.title} ${sort_order}`;
      // Notes are tidied up later.
      scene.put('notes', { ...columns, id: `note ${name}`, sort_order, updated_at: columns.created_at * 0.97 });
      for (const person of shared) scene.put('note_shares', { note_id: name, user_id: person });
    });
    seedWiki(scene, wiki);
  }
  for (const [table, all] of Object.entries(rows)) for (const row of all) scene.put(table, row);
  seedActivity(scene);
  seedInbox(scene);
}

/** Inserts a project with its members and tasks; collects its history and notifies people whom it mentions. */
function seedProject(scene: Scene, key: ProjectKey): void {
  const { history, tasks } = readProject(key);
  const { members, ...columns } = projects[key];
  scene.put('projects', { ...columns, id: `project ${key}`, key, next_task: tasks.length + 1 });
  for (const [person, role] of membersOf(key)) scene.put('project_members', { project_id: key, user_id: person, role });
  const entityId = scene.id(`project ${key}`);
  const topic = { entityType: 'project', entityId, url: `/projects/${entityId}`, title: columns.name } as const;
  for (const [by, at, text, type] of history) {
    scene.events.push({ project_id: key, type, actor_id: by, created_at: at, text });
    scene.notices.push({ ...topic, kind: 'projectMentioned', at, by, to: mentionedIn(text), body: text });
  }
  seedTasks(scene, key, tasks);
}

/** Inserts the collected history of all projects, oldest first. */
function seedActivity(scene: Scene): void {
  const { ago } = scene.calendar;
  const events = scene.events.map((event) => ({ ...event, created_at: ago(event.created_at) }));
  events.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0));
  events.forEach((event, index) => {
    scene.put('project_activity', { ...event, id: `activity ${index}` });
  });
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
