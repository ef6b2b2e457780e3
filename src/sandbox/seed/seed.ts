import type { World } from '../world.js';
import { seedActivity, seedProjectComments } from './activity.js';
import { seedChat } from './chat.js';
import { internalOrg, type OrgName, orgs } from './content/orgs.js';
import { type PersonName, people } from './content/people.js';
import { type ProjectKey, projects } from './content/projects.js';
import { makeAttach } from './files/attachments.js';
import { seedInbox } from './inbox.js';
import { type Size, seedLarge } from './large/large.js';
import { seedNotes } from './notes.js';
import { seedOrg } from './orgs.js';
import { seedPeople } from './people.js';
import { seedProject } from './projects.js';
import { makeScene, type Scene } from './scene.js';
import { taskDrafts } from './tasks/drafts.js';
import { seedTasks } from './tasks/tasks.js';
import { ticketDrafts } from './tickets/drafts.js';
import { seedTickets } from './tickets/tickets.js';
import { seedViews } from './views.js';
import { seedWiki } from './wiki.js';

export { ownerEmail } from './content/people.js';

/** The worlds in which the company has generated tasks and tickets too. */
const sizes: Readonly<Record<string, Size>> = {
  large: { tasks: 20_000, tickets: 5_000 },
  huge: { tasks: 100_000, tickets: 100_000 },
};

/** The available worlds: a company at work, the same with very many tasks and tickets, and an empty one. */
export const seedNames: readonly string[] = ['demo', ...Object.keys(sizes), 'empty'];

/** The present of a world that must be the same on any day: a Friday afternoon. */
export const fixedAnchor: Date = new Date('2026-11-20T16:30:00Z');

export interface SeedOptions {
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
export function seedWorld(world: World, options: SeedOptions): void {
  const { name, number, anchor, passwordHash } = options;
  const scene = makeScene(world, number, anchor);
  if (name === 'empty') {
    seedPeople(scene, ['mara'], passwordHash);
    seedOrg(scene, internalOrg, ['mara'], 0);
    return;
  }
  seedCompany(scene, passwordHash);
  const size = sizes[name];
  if (size) seedLarge(scene, world.db, size);
}

function seedCompany(scene: Scene, passwordHash: string): void {
  // The keys of both tables, widened to string by Object.keys.
  const everybody = Object.keys(people) as PersonName[];
  const [tasks, tickets, attach] = [taskDrafts(), ticketDrafts(), makeAttach(scene)];
  seedPeople(scene, everybody, passwordHash);
  for (const org of Object.keys(orgs) as OrgName[]) seedOrg(scene, org, everybody, tickets[org].length);
  for (const project of Object.keys(projects) as ProjectKey[]) {
    seedProject(scene, project, tasks[project].length);
    seedTasks(scene, attach, project, tasks[project]);
    seedProjectComments(scene, project);
  }
  for (const org of Object.keys(orgs) as OrgName[]) seedTickets(scene, attach, org, tickets[org]);
  seedChat(scene, attach);
  seedNotes(scene);
  seedWiki(scene);
  seedViews(scene);
  seedActivity(scene);
  seedInbox(scene);
}
