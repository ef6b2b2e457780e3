import { closeSync } from 'node:fs';
import { type KnownReference, readLines } from '../client/state/references.js';
import { piecesOf } from '../disk/read-pieces.js';
import { openOwn } from '../disk/read-regular.js';
import { beginsWith, escapeBytes, hasWord, patternOf, wordPatternOf } from './match.js';

export interface IndexWanted {
  readonly typed: string;
  /** What the first column must start with, before the typed text; left out of the result. */
  readonly head?: string;
  /** Match only words of the title, because nobody types the first column. */
  readonly isName?: boolean;
  readonly accepts: (entry: KnownReference) => boolean;
}

/** The most entries to offer; the newest are kept. */
const mostEntries = 200;

/** Longer lines are not written by this program (bytes). */
const longestLine = 4096;

/** Larger files are not written by this program (bytes). */
const longestFile = 64 * 1024 * 1024;

/**
 * The entries of an index file that start with what was typed, newest first; if there are none, those with a word outside the second
 * column that does. Of more than 200, gives the newest 200 and one that does not share their common start, so that the shell does not
 * complete it. Anything but a regular file is ignored.
 */
export function findEntries(path: string, wanted: IndexWanted): readonly KnownReference[] {
  const { typed, head = '', isName } = wanted;
  const begins = ({ ref }: KnownReference): boolean => beginsWith(ref, typed);
  const start = `^${escapeBytes(head)}(?=.)`;
  const begun = isName && typed !== '' ? [] : take(path, start + patternOf(typed), wanted, begins);
  if (begun.length === 0 && typed !== '')
    return take(path, wordPatternOf(typed), wanted, ({ ref, title }) => hasWord(ref, typed) || hasWord(title, typed));
  const common = escapeBytes(commonStart(begun.map(({ ref }) => ref)));
  if (begun.length < mostEntries || common === '') return begun;
  return [...begun, ...take(path, `${start}(?!${common})${patternOf(typed)}`, wanted, begins, 1)];
}

/** The first entries whose lines match a pattern, and that are what it looks for. */
function take(
  path: string,
  pattern: string,
  { head = '', accepts }: IndexWanted,
  isSought: (entry: KnownReference) => boolean,
  most = mostEntries,
): readonly KnownReference[] {
  const found: KnownReference[] = [];
  for (const line of linesWith(path, pattern)) {
    const [known] = line.length > longestLine ? [] : readLines(Buffer.from(line, 'latin1').toString('utf8'));
    if (!known?.ref.startsWith(head)) continue;
    const entry = { ...known, ref: known.ref.slice(head.length) };
    if (isSought(entry) && accepts(entry)) found.push(entry);
    if (found.length >= most) break;
  }
  return found;
}

/** The common start of all texts. */
export function commonStart([first = '', ...others]: readonly string[]): string {
  let common = first;
  for (const text of others) while (!text.startsWith(common)) common = common.slice(0, -1);
  return common;
}

/** The lines with a match, with one character per byte. */
function* linesWith(path: string, pattern: string): Generator<string> {
  const made = new RegExp(pattern, 'gm');
  // V8 interprets the first search of a regular expression, and compiles it for the second.
  made.test('');
  for (const text of textsOf(path)) {
    made.lastIndex = 0;
    for (let found = made.exec(text); found; found = made.exec(text)) {
      const end = text.indexOf('\n', found.index);
      yield text.slice(text.lastIndexOf('\n', found.index - 1) + 1, end);
      made.lastIndex = end + 1;
    }
  }
}

/** The whole lines of a regular file, one character per byte, in pieces. */
function* textsOf(path: string): Generator<string> {
  let file: number | undefined;
  try {
    file = openOwn(path, ({ size }) => {
      if (size > longestFile) throw new Error('not an index');
    });
    for (const piece of piecesOf(file)) yield piece.toString('latin1');
  } catch {
    // Without an index there is nothing to offer.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
