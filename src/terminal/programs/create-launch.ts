import { type ChildProcess, spawn } from 'node:child_process';
import { TrackerError, usageError } from '../../contract/errors.js';
import { firstSet } from './first-set.js';
import type { ApartProgram, FedCommand, ForegroundCommand } from './run-program.js';

/** What starts programs, and takes long to load. */
const programs = () => import('./run-program.js');
const commandLine = () => import('../../contract/text/command-line.js');

interface LaunchParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly self: readonly string[];
  readonly platform: string;
  /** The browser command from the settings, used if `BROWSER` is not set. */
  readonly browser?: string | undefined;
}

export type Launch = ReturnType<typeof createLaunch>;

/** Another instance of this program. */
interface OwnProgram {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The exit code of a shell that does not find a program. */
const notFound = 127;

/** How long an opener may take to fail (milliseconds). If it is still running then, it counts as working. */
const failureWaitMs = 800;

/** Starts other programs. */
export function createLaunch({ env, self, platform, browser }: LaunchParts) {
  const opener = firstSet(env.BROWSER, browser);
  const theirs = withoutToken(env);
  return {
    /** The words that start this program: the Node binary and the script it runs, or the single file that has both. */
    self,
    /**
     * Opens an http(s) address with the command in `BROWSER`, or the one in the settings, or the system's opener. Resolves to
     * whether one could be started. The address is never part of a shell's script, and a browser never keeps this program from
     * exiting. Throws a usage error for any other address before a process starts (docs/requirements.md, R10).
     */
    async browser(url: string): Promise<boolean> {
      const address = readWebAddress(url);
      try {
        const child = opener
          ? await startCommand(opener, address, { env: theirs, platform })
          : await (await import('open')).default(address);
        return await keepsRunning(child);
      } catch {
        return false;
      }
    },
    /**
     * Starts another instance of this program in the background (`startInBackground`); closing file descriptor 3 signals that it is
     * ready.
     */
    async background({ args, env: more, log }: OwnProgram & { readonly log: string }) {
      const command = [...self, ...args];
      return await (await programs()).startInBackground(command, { log, env: { ...env, ...more } });
    },
    /** Starts another instance of this program, which goes on when this one ends (`startApart`). */
    async apart({ args, env: more, ...how }: OwnProgram & Omit<ApartProgram, 'env'>) {
      const command = [...self, ...args];
      return await (await programs()).startApart(command, { env: { ...env, ...more }, ...how });
    },
    /** Runs a command in a folder and captures its output. Throws TrackerError `failed` if it cannot be started. */
    async capture(command: readonly string[], folder: string) {
      return await (await programs()).runQuietly(command, folder, theirs);
    },
    /** Runs a shell command with this input, which is no part of it. Resolves to its exit code, or 128 + n if signal n ended it. */
    async feed(command: FedCommand) {
      return await (await programs()).runWithInput(command);
    },
    /** Shows a notification on the desktop, if there is a program for that. Does not wait, and never fails. */
    notify(title: string, text: string): void {
      const show = async (): Promise<unknown> => {
        const command = (await import('./notifier.js')).notifierCommand({ platform, env }, title, text);
        return command && (await (await programs()).runQuietly(command, '/', theirs));
      };
      // It may take long, or not exist, and nobody waits for it.
      void show().catch(() => undefined);
    },
    /**
     * Resolves to the exit code, or 128 + n if signal n ended it. Throws TrackerError with exit code 127 or 126 if it cannot be
     * started.
     */
    async foreground({ line, command, env: given, ...how }: ForegroundCommand): Promise<number> {
      const { runInForeground } = await programs();
      if (line === undefined) return await runInForeground({ command, env: given, ...how });
      const { needsShell, shellCommand } = await commandLine();
      const words = shellCommand(line, command, platform);
      const code = await runInForeground({ command: words, env: withoutToken(given), ...how });
      if (code === notFound && needsShell(line, platform))
        throw new TrackerError('failed', `command not found: ${JSON.stringify(line)}`, { exitCode: notFound });
      return code;
    },
  };
}

/** The environment for programs that have no use for the token, unlike scripts of the user, which may call tracker. */
function withoutToken({ TRACKER_TOKEN, ...env }: LaunchParts['env']): LaunchParts['env'] {
  return env;
}

function readWebAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  throw usageError('only http and https addresses can be opened in a browser');
}

async function startCommand(line: string, address: string, { env, platform }: Pick<LaunchParts, 'env' | 'platform'>) {
  const { shellCommand, splitCommand } = await commandLine();
  // Where the address is not the last word, no shell may read it.
  const words = line.includes('%s')
    ? splitCommand(line, platform)?.map((word) => word.replaceAll('%s', () => address))
    : shellCommand(line, [address], platform);
  const [file = '', ...args] = words ?? [];
  // Detached, because a Ctrl-C at the terminal is for this program, not for the browser.
  return spawn(file, args, { stdio: 'ignore', detached: true, env, windowsHide: true });
}

/** Whether the process did not fail at once: `open` reports success even if there is no opener (docs/requirements.md, F31). */
async function keepsRunning(child: ChildProcess): Promise<boolean> {
  child.unref();
  if (child.exitCode !== null) return child.exitCode === 0;
  return await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), failureWaitMs);
    const settle = (works: boolean): void => {
      clearTimeout(timer);
      resolve(works);
    };
    child.on('error', () => settle(false));
    child.on('exit', (code) => settle(code === 0));
  });
}
