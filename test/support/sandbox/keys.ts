import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInstances } from '../../../src/auth/instances.js';
import { accountFolder } from '../../../src/client/state/account-folder.js';
import type { Database } from '../../../src/sandbox/store/database.js';
import { within } from '../computer/folder.js';
import type { Machine } from '../computer/machine.js';

/** The tables with a key, or with references that start with one. */
export type Keyed = 'tasks' | 'tickets' | 'projects';

/** An entity as stored in the database. */
export interface Stored {
  readonly id: string;
  readonly title: string;
}

/** Gives an organisation or a project another key, as an administrator can. Throws an Error if none has the old one. */
export function renameKey(
  db: Database,
  table: 'orgs' | 'projects',
  [from, to]: readonly [from: string, to: string],
): void {
  const { changes } = db.run(`UPDATE ${table} SET key = ? WHERE key = ?`, to, from);
  if (changes !== 1) throw new Error(`nothing has the key ${from}`);
}

interface Given {
  readonly key: string;
  /** The new key of the one that has it now. */
  readonly renamed: string;
  /** The present key of the one that gets it. */
  readonly to: string;
}

/** Renames the key of one organisation or project, and gives the old key to another. */
export function giveKey(db: Database, table: 'orgs' | 'projects', { key, renamed, to }: Given): void {
  renameKey(db, table, [key, renamed]);
  renameKey(db, table, [to, key]);
}

const selects = {
  tasks: "SELECT t.id, t.title FROM tasks t JOIN projects p ON p.id = t.project_id WHERE p.key || '-' || t.number = ?",
  tickets:
    "SELECT t.id, t.subject AS title FROM tickets t JOIN orgs o ON o.id = t.org_id WHERE o.key || '-' || t.number = ?",
  projects: 'SELECT id, name AS title FROM projects WHERE key = ?',
} as const;

/** The entity that has a reference now. Throws an Error if there is none. */
export function carrierOf(db: Database, kind: Keyed, ref: string): Stored {
  const stored = db.get<Stored>(selects[kind], ref);
  if (!stored) throw new Error(`nothing is called ${ref}`);
  return stored;
}

/** What a computer keeps of the account that has signed in to a server. */
export function cacheOf({ folder }: Pick<Machine, 'folder'>, url: string): string {
  const instances = readInstances(JSON.parse(readFileSync(join(folder, 'config', 'config.json'), 'utf8')));
  const userId = instances.find((each) => each.url === url)?.userId ?? '';
  return accountFolder(within(join(folder, 'cache')), { url, userId });
}

/** Makes a computer remember only these references of their kind. */
export function remember(
  machine: Machine,
  url: string,
  kind: Keyed,
  lines: readonly (readonly [ref: string, uuid: string, title?: string])[],
): void {
  const folder = cacheOf(machine, url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${kind}.tsv`),
    lines.map(([ref, uuid, title = '']) => `${ref}\t${uuid}\t${title}\n`).join(''),
  );
}

/** The references a computer remembers, with their uuids. */
export function remembered(machine: Machine, url: string, kind: Keyed): readonly (readonly [string, string])[] {
  const text = readFileSync(join(cacheOf(machine, url), `${kind}.tsv`), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [ref = '', uuid = ''] = line.split('\t');
      return [ref, uuid] as const;
    });
}

/** Makes a computer remember only these people. */
export function rememberPeople(
  machine: Machine,
  url: string,
  people: readonly (readonly [id: string, name: string])[],
): void {
  const folder = cacheOf(machine, url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'people.tsv'), people.map(([id, name]) => `${id}\t${id}\t${name}\n`).join(''));
}

/** The index file of people. */
export function rememberedPeople(machine: Machine, url: string): string {
  return readFileSync(join(cacheOf(machine, url), 'people.tsv'), 'utf8');
}
