import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRow, type Row } from '../contract/row.js';
import { readRegular } from '../disk/read-regular.js';
import type { Candidate } from './offer.js';

/** Whose drafts are wanted: those for this server, and of this user if they are known. */
interface Whose {
  readonly url: string | undefined;
  readonly userId: string | undefined;
}

/**
 * The drafts in the folder of the ledger, each with its command, the newest first. What cannot be read is left out. Throws the
 * error of the file system if there is no such folder.
 */
export function readDrafts(folder: string, whose: Whose): readonly Candidate[] {
  const numbers = readdirSync(folder).flatMap((name) => /^(\d{1,9})\.jsonl$/.exec(name)?.[1] ?? []);
  return numbers
    .sort((one, other) => Number(other) - Number(one))
    .flatMap((number) => readDraft(join(folder, `${number}.jsonl`), number, whose));
}

const finished: readonly unknown[] = ['done', 'undone', 'deleted'];

function readDraft(file: string, number: string, { url, userId }: Whose): readonly Candidate[] {
  try {
    const [head = {}, ...more] = readRegular(file).toString('utf8').trim().split('\n').map(readLine);
    const state = more.reduce((last, line) => line.state ?? last, head.state);
    const isOwn = head.owner === '' || userId === undefined || head.owner === userId;
    const isWanted = isRow(head.flags) && !finished.includes(state) && isOwn && (url === undefined || head.url === url);
    return isWanted && Array.isArray(head.words) ? [{ text: number, title: head.words.map(String).join(' ') }] : [];
  } catch {
    return [];
  }
}

function readLine(line: string): Row {
  const row: unknown = JSON.parse(line);
  return isRow(row) ? row : {};
}
