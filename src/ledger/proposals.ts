import { attempt, TrackerError } from '../contract/errors.js';
import { removeQuietly } from '../disk/replace-file.js';
import { type ClaimParts, withClaim } from './claim.js';
import { type Entry, type EntryState, isSameSubject, type Subject, subjectsOf } from './entry.js';
import type { Ledger } from './store.js';

/** What an agent has proposed for one of these things, apart from itself, and nobody has decided on yet. */
export function openProposal(
  ledger: Ledger,
  { number, author, url }: Pick<Entry, 'author' | 'url'> & Partial<Pick<Entry, 'number'>>,
  subjects: readonly Subject[],
): Entry | undefined {
  const isAbout = (each: Entry): boolean =>
    subjectsOf(each).some((one) => subjects.some((other) => isSameSubject(one, other)));
  return (attempt(() => ledger.outlines()) ?? [])
    .filter((each) => each.state === 'proposed' && each.author === author && each.url === url && each.number !== number)
    .findLast(isAbout);
}

/** What became of a proposal with these parts: what cannot be undone was done, even if all else was put back. */
export function decidedState({ state }: Entry, parts: readonly Entry[]): EntryState {
  return state === 'undone' && parts.some(({ final }) => final.length > 0) ? 'done' : state;
}

/** Changes a proposal while nobody else decides on it, and gives it; undefined if somebody has. Throws like `claim`. */
export async function changeProposal(
  parts: ClaimParts,
  number: number,
  change: Partial<Entry>,
): Promise<Entry | undefined> {
  return await withClaim(parts, { number }, async () => {
    const entry = parts.ledger.find(number);
    if (entry?.state !== 'proposed') return undefined;
    const changed = { ...entry, ...change };
    parts.ledger.replace(changed);
    return changed;
  });
}

/**
 * Rejects a proposal, for its author to see, and why, and deletes the copies of its files. Throws `conflict` if somebody has
 * decided on it.
 */
export async function rejectProposal(parts: ClaimParts, number: number, reason: string): Promise<void> {
  const undone = 'it was not rejected';
  await withClaim(parts, { number, undone }, async () => {
    const turnedAt = parts.ledger.now().toISOString();
    parts.ledger.step(number, 'reject', { turnedAt, ...(reason !== '' && { reason }) });
    removeQuietly(parts.ledger.filesFolder(number), true);
  });
}

/** The error for sending a proposal that no person has accepted (docs/requirements.md, R98). */
export function needsPerson({ number }: Pick<Entry, 'number'>): TrackerError {
  return new TrackerError('conflict', `draft ${number} is a proposal, which only a person may send; nothing was sent`, {
    hint: `to decide on it at a terminal: tracker drafts send ${number}`,
  });
}
