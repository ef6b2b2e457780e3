import { TrackerError } from '../errors.js';

/** Pages read in one go: a server that never ends cannot keep anybody busy for ever. */
export const mostPages = 2000;

/** What was asked for of a listing that comes in pages, and what came. */
export interface PagedRead {
  /** `inbox`: what goes on. */
  readonly noun: string;
  /** `notifications`: what its rows are called. */
  readonly rows: string;
  /** How many rows were asked for: infinitely many for all of them; undefined where nobody said. */
  readonly asked: number | undefined;
  readonly got: number;
  /** Whether there is more behind them. */
  readonly more: boolean;
}

/** Throws `failed` where fewer rows were read than were asked for and the listing goes on: they are no whole answer. */
export function requireAllAsked({ noun, rows, asked, got, more }: PagedRead): void {
  if (more && asked !== undefined && got < asked)
    throw new TrackerError('failed', `the ${noun} goes on behind ${got} ${rows}; no more were read`);
}
