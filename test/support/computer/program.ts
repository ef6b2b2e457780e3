import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../until.js';
import { lendCompiledCode } from './compiled-code.js';
import type { Home } from './home.js';

/** How a program ended. */
export interface Outcome {
  /** The exit code; undefined if a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Standard input (default: empty). */
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** The working folder (default: the home folder). */
  readonly folder?: string;
  /** True for a program that may print a token; `tracker token` always may. */
  readonly showsToken?: boolean;
  /** The user and group to run as, if the tests run as root. */
  readonly uid?: number;
}

/** A running program. */
export interface Started {
  readonly id: number;
  /** Its output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when this is on stderr; rejects if the program ends without it. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Outcome>;
}

/** Runs `tracker` with these words until it ends. */
export async function tracker(home: Home, words: string | readonly string[], options?: RunOptions): Promise<Outcome> {
  return await start(home, ['tracker', ...(typeof words === 'string' ? words.split(' ') : words)], options).ended;
}

/** Runs a shell line, in which `tracker` is the program under test. */
export async function shell(home: Home, line: string, options?: RunOptions): Promise<Outcome> {
  return await start(home, ['sh', '-c', line], options).ended;
}

/** Starts a command in a home. */
export function start(home: Home, command: readonly string[], options: RunOptions = {}): Started {
  const [file = '', ...args] = command;
  const { stdin = '', env = {}, folder = home.folder, uid } = options;
  home.secrets.learn();
  lendCompiledCode(home.folder);
  const child = spawn(file, args, { cwd: folder, env: { ...home.env, ...env }, stdio: 'pipe', ...as(uid) });
  child.stdin.on('error', () => undefined).end(stdin);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  let hasEnded = false;
  const ended = (async (): Promise<Outcome> => {
    const [code] = await once(child, 'close');
    hasEnded = true;
    const isMeant = options.showsToken ?? (file === 'tracker' && args[0] === 'token');
    home.secrets.checkShown(isMeant ? stderr() : stdout() + stderr(), command.join(' '));
    return { code: typeof code === 'number' ? code : undefined, stdout: stdout(), stderr: stderr() };
  })();
  // It may fail before anyone awaits it; that must not count as an unhandled rejection.
  ended.catch(() => undefined);
  return {
    id: idOf(child),
    stdout,
    stderr,
    waitFor: async (pattern) =>
      await until(`${pattern} on stderr`, () => {
        const match = pattern.exec(stderr());
        if (!match && hasEnded) throw new Error(`ended without ${pattern}: ${stderr()}`);
        return match ?? undefined;
      }),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

function as(uid: number | undefined): { uid?: number; gid?: number } {
  return uid === undefined ? {} : { uid, gid: uid };
}

function idOf({ pid }: ChildProcess): number {
  return pid ?? -1;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
