import type { Io } from './streams/io.js';

/** A progress line on stderr. Nothing is drawn for work that takes only a moment. */
export interface Progress {
  advance(steps: number): void;
  /** Removes the line for good. */
  finish(): void;
}

interface ProgressOptions {
  readonly io: Pick<Io, 'stderr'>;
  readonly total: number;
  /** What is being done: `editing`. */
  readonly label: string;
  /** Formats an amount (default: `String`). */
  readonly format?: (amount: number) => string;
  readonly motion: Motion;
}

/** How long to wait before the first line, and how often it is redrawn (milliseconds). */
const firstMs = 300;
const everyMs = 100;

/** How often a line is written if nothing may be redrawn (milliseconds). */
const everyLineMs = 5_000;

const barCells = 24;

const silent: Progress = { advance: () => undefined, finish: () => undefined };

/** Starts a progress line. It draws nothing if stderr is not a terminal. */
export function startProgress({ io, total, label, format = String, motion }: ProgressOptions): Progress {
  if (motion === 'none' || !io.stderr.isTerminal || total <= 0) return silent;
  let done = 0;
  let isOver = false;
  let nextAt = Date.now() + firstMs;
  const draw = (): void => {
    const amount = `${format(done)}/${format(total)}`;
    // A line that wraps cannot be redrawn.
    const room = io.stderr.columns() - label.length - amount.length - 3;
    const cells = Math.max(0, Math.min(barCells, room));
    const full = Math.min(cells, Math.floor((done / total) * cells));
    const bar = cells === 0 ? '' : `${'█'.repeat(full)}${'░'.repeat(cells - full)} `;
    io.stderr.draw(`${label} ${bar}${amount}`.slice(0, io.stderr.columns() - 1));
  };
  return {
    advance(steps) {
      done += steps;
      if (isOver || Date.now() < nextAt) return;
      nextAt = Date.now() + (motion === 'bar' ? everyMs : everyLineMs);
      if (motion === 'bar') draw();
      else void io.stderr.write(`${label}: ${format(done)} of ${format(total)} done\n`);
    },
    finish() {
      if (!isOver) io.stderr.draw('');
      isOver = true;
    },
  };
}

/** How to show progress: a bar that is redrawn, a line from time to time, or nothing. */
type Motion = 'bar' | 'lines' | 'none';

/**
 * The kind of progress for this environment: none with `CI` and JSON formats; lines with `ACCESSIBLE`, since a screen reader
 * reads out everything that is redrawn, and on a dumb terminal, which cannot redraw.
 */
export function motionIn(env: Readonly<Record<string, string | undefined>>, isJson: boolean): Motion {
  if (isJson || env.CI) return 'none';
  return isPlain(env) ? 'lines' : 'bar';
}

/** Whether output must be plain lines without cursor movements: `ACCESSIBLE` is set, or the terminal is dumb. */
export function isPlain(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.ACCESSIBLE) || env.TERM === 'dumb';
}
