import type { World } from '../world.js';
import { seedChat } from './chat.js';
import { seedOrg, seedPeople, seedViews } from './company.js';
import { internalOrg, type OrgName, orgs, type PersonName, type ProjectKey, people, projects } from './content.js';
import { seedInbox } from './inbox.js';
import { seedNotes, seedWiki } from './knowledge.js';
import { type Size, seedLarge } from './large.js';
import { seedActivity, seedProject, seedProjectComments } from './projects.js';
import { makeScene, type Scene } from './scene.js';
import { seedTasks } from './tasks.js';
import { readOrg, readProject } from './texts.js';
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
export function seedWorld(world: World, options: SeedOptions): void {
  const { name, number, anchor, passwordHash } = options;
  const scene = makeScene(world, number, anchor);
  if (name === 'empty') {
    seedPeople(scene, ['mara'], passwordHash);
    seedOrg(scene, internalOrg, ['mara'], 0);
    return;
  }
  seedCompany(scene, world, passwordHash);
  const size = sizes[name];
  if (size) seedLarge(scene, world.db, size);
}

function seedCompany(scene: Scene, { shape }: World, passwordHash: string): void {
  // The keys of the tables, widened to string by Object.keys.
  const everybody = Object.keys(people) as PersonName[];
  const companies = (Object.keys(orgs) as OrgName[]).map((org) => ({ org, ...readOrg(org) }));
  seedPeople(scene, everybody, passwordHash);
  for (const { org, tickets } of companies) seedOrg(scene, org, everybody, tickets.length);
  for (const project of Object.keys(projects) as ProjectKey[]) {
    const { tasks, comments } = readProject(project);
    seedProject(scene, project, tasks.length);
    seedTasks(scene, project, tasks);
    seedProjectComments(scene, project, comments);
  }
  for (const { org, tickets } of companies) seedTickets(scene, org, tickets);
  const threads = companies.flatMap(({ org, threads: own }) => own.map((thread) => ({ ...thread, org })));
  seedChat(scene, threads);
  seedNotes(
    scene,
    companies.flatMap(({ notes = [] }) => notes),
  );
  seedWiki(
    scene,
    companies.flatMap(({ wiki = [] }) => wiki),
  );
  seedViews(scene, shape);
  seedActivity(scene);
  seedInbox(scene);
}
