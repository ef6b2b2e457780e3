import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from '../../args/context.js';
import { type RunningSandbox, sandboxCommand } from '../../auth/running-sandbox.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { codeOf } from '../../disk/file-trouble.js';
import { withLock } from '../../disk/lock.js';
import { processSpace } from '../../disk/processes.js';
import { ownPath } from '../../disk/read-regular.js';
import { requireOutside } from '../../files/own-file.js';
import type { App } from '../../sandbox/http/exchange.js';
import type { Listener } from '../../sandbox/http/listen.js';
import type { Sandbox, SandboxOptions } from '../../sandbox/open.js';
import { type SandboxFlags, toOptions } from './flags.js';
import {
  findRunningAt,
  keepPort,
  lastPort,
  preparePlace,
  removeRunning,
  type SandboxPlace,
  writeRunning,
} from './place.js';
import { withSandboxKey } from './sandbox-key.js';

/** What a sandbox reports to the program that started it. */
export interface Ready {
  readonly url: string;
  /** A session token of the default user. */
  readonly token: string;
  readonly email: string;
  /** Null unless the data is new. */
  readonly password: string | null;
}

interface ServeOptions {
  readonly place: SandboxPlace;
  readonly flags: SandboxFlags & { readonly port: number | undefined; readonly memory: boolean };
  /** Called once it accepts requests. */
  readonly onReady: (ready: Ready) => Promise<void>;
}

/** Serves a sandbox until the program is asked to stop. Throws if its data or its port is in use. */
export async function serve(context: Context, options: ServeOptions): Promise<void> {
  const { place } = options;
  preparePlace(place);
  const { sandbox, listening } = await claim(context, options);
  try {
    const { ownerEmail: email } = await import('../../sandbox/world.js');
    const ready = {
      url: listening.url,
      token: sandbox.signIn(email),
      email,
      password: sandbox.firstCredentials?.password ?? null,
    };
    await options.onReady(ready);
    if (!context.signal.aborted) await once(context.signal, 'abort');
  } finally {
    await listening.close();
    sandbox.close();
    removeRunning(place);
  }
}

/** Opens the data and the port under a lock, so that one of two simultaneous starts fails with a clear message. */
async function claim(context: Context, { place, flags }: ServeOptions) {
  const { port, memory, journal } = flags;
  const { processes } = context.settings;
  const lock = { file: ownPath(join(place.folder, 'start.lock')), processes, waitMs: 20_000, signal: context.signal };
  return await withLock(lock, async () => {
    const other = findRunningAt(context, place);
    if (other) throw inUse(context, place, other);
    const sandbox = await openForUse(context, toOptions(flags, memory ? ':memory:' : place.database));
    let opened: Listener | undefined;
    try {
      const listen = async (app: App): Promise<Listener> => (opened = await listenOn(app, port, lastPort(place)));
      const { listening, running } = await announce(context, sandbox, { listen, memory, journal });
      writeRunning(place, running);
      keepPort(place, listening.port);
      return { sandbox, listening };
    } catch (error) {
      // An open port would keep the process, for which whoever has started it waits.
      await opened?.close();
      sandbox.close();
      throw error;
    }
  });
}

interface Announcement {
  readonly listen: (app: App) => Promise<Listener>;
  readonly memory: boolean;
  /** The file that gets a line for each request. */
  readonly journal: string | undefined;
}

/** Serves a sandbox, and what its key opens, and describes it for the commands that use the key. */
export async function announce(context: Context, sandbox: Sandbox, { listen, memory, journal }: Announcement) {
  const { processes } = context.settings;
  const { ownerEmail } = await import('../../sandbox/world.js');
  const key = randomBytes(32).toString('base64url');
  const served = journal === undefined ? sandbox.app : await journaled(context, sandbox.app, journal);
  const app = withSandboxKey(served, key, {
    session: () => ({ token: sandbox.signIn(ownerEmail) }),
    users: () => ({ users: sandbox.accounts() }),
    password: () => ({ password: sandbox.resetPassword() }),
  });
  const listening = await listen(app);
  const running: RunningSandbox = {
    url: listening.url,
    port: listening.port,
    process: processes.id,
    mark: processes.startedAt(processes.id),
    space: processSpace(processes.id).name,
    key,
    since: context.now().toISOString(),
    seed: sandbox.seed,
    shape: sandbox.world.shape,
    memory,
  };
  return { listening, running };
}

