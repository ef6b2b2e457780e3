import { isRow } from '../../contract/row.js';

/** The line of `status --short` as it was last loaded. */
interface ShortStatus {
  /** When that was (milliseconds since 1970). */
  readonly at: number;
  /** Whose it is. */
  readonly userId: string;
  readonly line: string;
}

/** How long the line is shown without asking again, and how long at all, where asking takes too long (milliseconds). */
const freshMs = 60_000;
const usableMs = 60 * freshMs;

/** Reads what was remembered; undefined if it is someone else's, too old, or unreadable. */
export function readShortStatus(text: string | undefined, userId: string | undefined): ShortStatus | undefined {
  try {
    const row: unknown = JSON.parse(text ?? '');
    if (!isRow(row) || typeof row.at !== 'number' || typeof row.line !== 'string') return undefined;
    return typeof userId === 'string' && row.userId === userId ? { at: row.at, userId, line: row.line } : undefined;
  } catch {
    return undefined;
  }
}

export function isFresh({ at }: ShortStatus, now: Date): boolean {
  return isWithin(at, now, freshMs);
}

export function isUsable({ at }: ShortStatus, now: Date): boolean {
  return isWithin(at, now, usableMs);
}

/** A clock that was set back makes it old. */
function isWithin(at: number, now: Date, age: number): boolean {
  const passed = now.getTime() - at;
  return passed >= 0 && passed < age;
}
