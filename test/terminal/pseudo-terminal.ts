import { writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type IPty, spawn } from '@lydell/node-pty';
import { build } from 'esbuild';
import { ending, holder } from '../support/terminal/terminal.js';

/** A test's own program, bundled into a folder that is removed again. */
export interface BundledProgram {
  readonly file: string;
  close(): Promise<void>;
}

export async function bundleProgram(source: string): Promise<BundledProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'tracker-program-'));
  const file = join(folder, 'program.cjs');
  await build({
    entryPoints: [source],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
    logOverride: { 'empty-import-meta': 'silent' },
  });
  return { file, close: () => rm(folder, { recursive: true }) };
}

export interface Session {
  /** What the program has put on the screen so far. */
  screen(): string;
  type(keys: string): void;
  /** Resolves once this is on the screen. */
  waitFor(pattern: RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface Ended {
  readonly code: number;
  readonly screen: string;
  /** The JSON object that the program wrote at its end. */
  readonly result: unknown;
}

interface Run {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** `act` is called once, as soon as this is on the screen. */
  readonly until: RegExp;
  readonly act: (session: Session) => unknown;
}

/** Runs a program at a pseudo-terminal of 200 columns to its end. */
export async function runAtTerminal({ file, args, env = {}, until, act }: Run): Promise<Ended> {
  const size = { cols: 200, rows: 30 };
  const command = ['-c', holder, 'sh', process.execPath, file, ...args];
  const terminal = spawn('sh', command, { ...size, env: { PATH: process.env.PATH, ...env } });
  let screen = '';
  let waiting: { readonly pattern: RegExp; readonly resolve: () => void }[] = [];
  const look = (): void => {
    for (const { pattern, resolve } of waiting) if (pattern.test(screen)) resolve();
    waiting = waiting.filter(({ pattern }) => !pattern.test(screen));
  };
  const session: Session = {
    screen: () => screen,
    type: (keys) => void typeInto(terminal, keys),
    waitFor: (pattern) =>
      new Promise((resolve) => {
        waiting.push({ pattern, resolve });
        look();
      }),
    kill: (signal) => process.kill(-terminal.pid, signal),
  };
  terminal.onData((data) => {
    screen += data;
    look();
  });
  void session.waitFor(until).then(() => act(session));
  const exited = new Promise<void>((resolve) => terminal.onExit(() => resolve()));
  await session.waitFor(ending);
  terminal.write('\n');
  await exited;
  const [shown = '', code] = screen.split(ending);
  return { code: Number(code), screen: shown, result: JSON.parse(shown.match(/\{"(?:answer|kind)".*\}/)?.[0] ?? '{}') };
}

/**
 * Types as fast as the program reads. `write` of node-pty waits for that without reading what the program draws, so that
 * with a long text each may wait for the other.
 */
async function typeInto(terminal: IPty, keys: string): Promise<void> {
  // Its types leave the descriptor out.
  const { fd } = terminal as IPty & { readonly fd: number };
  for (let rest = Buffer.from(keys); rest.length > 0; await pause(1)) rest = rest.subarray(writeSome(fd, rest));
}

/** How many bytes there was room for. */
function writeSome(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}

/** Whether the cursor can be seen after everything that was written. */
export function showsCursor(screen: string): boolean {
  return screen.lastIndexOf('\u001b[?25l') <= screen.lastIndexOf('\u001b[?25h');
}
