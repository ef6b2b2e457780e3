import type { Io } from './streams/io.js';

/** A progress line on stderr. Nothing is drawn for work that takes only a moment. */
export interface Progress {
  advance(steps: number): void;
  /** Removes the line for good. */
  finish(): void;
}

interface ProgressOptions {
  readonly total: number;
  /** What is being done: `editing`. */
  readonly label: string;
  /** Formats an amount (default: `String`). */
  readonly format?: (amount: number) => string;
  /** Whether nothing is drawn whatever the surroundings. */
  readonly isHidden?: boolean;
}

/** Where it is shown; not with `CI` or a JSON format. */
interface Surroundings {
  readonly io: Pick<Io, 'stderr'>;
  readonly settings: { readonly env: Readonly<Record<string, string | undefined>> };
  readonly show: { readonly isJson: boolean };
}

/** How long to wait before the first line, and how often it is redrawn (milliseconds). */
const firstMs = 300;
const everyMs = 100;

/** How often a line is written if nothing may be redrawn (milliseconds). */
const everyLineMs = 5_000;

const barCells = 24;

const silent: Progress = { advance: () => undefined, finish: () => undefined };

/**
 * Starts a progress line. It draws nothing if stderr is not a terminal. Lines are written from time to time with `ACCESSIBLE`, since a
 * screen reader reads out everything that is redrawn, and on a dumb terminal, which cannot redraw.
 */
export function startProgress(
  { io, settings: { env }, show }: Surroundings,
  { total, label, format = String, isHidden }: ProgressOptions,
): Progress {
  if (isHidden || show.isJson || env.CI || !io.stderr.isTerminal || total <= 0) return silent;
  const isBar = !isPlain(env);
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
      nextAt = Date.now() + (isBar ? everyMs : everyLineMs);
      if (isBar) draw();
      else void io.stderr.write(`${label}: ${format(done)} of ${format(total)} done\n`);
    },
    finish() {
      if (!isOver) io.stderr.draw('');
      isOver = true;
    },
  };
}

/** The total size from which progress is shown (bytes). */
const worthShowing = 1024 * 1024;

/** The same for bytes, in MB; nothing is drawn for less than 1 MB. */
export function startTransfer(context: Surroundings, label: string, total: number): Progress {
  const format = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return startProgress(context, { total, label, format, isHidden: total < worthShowing });
}

/** Whether output must be plain lines without cursor movements: `ACCESSIBLE` is set, or the terminal is dumb. */
export function isPlain(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.ACCESSIBLE) || env.TERM === 'dumb';
}
