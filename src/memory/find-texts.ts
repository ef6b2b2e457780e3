import { closeSync, fstatSync, readSync, type Stats, statSync } from 'node:fs';
import { attempt } from '../contract/errors.js';
import { toPlainLetters } from '../contract/text/plain-letters.js';
import { needsWholeText, searchedText, soughtIn, wordsOf } from '../contract/text/search-words.js';
import { piecesOf } from '../disk/read-pieces.js';
import { openOwn } from '../disk/read-regular.js';
import { beginFile, removeQuietly } from '../disk/replace-file.js';
import { longestFile, textsFile } from './folder.js';
import { hasPhrases, lineEnd, readLine, type TextKind, type TextLine, textKinds } from './texts.js';

/** A task, ticket, project, page or note with all the words that were searched for. */
export interface TextHit {
  readonly kind: TextKind;
  readonly id: string;
  /** The rest, since most of what is found is not shown. */
  read(): FoundText;
}

interface FoundText extends Omit<TextLine, 'lines'> {
  /** The first line of the text with most of the words, or what is around the first of them; empty if only the title has any. */
  readonly line: string;
}

/**
 * Finds words in what was read of these kinds, in lower and upper case, with or without accents, in any order. Undefined if nothing
 * was read. Nothing found can be read after `close`. Until then, it can, even if the file is replaced.
 */
export function findTexts(folder: string, query: string, kinds: readonly TextKind[]) {
  const sought = soughtIn(query, toPlainLetters);
  const path = textsFile(folder);
  const file = openTexts(path);
  if (file === undefined) return undefined;
  const searched = { file, size: fstatSync(file).size, sought, kinds };
  const last = attempt(() => latestLines(searched)) ?? [];
  const close = (): void => closeSync(file);
  const lines = last.flatMap((each) => [...each.values()]);
  if (lines.length === 0) {
    close();
    return undefined;
  }
  leaveOutOld(path, searched, lines);
  const phrases = sought.filter(needsWholeText);
  const found: readonly TextHit[] = lines.filter((line) => line.isFound && line.has(phrases)).sort(inOrder);
  /** Whether something has a text, which was searched. */
  const isRead = (kind: TextKind, id: string): boolean => last[textKinds.indexOf(kind)]?.has(id) ?? false;
  return { found, isRead, close };
}

/** Opens the file of texts; undefined if it cannot be read, which the next search makes again. */
export function openTexts(path: string): number | undefined {
  const refuseHuge = ({ size }: Stats): void => {
    if (size > longestFile) throw new Error('not our texts');
  };
  const file = attempt(() => openOwn(path, refuseHuge));
  if (file === undefined) removeQuietly(path, true);
  return file;
}

interface TextSearch {
  readonly file: number;
  /** How much had been written before it was read (bytes). */
  readonly size: number;
  /** Words and phrases. */
  readonly sought: readonly string[];
  readonly kinds: readonly TextKind[];
}

/** A line of the file. A class, because there may be 20,000 of them, and objects with functions of their own would be slow. */
class Line implements TextHit {
  start = 0;
  end = 0;
  /** Whether it is of a kind that is searched, and has all words; then whether its title has them, and when it last changed. */
  isFound = false;
  isTitled = false;
  changed = 0;

  constructor(
    readonly searched: TextSearch,
    readonly kind: TextKind,
    readonly id: string,
  ) {}

  read(): FoundText {
    const { lines, ...about } = readLine(this.bytes().toString());
    return { ...about, line: lineWith(lines, this.searched.sought) };
  }

  has(phrases: readonly string[]): boolean {
    return phrases.length === 0 || hasPhrases(this.bytes().toString(), phrases);
  }

  bytes(): Buffer {
    const bytes = Buffer.allocUnsafe(this.end - this.start);
    const read = attempt(() => readSync(this.searched.file, bytes, 0, bytes.length, this.start));
    return bytes.subarray(0, read ?? 0);
  }
}

/** One kind after another, first what has all words in its title, then what has changed last. */
function inOrder(one: Line, other: Line): number {
  const { kinds } = one.searched;
  return (
    kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
    Number(other.isTitled) - Number(one.isTitled) ||
    other.changed - one.changed ||
    one.start - other.start
  );
}

const [tab, newLine, digitZero] = [0x09, 0x0a, 0x30];

