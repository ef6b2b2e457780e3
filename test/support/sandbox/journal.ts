import { readFileSync } from 'node:fs';
import type { JournalLine } from '../../../src/sandbox/http/journal.js';

/** What the file of `tracker sandbox start --journal FILE` says of the requests that came to the API. */
export function readJournal(file: string): readonly JournalLine[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** Those of them that were to change something. */
export function writesIn(file: string): readonly JournalLine[] {
  return readJournal(file).filter(({ method }) => !['GET', 'OPTIONS'].includes(method));
}
