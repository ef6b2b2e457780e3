import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json';
import type { Host } from './cli/host.js';
import type { Processes } from './lock/processes.js';
import { isStoring } from './lock/storing.js';

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** How long an interrupted command may tidy up before it is ended (milliseconds). */
const tidyUpMs = 800;

/** How long it may go on where a token that the server has rotated waits for the lock of another process (milliseconds). */
const storingMs = 12_000;

/** Runs the program of this process and sets its exit code. The one place that touches `process`. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  // What Node itself has to say is for who develops; the rest is said in words of our own (docs/requirements.md, R64).
  if (!argv.includes('--debug')) process.removeAllListeners('warning');
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V') && printVersion()) return;
  if (argv[0] === '__complete') return await answerShell(argv.slice(1));
  const [{ run, tell, interruptedBy }, { createIo }] = await Promise.all([
    import('./cli/run.js'),
    import('./terminal/streams.js'),
  ]);
  // What never settles must not pass for done: Node ends an idle program with 0.
  process.exitCode = 1;
  const host: Host = {
    argv,
    env: process.env,
    io: createIo(process),
    platform: process.platform,
    workingFolder: workingFolder(),
    hostName: () => process.env.HOSTNAME || readHostName(),
    processes,
    now: () => new Date(),
    ...watchSignals(interruptedBy),
    version,
    program: { node: process.execPath, script: process.argv[1] ?? '' },
  };
  // Node would print the source line and the text of an error nobody caught, whatever secret they hold.
  process.on('uncaughtException', async (error) => process.exit(await tell(host, error)));
  process.exitCode = await run(host);
}

/** Prints the version without loading anything; false where that fails, so that the ordinary way tells why. */
function printVersion(): boolean {
  try {
    writeSync(1, `${version}\n`);
    return true;
  } catch {
    return false;
  }
}

/** Answers the completion of a shell, which has no place for errors: whatever goes wrong, nothing is said. */
async function answerShell(asked: readonly string[]): Promise<void> {
  try {
    const { answer } = await import('./completion/answer.js');
    const { env, platform } = process;
    const tree = JSON.parse(readFileSync(join(__dirname, 'command-tree.json'), 'utf8'));
    writeSync(1, answer(tree, asked, { env, platform, workingFolder: workingFolder() }));
  } catch {
    // The shell offers nothing then.
  }
}

/**
 * A signal aborts the running command, and ends the process when the command does not end by itself. A rotated token that
 * waits to be stored keeps it from that for a while; then one more signal ends it. Ctrl-C is left to another program while
 * that one has the terminal.
 */
function watchSignals(reason: (name: string, exitCode: number) => Error): Pick<Host, 'signal' | 'yieldInterrupts'> {
  const controller = new AbortController();
  let yielded = 0;
  /** It would have ended but for a token that is being stored. */
  let isEnding = false;
  for (const [name, exitCode] of Object.entries(signals)) {
    process.on(name, () => {
      if (isEnding) process.exit(exitCode);
      if (controller.signal.aborted || (name === 'SIGINT' && yielded > 0)) return;
      controller.abort(reason(name, exitCode));
      const last = performance.now() + storingMs;
      const end = (): void => {
        if (!isStoring() || performance.now() > last) process.exit(exitCode);
        isEnding = true;
        setTimeout(end, 100).unref();
      };
      setTimeout(end, tidyUpMs).unref();
    });
  }
  return {
    signal: controller.signal,
    async yieldInterrupts(work) {
      yielded++;
      try {
        return await work();
      } finally {
        yielded--;
      }
    },
  };
}

const processes: Processes = {
  id: process.pid,
  isAlive(id) {
    try {
      process.kill(id, 0);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
    }
    // What has ended keeps its number until its parent has asked for the exit code; in containers that may be never.
    return processFacts(id)[0] !== 'Z';
  },
  startedAt: (id) => processFacts(id)[19] ?? '',
  terminate(id) {
    try {
      process.kill(id, 'SIGTERM');
    } catch {
      // It has ended by itself since somebody looked.
    }
  },
};

/** What Linux tells about a process behind its name: the state first, the start time at place 19. Empty elsewhere. */
function processFacts(id: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

function readHostName(): string {
  try {
    return readFileSync('/etc/hostname', 'utf8').trim();
  } catch {
    return 'this-host';
  }
}
