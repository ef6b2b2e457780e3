import { readFileSync } from 'node:fs';
import { version } from '../package.json';
import type { Host } from './cli/host.js';
import type { Processes } from './lock/lock.js';

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** How long an interrupted command may tidy up before it is ended (milliseconds). */
const tidyUpMs = 800;

/** Runs the program of this process and sets its exit code. The one place that touches `process`. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const [{ run, interruptedBy }, { createIo }] = await Promise.all([
    import('./cli/run.js'),
    import('./terminal/streams.js'),
  ]);
  process.exitCode = await run({
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
  });
}

/**
 * A signal aborts the running command, and ends the process when the command does not end by itself. Ctrl-C is left to
 * another program while that one has the terminal.
 */
function watchSignals(reason: (name: string, exitCode: number) => Error): Pick<Host, 'signal' | 'yieldInterrupts'> {
  const controller = new AbortController();
  let yielded = 0;
  for (const [name, exitCode] of Object.entries(signals)) {
    process.on(name, () => {
      if (controller.signal.aborted || (name === 'SIGINT' && yielded > 0)) return;
      controller.abort(reason(name, exitCode));
      setTimeout(() => process.exit(exitCode), tidyUpMs).unref();
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
      return process.kill(id, 0);
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  },
  startedAt(id) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    } catch {
      return '';
    }
  },
  terminate(id) {
    process.kill(id, 'SIGTERM');
  },
};

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
