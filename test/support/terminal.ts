import type { Home } from './home.js';
import { until } from './until.js';

/** A program at a pseudo-terminal. */
export interface AtTerminal {
  readonly id: number;
  /** Everything that was put on the screen, as it was sent. */
  raw(): string;
  /** The same as lines without colours and cursor movements. */
  lines(): readonly string[];
  type(keys: string): void;
  /** Resolves once this is on the screen. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>;
  readonly ended: Promise<{ readonly code: number; readonly raw: string }>;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface TerminalOptions {
  readonly size?: Size;
  readonly env?: Readonly<Record<string, string>>;
}

export type StartAtTerminal = (home: Home, command: readonly string[], options?: TerminalOptions) => AtTerminal;

/** Starts programs at pseudo-terminals; undefined where the optional package for them does not load. */
export async function loadTerminals(): Promise<StartAtTerminal | undefined> {
  const loaded = await import('@lydell/node-pty').catch(() => undefined);
  return loaded && ((home, command, options) => startAtTerminal(loaded.spawn, home, command, options));
}

type Spawn = typeof import('@lydell/node-pty').spawn;

function startAtTerminal(
  spawn: Spawn,
  home: Home,
  [file = '', ...args]: readonly string[],
  { size = { columns: 100, rows: 30 }, env = {} }: TerminalOptions = {},
): AtTerminal {
  const terminal = spawn(file, args, {
    name: 'xterm-256color',
    cols: size.columns,
    rows: size.rows,
    cwd: home.folder,
    env: { ...home.env, ...env },
  });
  let raw = '';
  let hasEnded = false;
  terminal.onData((data) => {
    raw += data;
  });
  const ended = new Promise<{ code: number; raw: string }>((resolve) =>
    terminal.onExit(({ exitCode, signal }) => {
      hasEnded = true;
      resolve({ code: signal ? 128 + signal : exitCode, raw });
    }),
  );
  return {
    id: terminal.pid,
    raw: () => raw,
    lines: () => toLines(raw),
    type: (keys) => terminal.write(keys),
    waitFor: async (pattern) =>
      await until(`${pattern} on the screen`, () => {
        const match = pattern.exec(raw);
        if (!match && hasEnded) throw new Error(`ended without ${pattern}: ${JSON.stringify(raw)}`);
        return match ?? undefined;
      }),
    ended,
  };
}

/** Lines as a person sees them, where nothing is drawn over. */
export function toLines(raw: string): readonly string[] {
  return raw
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[[?>=()][\d;?]*[ -/]*[@-~]?/g, '')
    .replaceAll('\r', '')
    .replace(/\n$/, '')
    .split('\n');
}

/** Whether the cursor can be seen after everything that was written. */
export function showsCursor(raw: string): boolean {
  return raw.lastIndexOf('\u001b[?25l') <= raw.lastIndexOf('\u001b[?25h');
}
