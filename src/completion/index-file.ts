import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { escapeBytes, patternOf, wordPatternOf } from './match.js';

/** A line of an index file: what people type, and the title they recognise it by. */
export interface Entry {
  readonly ref: string;
  readonly uuid: string;
  readonly title: string;
}

export interface Wanted {
  readonly typed: string;
  /** What the first column must start with, before the typed text; left out of the result. */
  readonly head?: string;
  /** Match only words of the title, because nobody types the first column. */
  readonly isName?: boolean;
  readonly accepts: (entry: Entry) => boolean;
}

/** The most entries to offer; the newest are kept. */
const mostEntries = 200;

/** Longer lines are not written by this program (bytes). */
const longestLine = 4096;

/** Larger files are not written by this program (bytes). */
const longestFile = 64 * 1024 * 1024;

/**
 * The entries of an index file that start with what was typed, newest first; if there are none, those with a word in their
 * title that does. Of more than 200, gives the newest 200 and one that does not share their common start, so that the shell
 * does not complete it. Anything but a regular file is ignored.
 */
export function findEntries(path: string, wanted: Wanted): readonly Entry[] {
  const text = readBytes(path);
  if (text === undefined) return [];
  if (wanted.isName && wanted.typed !== '') return take(linesWithWord(text, wanted), wanted, mostEntries);
  const begun = take(linesFrom(text, wanted), wanted, mostEntries);
  if (begun.length === 0 && wanted.typed !== '') return take(linesWithWord(text, wanted), wanted, mostEntries);
  if (begun.length < mostEntries) return begun;
  const common = commonStart(begun.map(({ ref }) => ref));
  // They all begin with what was typed anyway.
  return common.length <= wanted.typed.length ? begun : [...begun, ...take(linesFrom(text, wanted, common), wanted, 1)];
}

function take(lines: Iterable<string>, { head = '', accepts }: Wanted, most: number): readonly Entry[] {
  const found: Entry[] = [];
  for (const line of lines) {
    if (line.length > longestLine) continue;
    const entry = parseLine(line, head.length);
    if (accepts(entry)) found.push(entry);
    if (found.length >= most) break;
  }
  return found;
}

/** The common start of all texts. */
export function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  return others.reduce((common, text) => {
    let at = 0;
    while (at < common.length && common[at] === text[at]) at++;
    return common.slice(0, at);
  }, first);
}

/** Lines whose first column begins with what was typed, but not with `except`. */
function* linesFrom(text: string, { typed, head = '' }: Wanted, except = ''): Generator<string> {
  const others = except === '' ? '' : `(?!${escapeBytes(except)})`;
  const pattern = new RegExp(`(?:^|\\n)${escapeBytes(head)}${others}(?=.)${patternOf(typed)}`, 'g');
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const start = text[found.index] === '\n' ? found.index + 1 : found.index;
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? undefined : end);
    if (end < 0) return;
    pattern.lastIndex = end;
  }
}

/** The lines with a word, outside the second column, that starts with what was typed. */
function* linesWithWord(text: string, { typed, head = '' }: Wanted): Generator<string> {
  const pattern = new RegExp(wordPatternOf(typed), 'g');
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const start = text.lastIndexOf('\n', found.index) + 1;
    const end = text.indexOf('\n', found.index);
    const line = text.slice(start, end < 0 ? undefined : end);
    const isInSecond = text.slice(start, found.index).split('\t').length === 2;
    if (isInSecond || !line.startsWith(head) || found.index < start + head.length) continue;
    yield line;
    pattern.lastIndex = start + line.length;
  }
}

function parseLine(line: string, headLength: number): Entry {
  const [ref = '', uuid = '', title = ''] = Buffer.from(line, 'latin1').toString('utf8').split('\t');
  return { ref: ref.slice(headLength), uuid, title };
}

/** Reads a regular file, one character per byte. Opened so that a named pipe does not block. */
function readBytes(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= longestFile ? readFileSync(file, 'latin1') : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
