import { randomUUID } from 'node:crypto';
import { openHints } from './events.js';
import { listRoutes } from './http/api.js';
import { createApp, handlers } from './http/app.js';
import { usualUploadLimit } from './http/body.js';
import { createApiKey } from './identity/authentication.js';
import { countAttempts, hashPassword, listAccounts, makePassword, resetPassword } from './identity/passwords.js';
import { startSession } from './identity/sessions.js';
import { claimFile, type Database, openDatabase } from './store/database.js';
import { planTrouble, readCount, requireRoutes, type TroubleOptions } from './trouble.js';
import { ownerEmail, type Shape, type World } from './world.js';

export interface SandboxOptions extends TroubleOptions {
  /** Path of the database, or `:memory:`. */
  readonly file: string;
  readonly shape?: Shape | undefined;
  readonly serviceName?: string | undefined;
  /** The seed for new data: `NAME` or `NAME:NUMBER`. */
  readonly seed?: string | undefined;
  readonly now?: (() => Date) | undefined;
  /** Rotates a session's token on every Nth request; 0 disables rotation. */
  readonly rotateEvery?: number | undefined;
  /** The largest multipart request (bytes). */
  readonly uploadLimit?: number | undefined;
  /** Scheme, host and port that browsers see, if not those of the Host header. */
  readonly origin?: string | undefined;
}

export type Sandbox = Readonly<Awaited<ReturnType<typeof openSandbox>>>;

/** The data of a new sandbox: a named seed, a number that varies it, and whether that was given: such data is the same on any day. */
const usualSeed = { name: 'demo', number: 1, isFixed: false };
type SeedChoice = Readonly<typeof usualSeed>;

/** Opens a sandbox, creating its data. Throws an Error for invalid options before touching a file, and `DatabaseMissing`. */
export async function openSandbox(options: SandboxOptions) {
  const { choice, trouble, rotateEvery } = await readOptions(options);
  if (options.file !== ':memory:') claimFile(options.file);
  const db = await openDatabase(options.file);
  try {
    const hints = openHints();
    const world: World = {
      db,
      announce: hints.announce,
      shape: options.shape ?? 'usual',
      serviceName: options.serviceName ?? 'tracker',
      now: options.now ?? (() => new Date()),
      newId: () => randomUUID(),
    };
    refuseOtherSeed(readSeed(db), options.seed, choice);
    const firstCredentials = readSeed(db) === undefined ? await fill(world, choice) : null;
    const attempts = countAttempts(world.now);
    const { uploadLimit = usualUploadLimit, origin } = options;
    const service = { world, hints, attempts, trouble, uploadLimit, rotateEvery, origin };
    return {
      app: createApp(service),
      world,
      seed: readSeed(db) ?? '',
      /** A new session token for a seeded person. Throws an Error for an unknown email, as the next two do. */
      signIn: (email: string) => startSession(world, readPerson(world, email).id),
      createApiKey: (email: string) => createApiKey(world, readPerson(world, email).id),
      person: (email: string) => readPerson(world, email),
      accounts: () => listAccounts(world),
      resetPassword: () => resetPassword(world),
      /** The initial password of all accounts; only from the call that created the data. */
      firstCredentials,
      /** Ends all event streams and closes the database. May be called twice. */
      close(): void {
        hints.close();
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Parses the options. Throws an Error for invalid ones before any file is touched. */
export async function readOptions(options: Omit<SandboxOptions, 'file'>) {
  const choice =
    options.seed === undefined ? usualSeed : readSeedChoice(options.seed, (await import('./seed/seed.js')).seedNames);
  requireRoutes(options.faults ?? [], listRoutes(handlers));
  return { choice, trouble: planTrouble(options), rotateEvery: readCount('rotateEvery', options.rotateEvery) };
}

/** Parses `NAME` or `NAME:NUMBER`. Throws an Error that lists the known names or says what the number must be. */
export function readSeedChoice(text: string, names: readonly string[]): SeedChoice {
  const [name = '', number, ...rest] = text.split(':');
  if (!names.includes(name))
    throw new Error(`there is no seed ${JSON.stringify(name)}; choose from: ${names.join(', ')}`);
  if (number === undefined) return { name, number: 1, isFixed: false };
  if (rest.length > 0 || !/^\d{1,9}$/.test(number)) {
    throw new Error(`${JSON.stringify(text)} is not a seed: write NAME or NAME:NUMBER, for example ${name}:7`);
  }
  return { name, number: Number(number), isFixed: true };
}

/** Refuses a seed other than the one of existing data, because it would be ignored. */
function refuseOtherSeed(present: string | undefined, asked: string | undefined, { name, number }: SeedChoice): void {
  if (present === undefined || asked === undefined || present === `${name}:${number}`) return;
  throw new Error(
    `the sandbox already has data from seed ${present}; to start over, run: tracker sandbox reset --seed ${asked}`,
  );
}

// Cache sizes in KiB, negative for SQLite: its default, and one with which few pages of a large world are written twice.
const usualCache = -2000;
const cacheWhileFilling = -32_000;

/** One transaction, so that the data and its password are there completely or not at all. */
async function fill(world: World, choice: SeedChoice) {
  // Loaded only to create data, so that a start with existing data is faster.
  const { fixedAnchor, seedWorld } = await import('./seed/seed.js');
  const { name, number } = choice;
  const password = makePassword();
  // Everything in new data happens before the current minute.
  const anchor = choice.isFixed ? fixedAnchor : new Date(Math.floor(world.now().getTime() / 60_000) * 60_000);
  world.db.run(`PRAGMA cache_size = ${cacheWhileFilling}`);
  world.db.transaction(() => {
    seedWorld(world, { name, number, anchor, passwordHash: hashPassword(password) });
    world.db.run("INSERT INTO meta (key, value) VALUES ('seed', ?)", `${name}:${number}`);
  });
  world.db.run(`PRAGMA cache_size = ${usualCache}`);
  world.db.run('PRAGMA shrink_memory');
  return { email: ownerEmail, password };
}

function readSeed(db: Database): string | undefined {
  return db.value("SELECT value FROM meta WHERE key = 'seed'");
}

function readPerson(world: World, email: string): { readonly id: string; readonly name: string } {
  const user = world.db.get<{ id: string; name: string }>('SELECT id, name FROM users WHERE email = ?', email);
  if (!user) throw new Error(`no user in the sandbox has the email ${email}`);
  return user;
}
