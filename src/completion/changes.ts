import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRow, type Row, rowsOf, textOf } from '../contract/row.js';
import { readRegular } from '../disk/read-regular.js';
import type { Candidate } from './offer.js';

/** The changes in the ledger with this state, server and owner, by number, the newest first. What cannot be read is left out. */
export function readChanges(folder: string, wanted: Row): readonly Candidate[] {
  return readdirSync(folder)
    .flatMap((name) => Number(/^(\d{1,9})\.jsonl$/.exec(name)?.[1] ?? []))
    .sort((one, other) => other - one)
    .flatMap((number) => {
      const entry = readHead(join(folder, `${number}.jsonl`));
      const refs = rowsOf(entry.writes).flatMap(({ ref }) => textOf(ref) ?? []);
      const isWanted = refs.length > 0 && Object.entries(wanted).every(([key, value]) => entry[key] === value);
      const words = Array.isArray(entry.words) ? entry.words : [];
      return isWanted ? [{ text: String(number), title: [...words, ...refs].join(' ') }] : [];
    });
}

/** The first line of a file, which is the whole of an entry that has been written. */
function readHead(file: string): Row {
  try {
    const head: unknown = JSON.parse(readRegular(file).toString('utf8').split('\n', 1)[0] ?? '');
    return isRow(head) ? head : {};
  } catch {
    return {};
  }
}
