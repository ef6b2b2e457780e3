import { TrackerError } from '../contract/errors.js';

/** The most pages read by one command, in case the server never ends the list. */
export const maxPages = 2000;

/** How many rows of a paged list were asked for, and how many were read. */
export interface PagedRead {
  /** The name of the list, such as `inbox`. */
  readonly noun: string;
  /** What its rows are called, such as `notifications`. */
  readonly rows: string;
  /** Infinity for all rows; undefined if the user gave no number. */
  readonly asked: number | undefined;
  readonly got: number;
  /** Whether there are more. */
  readonly more: boolean;
}

/** Throws `failed` if fewer rows were read than were asked for although there are more. */
export function requireAllAsked({ noun, rows, asked, got, more }: PagedRead): void {
  if (more && asked !== undefined && got < asked)
    throw new TrackerError('failed', `the ${noun} has more than ${got} ${rows}, but no more could be read`);
}
