import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { isRow, type Row, rowsOf, textOf } from '../contract/row.js';
import { readOwn } from '../disk/read-regular.js';
import type { Candidate } from './offer.js';

/** What was not sent, or changes in this state. */
export type EntryState = 'unsent' | 'done' | 'undone';

interface EntryFilter {
  readonly state: EntryState;
  readonly url: string | undefined;
  readonly userId: string | undefined;
}

/**
 * What is wanted of the ledger in this folder, the newest first, as far as it can be read. Throws the file system's error for a
 * missing folder.
 */
export function readEntries(folder: string, wanted: EntryFilter): readonly Candidate[] {
  return readdirSync(folder)
    .flatMap((name) => Number(/^(\d{1,15})\.jsonl$/.exec(name)?.[1] ?? []))
    .sort((one, other) => other - one)
    .flatMap((number) => {
      const entry = readEntry(join(folder, `${number}.jsonl`));
      const refs = rowsOf(entry.writes).flatMap(({ ref }) => textOf(ref) ?? []);
      const isWanted = wanted.state === 'unsent' ? isDraft(entry, wanted) : isChange(entry, wanted) && refs.length > 0;
      const words = Array.isArray(entry.words) ? entry.words : [];
      return isWanted ? [{ text: String(number), title: [...words, ...refs].join(' ') }] : [];
    });
}

function isDraft({ flags, state, owner, userId, url }: Row, wanted: EntryFilter): boolean {
  const isOwn = owner === '' || [undefined, owner, userId].includes(wanted.userId);
  const isFinished = state === 'done' || state === 'undone' || state === 'deleted';
  return isRow(flags) && !isFinished && isOwn && (wanted.url === undefined || url === wanted.url);
}

function isChange({ state, owner, url }: Row, wanted: EntryFilter): boolean {
  return state === wanted.state && url === wanted.url && owner === (wanted.userId ?? '');
}

/** The first line of a file, with the state that a later one gives it. */
function readEntry(file: string): Row {
  const lines = attempt(() => readOwn(file).toString('utf8').split('\n')) ?? [];
  const rows = lines.map((line): unknown => attempt(() => JSON.parse(line)));
  const [head = {}, ...more] = rows.map((row) => (isRow(row) ? row : {}));
  return { ...head, state: more.findLast(({ state }) => state)?.state ?? head.state };
}
