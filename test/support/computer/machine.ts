import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault, type Vault } from '../../../src/auth/vault.js';
import { run as runHost } from '../../../src/cli/run.js';
import { openConfFile } from '../../../src/config/conf-file.js';
import { attempt } from '../../../src/contract/errors.js';
import type { Processes } from '../../../src/disk/processes.js';
import type { Send } from '../../../src/http/message.js';
import { checkHints } from '../hints.js';
import { watchSecrets } from '../secrets/secrets-watch.js';
import { type FakeStreams, fakeStreams, type StreamOptions } from '../terminal/fake-streams.js';
import { splitWords } from '../words.js';
import { missing } from './missing.js';

/** The options of one run; by default it is in a pipe. */
export interface RunOptions extends StreamOptions {
  /** Added to the machine's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Replaces the network in this run. */
  readonly send?: Send | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Replaces the clock in this run. */
  readonly now?: (() => Date) | undefined;
  /** How long the computer has been running (milliseconds; default: 0). */
  readonly uptime?: (() => number) | undefined;
  /** Called with the streams, to look at them while the command runs. */
  readonly onStart?: ((streams: FakeStreams) => void) | undefined;
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One computer with its own folders, which its commands share. */
export interface Machine {
  /** Contains `config`, `cache`, `state`, `data` and the working folder `here`. */
  readonly folder: string;
  readonly workingFolder: string;
  readonly vault: Vault;
  run(commandLine: string | readonly string[], options?: RunOptions): Promise<Ran>;
  /** Throws an Error if a file that must not contain a token does. */
  remove(): void;
}

export interface MachineParts {
  readonly now: () => Date;
  readonly send: Send;
}

const processes: Processes = {
  id: 4711,
  isAlive: () => true,
  startedAt: () => 'today',
  terminate: (id: number, by: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') =>
    void (id < 0 && attempt(() => process.kill(id, by))),
  node: '20.19.0',
  memory: () => 0,
  processorTime: () => 0,
  uptime: () => 0,
};

export const version = '1.2.3';

/** Creates a computer without any sign-in. */
export function makeMachine({ now, send }: MachineParts): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-test-'));
  const workingFolder = join(folder, 'here');
  mkdirSync(workingFolder);
  const secrets = watchSecrets(folder);
  return {
    folder,
    workingFolder,
    get vault() {
      const file = { folder: () => join(folder, 'config'), processes };
      return openVault({
        config: openConfFile({ ...file, name: 'config' }),
        credentials: openConfFile({ ...file, name: 'credentials' }),
        env: {},
      });
    },
    async run(commandLine, options = {}) {
      const streams = fakeStreams(options);
      options.onStart?.(streams);
      const argv = typeof commandLine === 'string' ? splitWords(commandLine) : commandLine;
      secrets.learn();
      const code = await runHost({
        argv,
        // It has no browser.
        env: { ...folderVariables(folder), PAGER: 'cat', BROWSER: missing, ...options.env },
        io: streams.io,
        platform: 'linux',
        uid: process.getuid?.(),
        workingFolder,
        hostName: () => 'workbench',
        terminalName: async () => (options.terminal === undefined ? undefined : (options.terminal.name ?? 'pts-1')),
        processes: options.uptime ? { ...processes, uptime: options.uptime } : processes,
        now: options.now ?? now,
        signal: options.signal ?? new AbortController().signal,
        yieldInterrupts: (work) => work(),
        version,
        program: ['/dev/null/node', '/dev/null/tracker'],
        send: options.send ?? send,
      });
      const [stdout, stderr] = [streams.stdout(), streams.stderr()];
      secrets.checkShown(argv.includes('token') ? stderr : stdout + stderr, argv.join(' '));
      if (options.terminal === undefined) await checkHints(stderr, argv.join(' '));
      return { code, stdout, stderr };
    },
    remove() {
      try {
        secrets.checkFiles();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The variables that keep the program's folders in one. */
export function folderVariables(folder: string): Readonly<Record<string, string>> {
  const names = ['config', 'cache', 'state', 'data'];
  return Object.fromEntries(names.map((name) => [`TRACKER_${name.toUpperCase()}_DIR`, join(folder, name)]));
}
