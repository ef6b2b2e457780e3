import { closeSync } from 'node:fs';
import type { KnownReference } from '../client/state/references.js';
import { piecesOf } from '../disk/read-pieces.js';
import { openOwn } from '../disk/read-regular.js';
import { escapeBytes, patternOf, wordPatternOf } from './match.js';

export interface IndexQuery {
  readonly typed: string;
  /** What the first column must start with, before the typed text; left out of the result. */
  readonly head?: string;
  /** Match only words of the title, because nobody types the first column. */
  readonly isName?: boolean;
  readonly accepts: (entry: KnownReference) => boolean;
}

/** The most entries to offer; the newest are kept. */
const mostEntries = 200;

/** Longer lines and files are not written by this program (bytes). */
const [longestLine, longestFile] = [4096, 64 * 1024 * 1024];

/**
 * The entries of an index file that start with what was typed, newest first; if there are none, those with a word in their
 * title that does. Of more than 200, gives the newest 200 and one that does not share their common start, so that the shell
 * does not complete it. Anything but a regular file is ignored.
 */
export function findEntries(path: string, wanted: IndexQuery): readonly KnownReference[] {
  if (wanted.isName && wanted.typed !== '') return take(linesWithWord(path, wanted), wanted, mostEntries);
  const begun = take(linesFrom(path, wanted), wanted, mostEntries);
  if (begun.length === 0 && wanted.typed !== '') return take(linesWithWord(path, wanted), wanted, mostEntries);
  if (begun.length < mostEntries) return begun;
  const common = commonStart(begun.map(({ ref }) => ref));
  // They all begin with what was typed anyway.
  return common.length <= wanted.typed.length ? begun : [...begun, ...take(linesFrom(path, wanted, common), wanted, 1)];
}

function take(lines: Iterable<string>, { head = '', accepts }: IndexQuery, most: number): readonly KnownReference[] {
  const found: KnownReference[] = [];
  for (const line of lines) {
    if (line.length > longestLine) continue;
    const [ref = '', uuid = '', title = ''] = Buffer.from(line, 'latin1').toString('utf8').split('\t');
    const entry = { ref: ref.slice(head.length), uuid, title };
    if (accepts(entry)) found.push(entry);
    if (found.length >= most) break;
  }
  return found;
}

export function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  return others.reduce((common, text) => {
    let at = 0;
    while (at < common.length && common[at] === text[at]) at++;
    return common.slice(0, at);
  }, first);
}

/** Lines whose first column begins with what was typed, but not with `except`. */
function* linesFrom(path: string, { typed, head = '' }: IndexQuery, except = ''): Generator<string> {
  const others = except === '' ? '' : `(?!${escapeBytes(except)})`;
  const pattern = compiled(`(?:^|\\n)${escapeBytes(head)}${others}(?=.)${patternOf(typed)}`);
  for (const text of textsOf(path)) {
    for (const found of matches(pattern, text)) {
      const start = text[found.index] === '\n' ? found.index + 1 : found.index;
      const end = text.indexOf('\n', start);
      yield text.slice(start, end);
      pattern.lastIndex = end;
    }
  }
}

/** The lines with a word, outside the second column, that starts with what was typed. */
function* linesWithWord(path: string, { typed, head = '' }: IndexQuery): Generator<string> {
  const pattern = compiled(wordPatternOf(typed));
  for (const text of textsOf(path)) {
    for (const found of matches(pattern, text)) {
      const start = text.lastIndexOf('\n', found.index) + 1;
      const line = text.slice(start, text.indexOf('\n', found.index));
      const isInSecond = text.slice(start, found.index).split('\t').length === 2;
      if (isInSecond || !line.startsWith(head) || found.index < start + head.length) continue;
      yield line;
      pattern.lastIndex = start + line.length;
    }
  }
}

/** V8 interprets the first search of a regular expression, and compiles it for the second. */
function compiled(pattern: string): RegExp {
  const made = new RegExp(pattern, 'g');
  made.test('');
  return made;
}

/** The matches in a text, from its beginning; whoever takes them may move `lastIndex` on. */
function* matches(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) yield found;
}

/** The whole lines of a regular file, one character per byte, in pieces. */
function* textsOf(path: string): Generator<string> {
  let file: number | undefined;
  try {
    file = openOwn(path, ({ size }) => {
      if (size > longestFile) throw new Error();
    });
    for (const piece of piecesOf(file)) yield piece.toString('latin1');
  } catch {
    // Without an index there is nothing to offer.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