/** The last whole line of each entity, by the number of its kind and by its id. */
export function latestLines(searched: TextSearch): readonly ReadonlyMap<string, Line>[] {
  const last = textKinds.map(() => new Map<string, Line>());
  // A newline is in no line, so a word with one of the characters that separate the parts of a line finds nothing.
  // Quotes are compared in the whole text.
  const pieces = searched.sought.flatMap((each) => each.split("'"));
  const typed = wordsOf(pieces).map((word) => word.replace(/[\u001e\u001f]/g, '\n'));
  const words = typed.map((word) => ({ bytes: Buffer.from(word), at: 0 }));
  let before = 0;
  for (const piece of piecesOf(searched.file)) {
    for (const word of words) word.at = -1;
    for (let start = 0, end = 0; start < piece.length; start = end + 1) {
      end = piece.indexOf(newLine, start);
      const number = (piece[start] ?? 0) - digitZero;
      const kind = textKinds[number];
      // What was cut off has another end.
      if (kind === undefined || piece[end - 1] !== lineEnd) continue;
      const read = afterTabs(piece, start, 2);
      const line = new Line(searched, kind, piece.toString('utf8', start + 2, read - 1));
      line.start = before + start;
      line.end = before + end;
      last[number]?.delete(line.id);
      // It is gone.
      if (piece[read] === lineEnd) continue;
      if (searched.kinds.includes(kind)) look(line, words, piece, { changed: afterTabs(piece, read, 1), end });
      last[number]?.set(line.id, line);
    }
    before += piece.length;
  }
  return last;
}

/** A word, and where it is next in a piece. */
interface WordPlace {
  readonly bytes: Buffer;
  at: number;
}

/** Looks for the words in a line, whose time is at `changed`. */
function look(
  line: Line,
  words: readonly WordPlace[],
  piece: Buffer,
  { changed, end }: Record<'changed' | 'end', number>,
) {
  const name = afterTabs(piece, changed, 2);
  for (const word of words) {
    if (word.at < name) word.at = piece.indexOf(word.bytes, name);
    if (word.at < 0) word.at = piece.length;
    if (word.at >= end) return;
  }
  const text = afterTabs(piece, name, 3);
  line.isFound = true;
  line.isTitled = words.every(({ at }) => at < text);
  line.changed = Number.parseInt(piece.toString('latin1', changed, name), 10);
}

/** Where so many tabs of a line have been passed. For tabs close together: it looks at each byte. */
function afterTabs(piece: Buffer, start: number, tabs: number): number {
  let at = start;
  for (let left = tabs; left > 0 && piece[at] !== newLine; at += 1) if (piece[at] === tab) left -= 1;
  return at;
}

/** The first of the lines with most of what is sought, or else most of its words. */
function lineWith(lines: readonly string[], sought: readonly string[]): string {
  const all = [...new Set([...sought, ...wordsOf(sought)])];
  let best = { line: '', count: 0 };
  for (const line of lines) {
    const plain = searchedText(toPlainLetters(line));
    const count = all.filter((each) => plain.includes(each)).length;
    if (count > best.count) best = { line, count };
    if (count === all.length) break;
  }
  return around(best.line, sought);
}

/** How much of a line is shown (characters). */
const most = 160;

/** The part of a long line with the first place of what is sought in its middle. */
function around(line: string, sought: readonly string[]): string {
  if (line.length <= most) return line;
  const plain = searchedText(toPlainLetters(line));
  const places = [sought, wordsOf(sought)].map((all) => all.map((each) => plain.indexOf(each)).filter((at) => at >= 0));
  // Without accents, it may be a little shorter or longer.
  const place = Math.round(
    (Math.min(...(places.find(({ length }) => length > 0) ?? [0])) / plain.length) * line.length,
  );
  const earliest = Math.max(0, Math.min(place - most / 2, line.length - most));
  const start = earliest === 0 ? 0 : line.indexOf(' ', earliest) + 1;
  const from = start > place ? earliest : start;
  const end = from + most >= line.length ? line.length : line.lastIndexOf(' ', from + most);
  const to = end <= place ? from + most : end;
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}

/** How much of a file may be old before anything is done about it (bytes). */
const spareBytes = 256 * 1024;

/** Replaces a file of which more than half is old with one that has only these lines, unless somebody else is writing. */
function leaveOutOld(path: string, { size }: TextSearch, lines: readonly Line[]): void {
  const current = lines.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  if (size <= 2 * current + spareBytes) return;
  attempt(() => {
    const made = beginFile(path);
    try {
      for (const line of lines) made.write(Buffer.concat([Buffer.from('\n'), line.bytes()]));
      if (statSync(path).size === size) made.commit();
    } finally {
      made.discard();
    }
  });
}
