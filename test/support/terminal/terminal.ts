import { lendCompiledCode } from '../computer/compiled-code.js';
import type { Home } from '../computer/home.js';
import { until } from '../until.js';

/** A program on a pseudo-terminal. */
export interface AtTerminal {
  /** All output so far, as sent. */
  raw(): string;
  /** The same as lines without colours and cursor movements. */
  lines(): readonly string[];
  type(keys: string): void;
  resize(size: Size): void;
  /** The id of the shell that runs the command. */
  readonly id: number;
  /** Resolves when this is on the screen. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Resolves when nothing has been drawn for a while. */
  settled(): Promise<void>;
  readonly ended: Promise<{ readonly code: number; readonly raw: string }>;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface TerminalOptions {
  readonly size?: Size;
  readonly env?: Readonly<Record<string, string>>;
  /** True for a program that may print a token. */
  readonly showsToken?: boolean;
  /** How long the command may take (milliseconds). */
  readonly longestMs?: number;
}

const { spawn } = await import('@lydell/node-pty').catch(() => ({ spawn: undefined }));

/** Whether the optional package for pseudo-terminals can be loaded. */
export const hasTerminal = spawn !== undefined;

/**
 * Runs the command and then prints how it ended. The shell waits until that has been read, because a pseudo-terminal loses
 * unread output when its last process ends, which happens on a busy machine.
 */
export const holder = 'trap : INT TERM; "$@"; code=$?; printf "\\033]tracker-ended %s\\007" $code; read -r _';

/** Printed by the shell when the command has ended, with its exit code. */
export const ending = /\u001b\]tracker-ended (\d+)\u0007/;

/** Starts a program on a pseudo-terminal. */
export function startAtTerminal(
  home: Home,
  command: readonly string[],
  { size = { columns: 100, rows: 30 }, env = {}, showsToken = false, longestMs = 50_000 }: TerminalOptions = {},
): AtTerminal {
  if (!spawn) throw new Error('@lydell/node-pty does not load');
  home.secrets.learn();
  lendCompiledCode(home.folder);
  const terminal = spawn('sh', ['-c', holder, 'sh', ...command], {
    // The terminal package sets TERM to this, whatever the environment says.
    name: env.TERM ?? 'xterm-256color',
    cols: size.columns,
    rows: size.rows,
    cwd: home.folder,
    env: { ...home.env, ...env },
  });
  let everything = '';
  let sent: string | undefined;
  terminal.onData((data) => {
    everything += data;
    sent = undefined;
  });
  const exited = new Promise<void>((resolve) => terminal.onExit(() => resolve()));
  const raw = (): string => {
    sent ??= everything.split(ending)[0] ?? '';
    return sent;
  };
  const finish = async (): Promise<{ code: number; raw: string }> => {
    const [, code] = await until('the end of the command', () => ending.exec(everything) ?? undefined, longestMs);
    terminal.write('\n');
    await exited;
    if (!showsToken) home.secrets.checkShown(raw(), command.join(' '));
    return { code: Number(code), raw: raw() };
  };
  const ended = finish();
  // It may fail before anyone awaits it; that must not count as an unhandled rejection.
  ended.catch(() => undefined);
  return {
    raw,
    lines: () => toLines(raw()),
    type: (keys) => terminal.write(keys),
    resize: ({ columns, rows }) => terminal.resize(columns, rows),
    id: terminal.pid,
    waitFor: async (pattern) =>
      await until(`${pattern} on the screen`, () => {
        const match = pattern.exec(raw());
        if (!match && ending.test(everything)) throw new Error(`ended without ${pattern}: ${JSON.stringify(raw())}`);
        return match ?? undefined;
      }),
    async settled() {
      for (let before = -1; before !== everything.length; ) {
        before = everything.length;
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    },
    ended,
  };
}

/** The lines a person sees, if nothing is redrawn. */
export function toLines(raw: string): readonly string[] {
  return raw
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[[?>=()][\d;?]*[ -/]*[@-~]?/g, '')
    .replaceAll('\r', '')
    .replace(/\n$/, '')
    .split('\n');
}

/** Whether the cursor is visible after this output. */
export function showsCursor(raw: string): boolean {
  return raw.lastIndexOf('\u001b[?25l') <= raw.lastIndexOf('\u001b[?25h');
}
