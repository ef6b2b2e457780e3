import { type ChildProcess, spawn } from 'node:child_process';
import { TrackerError, usageError } from '../../contract/errors.js';
import { firstSet, type Launch } from './launch.js';

/** What starts programs, and takes long to load. */
const programs = () => import('./run-program.js');
const commandLine = () => import('../../contract/text/command-line.js');

interface LaunchParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly self: Launch['self'];
  readonly platform: string;
  /** The browser command from the settings, used if `BROWSER` is not set. */
  readonly browser?: string | undefined;
}

/** The exit code of a shell that does not find a program. */
const notFound = 127;

/** How long an opener may take to fail (milliseconds). If it is still running then, it counts as working. */
const failureWaitMs = 800;

/**
 * Starts other programs. Addresses are opened with the command in `BROWSER`, or the one in the settings, or the system's
 * opener. The address is never part of a shell's script, and a browser never keeps this program from exiting. Throws a usage
 * error for anything but http and https before a process starts (docs/requirements.md, R10).
 */
export function createLaunch({ env, self, platform, browser }: LaunchParts): Launch {
  const opener = firstSet(env.BROWSER, browser);
  const theirs = withoutToken(env);
  return {
    self,
    async browser(url) {
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
    async background({ args, log, env: more }) {
      const command = [...self, ...args];
      return await (await programs()).startInBackground(command, { log, env: { ...env, ...more } });
    },
    async apart({ args, env: more, ...how }) {
      const command = [...self, ...args];
      return await (await programs()).startApart(command, { env: { ...env, ...more }, ...how });
    },
    async capture(command, folder) {
      return await (await programs()).runQuietly(command, folder, theirs);
    },
    async feed(command) {
      return await (await programs()).runWithInput(command);
    },
    notify(title, text) {
      const show = async (): Promise<unknown> => {
        const command = (await import('./notifier.js')).notifierCommand({ platform, env }, title, text);
        return command && (await (await programs()).runQuietly(command, '/', theirs));
      };
      // It may take long, or not exist, and nobody waits for it.
      void show().catch(() => undefined);
    },
    async foreground({ line, command, env: given, ...how }) {
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