/** The app, whose requests are appended to this file. Throws what openJournalAt throws. */
async function journaled(context: Context, app: App, path: string): Promise<App> {
  const { withJournal } = await import('../../sandbox/http/journal.js');
  const append = await openJournalAt(context, path);
  let isSaid = false;
  return withJournal(app, (line) => {
    try {
      append(line);
    } catch (error) {
      if (!isSaid) void context.show.warn(`--journal ${path} cannot be written: ${codeOf(error)}`);
      isSaid = true;
      throw error;
    }
  });
}

/** What appends to this journal. Throws a usage error if it cannot be written. */
async function openJournalAt({ settings }: Context, path: string) {
  const file = resolve(settings.workingFolder, path);
  requireOutside({ settings }, file);
  const { openJournal } = await import('../../sandbox/http/journal.js');
  try {
    return openJournal(file);
  } catch (error) {
    throw usageError(`--journal ${path} cannot be written: ${codeOf(error)}`);
  }
}

/** The error for a second sandbox on the same data. */
export function inUse({ settings }: Context, { folder }: SandboxPlace, other: RunningSandbox): TrackerError {
  const [start, stop] = (['start', 'stop'] as const).map((verb) => sandboxCommand(verb, folder, settings.folders.data));
  return new TrackerError('failed', `the sandbox is already running at ${other.url} (process ${other.process})`, {
    hint: `to sign in to it: ${start} without other flags; to end it: ${stop}`,
  });
}

/** Throws a usage error for flags that the sandbox on this file does not understand, or a journal that cannot be written. */
export async function checkFlags(context: Context, flags: SandboxFlags, file: string): Promise<void> {
  const { readOptions } = await import('../../sandbox/open.js');
  await readOptions(toOptions(flags, file)).catch((error: Error) => {
    throw usageError(error.message, 'tracker sandbox start --help');
  });
  if (flags.journal !== undefined) await openJournalAt(context, flags.journal);
}

/** Opens a sandbox. Throws a usage error for invalid options, and `failed` with an install command if the driver is missing. */
export async function openForUse({ launch }: Pick<Context, 'launch'>, options: SandboxOptions): Promise<Sandbox> {
  const { openSandbox } = await import('../../sandbox/open.js');
  const { DatabaseMissing } = await import('../../sandbox/store/database.js');
  try {
    return await openSandbox(options);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { message } = error;
    if (error instanceof DatabaseMissing)
      throw new TrackerError('failed', message, { hint: installHint(launch.self.at(-1) ?? ''), cause: error });
    if (!('code' in error)) throw usageError(message, 'tracker sandbox start --help');
    throw new TrackerError('failed', `the sandbox cannot be opened: ${message}`, { cause: error });
  }
}

/** Listens on the requested port; without one, on that of the last run or, if it is taken, on any. */
async function listenOn(app: App, port: number | undefined, previous: number | undefined): Promise<Listener> {
  const { listen } = await import('../../sandbox/http/listen.js');
  try {
    return await listen(app, { port: port ?? previous ?? 0 });
  } catch (cause) {
    if (port === undefined && previous !== undefined) return await listen(app, {});
    const code = codeOf(cause);
    const why = code === 'EADDRINUSE' ? 'is already in use' : `cannot be used: ${code}`;
    throw new TrackerError('failed', `port ${port} of 127.0.0.1 ${why}`, { hint: 'choose another with --port', cause });
  }
}

/**
 * The command that installs the database where this program can find it. `script` is the program's own, in `bin` of the package,
 * or a link to it. A project's `node_modules` has a package.json next to it; the global one does not.
 */
function installHint(script: string): string {
  const root = dirname(dirname(realpathSync(script)));
  const modules = dirname(root);
  const home = dirname(modules);
  if (basename(modules) !== 'node_modules') return `npm install --prefix ${shellWord(root)} libsql`;
  if (existsSync(join(home, 'package.json'))) return `npm install --prefix ${shellWord(home)} libsql`;
  // npm puts global packages into lib/node_modules of its prefix, on Windows into node_modules.
  const prefix = basename(home) === 'lib' ? dirname(home) : home;
  return `npm install --global --prefix ${shellWord(prefix)} libsql`;
}
