import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../contract/errors.js';
import { stampOf } from './outlines.js';
import { readEntry } from './read-entry.js';
import { type Ledger, numbersIn } from './store.js';

/**
 * Gives a function that says whether another command on this computer has written something to the server, or put it back, since
 * it was called last. What is still being typed, waits or is being sent is not written yet. It looks at the files of the ledger
 * alone, and never throws.
 */
export function watchOthers(ledger: Ledger, url: string, isOurs: (number: number) => boolean): () => boolean {
  const read = (): ReadonlyMap<number, string> => {
    const numbers = attempt(() => numbersIn(dirname(ledger.path(1)))) ?? [];
    return new Map(numbers.map((number) => [number, stampOf(attempt(() => statSync(ledger.path(number))))]));
  };
  const isWritten = (number: number): boolean => {
    const entry = readEntry(ledger.path(number), number);
    if (entry?.url !== url || ['writing', 'waiting', 'sending'].includes(entry.state)) return false;
    return entry.writes.length + entry.final.length > 0;
  };
  let before = read();
  return () => {
    const now = read();
    const changed = [...now.keys()].filter((number) => now.get(number) !== before.get(number) && !isOurs(number));
    before = now;
    return changed.some(isWritten);
  };
}
