import type { Io } from './io.js';

/** A line on stderr that says how far something is. Nothing is drawn for what is done within a moment. */
export interface Progress {
  advance(steps: number): void;
  /** Takes the line away, for good. */
  finish(): void;
}

export interface ProgressOptions {
  readonly io: Pick<Io, 'stderr'>;
  readonly total: number;
  /** `editing`: what is going on. */
  readonly label: string;
  /** How an amount is written (default: as it is). */
  readonly format?: (amount: number) => string;
  /** False where nothing may be drawn over: `ACCESSIBLE`, `CI`, JSON formats. */
  readonly animate: boolean;
}

/** How long something takes before it is worth a line, and how often the line is drawn (milliseconds). */
const firstMs = 300;
const everyMs = 100;

const barCells = 24;

/** Starts a progress line. Where stderr is no terminal, or nothing may move, it draws nothing at all. */
export function startProgress({ io, total, label, format = String, animate }: ProgressOptions): Progress {
  if (!animate || !io.stderr.isTerminal || total <= 0) return { advance: () => undefined, finish: () => undefined };
  let done = 0;
  let isOver = false;
  let nextAt = Date.now() + firstMs;
  const draw = (): void => {
    const cells = Math.min(barCells, Math.floor((done / total) * barCells));
    const bar = `${'█'.repeat(cells)}${'░'.repeat(barCells - cells)}`;
    io.stderr.draw(`${label} ${bar} ${format(done)}/${format(total)}`);
  };
  return {
    advance(steps) {
      done += steps;
      if (isOver || Date.now() < nextAt) return;
      nextAt = Date.now() + everyMs;
      draw();
    },
    finish() {
      if (!isOver) io.stderr.draw('');
      isOver = true;
    },
  };
}
