import { readFileSync, type Stats, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import { version } from '../package.json';
import { preparedHelp } from './cli/help/prepared-help.js';
import type { Host } from './cli/host.js';
import { findFolders, trimEnv } from './config/folders.js';
import { attempt, shortageOf } from './contract/errors.js';
import { type ModuleClass, reuseCompiledCode } from './disk/compiled-code.js';
import { codeOf } from './disk/file-trouble.js';
import { findDanger } from './disk/find-danger.js';
import { readPackageFile } from './disk/package-file.js';
import type { Processes } from './disk/processes.js';

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const;

/** How long an interrupted command may clean up before the process exits (milliseconds). */
const tidyUpMs = 800;

/** Runs the program and sets the exit code. The only place that touches `process`. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  // Node's own warnings are for developers (docs/requirements.md, R64), and that SQLite is new in Node is for nobody.
  const [show] = process.listeners('warning');
  process.removeAllListeners('warning');
  if (argv.includes('--debug')) {
    process.on('warning', (warning) => /^SQLite/.test(warning.message) || show?.(warning));
  } else {
    // Packages print there what they throw as well.
    console.error = () => undefined;
  }
  const asksVersion = /^(--version|-V)$/.test(argv.join());
  const text = asksVersion ? `${version}\n` : preparedHelp(argv);
  if (text !== undefined && print(text)) return;
  if (argv[0] === '__complete') return await answerShell(argv.slice(1));
  if (telling.some((name) => process.env[name]))
    return await (await import('./cli/start-quietly.js')).startQuietly(process, telling, signals);
  if (process.platform === 'win32') (await import('./disk/busy-files.js')).waitForThem();
  const seen = new Map<string, Stats>();
  keepCompiledCode(seen);
  const [{ run, report, interruptedBy }, { createIo, closeLostTerminals, standardFiles }] = await Promise.all([
    import('./cli/run.js'),
    import('./terminal/streams/create-io.js'),
  ]);
  // A promise that never settles must not look like success: Node exits with 0 when nothing is left to do.
  process.exitCode = 1;
  const io = createIo(process, standardFiles());
  const env = { ...process.env };
  // Programs that are started without an environment of their own, such as a pager, have no use for it.
  delete process.env.TRACKER_TOKEN;
  const host: Host = {
    argv,
    env,
    bytesOf,
    io,
    platform: process.platform,
    uid: process.getuid?.(),
    seen,
    workingFolder: workingFolder(),
    terminalName: async () => (await import('./terminal/terminal-name.js')).terminalName(process.ppid),
    hostName: () => process.env.HOSTNAME || process.getBuiltinModule('node:os').hostname(),
    processes,
    now: () => new Date(),
    ...watchSignals(interruptedBy),
    version,
    program: isSea() ? [process.execPath] : [process.execPath, process.argv[1] ?? ''],
  };
  // Node would print the source line and message of an uncaught error, and either may contain a secret.
  let isFailing = false;
  process.on('uncaughtException', async (error) => {
    if (isFailing) return;
    isFailing = true;
    io.endScreen();
    process.exit(await report(host, error).catch(() => failPlainly(error)));
  });
  process.on('exit', () => {
    io.endScreen();
    closeLostTerminals((stream) => process.getBuiltinModule('node:tty').isatty(stream));
  });
  process.exitCode = await run(host);
}

/** Variables with which Node prints what it sends, tokens too. They count before any code of ours runs. */
const telling = ['NODE_DEBUG', 'NODE_DEBUG_NATIVE'];

/** For an error that cannot even be reported, for instance because an update has replaced the program's files while it ran. */
function failPlainly(error: unknown): number {
  // There may be nobody to tell.
  attempt(() => writeSync(2, `error: ${shortageOf(error) ?? 'something went wrong in tracker itself'}\n`));
  return 1;
}

/** Prints a text without loading anything. False if that fails; the normal path then reports why. */
function print(text: string): boolean {
  try {
    const bytes = Buffer.from(text);
    const written = writeSync(1, bytes);
    if (written < bytes.length) process.stdout.write(bytes.subarray(written));
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps this program's compiled code in the cache folder, which must exist. What newer versions of Node can keep themselves saves less:
 * only what the first command has compiled. V8 runs what it finds there, so all folders on the way are examined first: nobody else
 * may be able to put anything there (docs/requirements.md, R92).
 */
function keepCompiledCode(seen: Map<string, Stats>): void {
  const { env, platform, version: node, arch } = process;
  const uid = process.getuid?.();
  // A single file has it inside.
  if (env.NODE_DISABLE_COMPILE_CACHE || uid === undefined || isSea()) return;
  try {
    const cache = findFolders(env, platform).cache();
    const folder = join(cache, 'compiled');
    if (findDanger(folder, { uid }, seen)) return;
    // Node's class of modules, without loading node:module.
    const modules = module.constructor as unknown as ModuleClass;
    process.on('exit', reuseCompiledCode({ program: __dirname, engine: `${node} ${arch}`, modules, folder, uid }));
  } catch {
    // Without a cache, the code is compiled at each start.
  }
}

/** Answers a shell's completion request. A shell has nowhere to show errors, so they are dropped. */
async function answerShell(asked: readonly string[]): Promise<void> {
  try {
    const { answer, readTree } = await import('./completion/answer.js');
    const tree = readTree(String(readPackageFile('dist/command-tree.json')));
    const at = {
      hash: (text: string) => process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex'),
      env: trimEnv(process.env),
      platform: process.platform,
      uid: process.getuid?.(),
      workingFolder: workingFolder(),
    };
    writeSync(1, answer(tree, asked, at));
  } catch {
    // The shell then has nothing to offer.
  }
}

/**
 * A signal aborts the running command, and ends the process if the command does not end in time. While another program has the
 * terminal, Ctrl-C and Ctrl-\ are left to that program.
 */
function watchSignals(reason: (name: string, exitCode: number) => unknown) {
  const controller = new AbortController();
  let yielded = 0;
  for (const [name, exitCode] of Object.entries(signals)) {
    process.on(name, () => {
      if (controller.signal.aborted || (yielded > 0 && /INT|QUIT/.test(name))) return;
      controller.abort(reason(name, exitCode));
      const end = async (): Promise<void> =>
        (await import('./cli/end-by-signal.js')).endBySignal(process, name, signals);
      setTimeout(end, tidyUpMs).unref();
    });
  }
  return {
    signal: controller.signal,
    ignoreHangup: () => process.removeAllListeners('SIGHUP').on('SIGHUP', () => undefined),
    async yieldInterrupts<T>(work: () => Promise<T>): Promise<T> {
      yielded++;
      try {
        return await work();
      } finally {
        yielded--;
      }
    },
  };
}

export const processes: Processes = {
  id: process.pid,
  isAlive(id) {
    try {
      process.kill(id, 0);
    } catch (error) {
      if (codeOf(error) !== 'EPERM') return false;
    }
    // A zombie keeps its id until its parent collects the exit code, which in containers may be never.
    return processFacts(id)[0] !== 'Z';
  },
  startedAt(id) {
    const facts = processFacts(id);
    return (facts[0] !== 'Z' && facts[19]) || '';
  },
  node: process.versions.node,
  memory: () => process.memoryUsage.rss(),
  processorTime() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  uptime: () => process.hrtime()[0] * 1000,
  terminate(id, by = 'SIGTERM') {
    // It may have ended already.
    attempt(() => process.kill(id, by));
  },
};

/** The fields of `/proc/ID/stat` after the process name: the state is at index 0, the start time at 19. Empty except on Linux. */
function processFacts(id: number): readonly string[] {
  const stat = attempt(() => readFileSync(`/proc/${id}/stat`, 'utf8')) ?? '';
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** What `/proc` shows of this process, as on Linux. */
function bytesOf(what: 'cmdline' | 'environ'): Uint8Array | undefined {
  return attempt(() => readFileSync(`/proc/self/${what}`));
}

function workingFolder(): string {
  return attempt(() => process.cwd()) ?? '/';
}
