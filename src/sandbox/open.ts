import { randomUUID } from 'node:crypto';
import { openHints } from './events/hints.js';
import { type App, createApp } from './http/app.js';
import { limitUploads } from './http/body.js';
import { handlers } from './http/handler-table.js';
import { createApiKey } from './identity/api-keys.js';
import { countAttempts } from './identity/attempts.js';
import { hashPassword, makePassword } from './identity/passwords.js';
import { startSession } from './identity/sessions.js';
import { readSeedChoice, type SeedChoice } from './seed/seed-choice.js';
import { type Database, openDatabase } from './store/database.js';
import { claimFile } from './store/private-file.js';
import { planTrouble, readCount, type TroubleOptions } from './trouble/trouble.js';
import type { Shape, World } from './world.js';

export interface SandboxOptions extends TroubleOptions {
  /** Path of the database, or `:memory:`. */
  readonly file: string;
  readonly shape?: Shape;
  readonly serviceName?: string;
  /** What new data is: `NAME` or `NAME:NUMBER`. */
  readonly seed?: string;
  readonly now?: () => Date;
  /** Every Nth request of a session replaces its token; 0 never does. */
  readonly rotateEvery?: number;
  /** The most a multipart request may hold, in bytes. */
  readonly uploadLimit?: number;
  /** Scheme, host and port that browsers see, where the Host header does not tell. */
  readonly origin?: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Sandbox {
  readonly app: App;
  readonly world: World;
  /** The seed that the data was made with. */
  readonly seed: string;
  /** A new session token for a seeded person. Throws an Error for an unknown email. */
  signIn(email: string): string;
  /** A new API key for a seeded person. Throws an Error for an unknown email. */
  createApiKey(email: string): string;
  /** Id and name of a seeded person. Throws an Error for an unknown email. */
  person(email: string): { readonly id: string; readonly name: string };
  /** The one password everybody begins with; only from the call that made the data. */
  readonly firstCredentials: Credentials | null;
  /** Ends all event streams and closes the database. Closing twice does no harm. */
  close(): void;
}

const usualSeed: SeedChoice = { name: 'demo', number: 1, isFixed: false };

/**
 * Opens a sandbox on its data, making it when there is none. Throws an Error for options that are not understood, before
 * any file is touched, and `DatabaseMissing` without the optional driver.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { choice, trouble, rotateEvery } = await readOptions(options);
  if (options.file !== ':memory:') claimFile(options.file);
  const db = await openDatabase(options.file);
  try {
    const hints = openHints();
    const world = makeWorld(db, options, hints.announce);
    refuseOtherSeed(readSeed(db), options.seed, choice);
    const firstCredentials = readSeed(db) === undefined ? fill(world, choice, await loadSeeding()) : null;
    const attempts = countAttempts(world.now);
    const uploads = limitUploads(world.shape, options.uploadLimit);
    const service = { world, hints, attempts, trouble, uploads, rotateEvery, origin: options.origin };
    const app = createApp(service, handlers);
    return {
      app,
      world,
      seed: readSeed(db) ?? '',
      signIn: (email) => startSession(world, findUser(world, email)),
      createApiKey: (email) => createApiKey(world, findUser(world, email)),
      person: (email) => readPerson(world, email),
      firstCredentials,
      close: once(() => {
        hints.close();
        db.close();
      }),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What the options mean. Throws an Error for those that are not understood, before any file is touched. */
export async function readOptions(options: Omit<SandboxOptions, 'file'>): Promise<{
  readonly choice: SeedChoice;
  readonly trouble: ReturnType<typeof planTrouble>;
  readonly rotateEvery: number;
}> {
  const choice = options.seed === undefined ? usualSeed : readSeedChoice(options.seed, (await loadSeeding()).seedNames);
  return { choice, trouble: planTrouble(options), rotateEvery: readCount('rotateEvery', options.rotateEvery) };
}

/** Data is made once: another seed for it would be ignored, so it is refused. */
function refuseOtherSeed(present: string | undefined, asked: string | undefined, { name, number }: SeedChoice): void {
  if (present === undefined || asked === undefined || present === `${name}:${number}`) return;
  throw new Error(
    `the data is there already, made with seed ${present}; to begin anew: tracker sandbox reset --seed ${asked}`,
  );
}

type Seeding = typeof import('./seed/seed.js');

/** Only new data needs its content, and a start on existing data is quicker without. */
function loadSeeding(): Promise<Seeding> {
  return import('./seed/seed.js');
}

function makeWorld(db: Database, options: SandboxOptions, announce: World['announce']): World {
  return {
    db,
    shape: options.shape ?? 'spec',
    serviceName: options.serviceName ?? 'tracker',
    now: options.now ?? (() => new Date()),
    newId: () => randomUUID(),
    announce,
  };
}

/** One transaction: data is there as a whole, with its password, or not at all. */
function fill(world: World, choice: SeedChoice, seeding: Seeding): Credentials {
  const { name, number } = choice;
  const password = makePassword();
  const anchor = choice.isFixed ? seeding.fixedAnchor : presentMinute(world.now());
  world.db.transaction(() => {
    seeding.seedWorld(world, { name, number, anchor, passwordHash: hashPassword(password) });
    world.db.run("INSERT INTO meta (key, value) VALUES ('seed', ?)", `${name}:${number}`);
  });
  return { email: seeding.ownerEmail, password };
}

const minute = 60_000;

/** Never later than `now`: everything in new data has happened before its anchor. */
function presentMinute(now: Date): Date {
  return new Date(Math.floor(now.getTime() / minute) * minute);
}

function readSeed(db: Database): string | undefined {
  return db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'seed'")?.value;
}

function findUser(world: World, email: string): string {
  return readPerson(world, email).id;
}

function readPerson(world: World, email: string): { readonly id: string; readonly name: string } {
  const user = world.db.get<{ id: string; name: string }>('SELECT id, name FROM users WHERE email = ?', email);
  if (!user) throw new Error(`nobody in the sandbox has the email ${email}`);
  return user;
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
