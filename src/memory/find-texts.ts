import { closeSync, existsSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { toPlainLetters } from '../contract/plain-letters.js';
import { openWithoutWaiting, readRegular } from '../disk/read-regular.js';
import { beginFile } from '../disk/replace-file.js';
import { textsFile } from './folder.js';
import { readSealed } from './recall.js';
import { lineBreak, lineOf, type TextKind } from './texts.js';

/** A task, ticket, project, page or note with all the words that were searched for. */
export interface Found {
  readonly kind: TextKind;
  readonly id: string;
  /** The rest, since most of what is found is not shown. */
  read(): FoundText;
}

interface FoundText {
  readonly ref: string;
  readonly title: string;
  readonly orgId: string;
  /** When it was read. */
  readonly at: Date;
  /** The first line of the text with most of the words, or what is around the first of them; empty if only the title has any. */
  readonly line: string;
}

export interface Search {
  /** One kind after another, first what has all words in its title, then what has changed last. */
  readonly found: readonly Found[];
  /** Whether it has a text, which was searched. */
  isRead(kind: TextKind, id: string): boolean;
}

/**
 * Finds words in what was read of these kinds, in lower and upper case, with or without accents, in any order. Undefined if nothing
 * was read.
 */
export function findTexts(folder: string, query: string, kinds: readonly TextKind[]): Search | undefined {
  const words = [...new Set(toPlainLetters(query).split(/\s+/))].filter((word) => word !== '');
  const path = textsFile(folder);
  const bytes = attempt(() => readRegular(path)) ?? Buffer.alloc(0);
  const last = latestLines({ path, bytes, words });
  if (last.size === 0) return undefined;
  const lines = [...last.values()];
  const current = lines.reduce((size, { start, end }) => size + end - start + 1, 0);
  const isMuch = bytes.length > 2 * current + spareBytes;
  if (isMuch && rewrite(path, bytes, lines)) return findTexts(folder, query, kinds);
  toLowerCase(bytes);
  const followers = words.map((word) => follow(bytes, Buffer.from(word)));
  const found = lines.filter((line) => {
    const { title, text, plain, end } = line;
    if (!followers.every((isIn) => isIn(title, end))) return false;
    const order = kinds.indexOf(line.kind);
    // Words that are not ASCII have been made plain only after the text.
    const mayBeTitled = followers.every(
      (isIn, at) => isIn(title, text) || isWithin(bytes, words[at] ?? '', plain, end),
    );
    const isTitled = mayBeTitled && hasAll(bytes.toString('utf8', title, text), words);
    line.rank = (order * 2 + Number(!isTitled)) * mostMs - changedAt(bytes, line);
    return order >= 0;
  });
  found.sort((one, other) => one.rank - other.rank);
  return { found, isRead: (kind, id) => last.has(`${kind}\t${id}`) };
}

/** More milliseconds than have passed since 1970. */
const mostMs = 1e14;

interface Searched {
  readonly path: string;
  readonly bytes: Buffer;
  readonly words: readonly string[];
}

/** An entity in a file. A class, because there may be 20,000 of them, and objects with functions of their own would be slow. */
class Line implements Found {
  rank = 0;

  constructor(
    readonly searched: Searched,
    /** Its kind and its id, separated by a tab. */
    readonly key: string,
    readonly start: number,
    /** Where its time, its reference and title, its text and its plain words begin, and where it ends. */
    readonly time: number,
    readonly title: number,
    readonly text: number,
    readonly plain: number,
    readonly end: number,
  ) {}

  get kind(): TextKind {
    return this.key.slice(0, this.key.indexOf('\t')) as TextKind;
  }

  get id(): string {
    return this.key.slice(this.key.indexOf('\t') + 1);
  }

  /** Reads it from the file again, since what was searched is in lower case; that is used if the file has been replaced. */
  read(): FoundText {
    const { searched, key, start, end } = this;
    const read = attempt(() => readPart(searched.path, start, end)) ?? '';
    const written = read.startsWith(`${key}\t`) ? read : searched.bytes.toString('utf8', start, end);
    const [, , at, , orgId = '', ref = '', title = '', text = ''] = written.split('\t');
    return { ref, title, orgId, at: new Date(Number(at)), line: lineWith(text.split(lineBreak), searched.words) };
  }
}

/** When it was changed: its fourth field (milliseconds since 1970). */
function changedAt(bytes: Buffer, { time, title }: Line): number {
  return Number(bytes.toString('latin1', afterTabs(bytes, time, 1), title).split('\t', 1)[0]);
}

/** How much of a file may be old before anything is done about it (bytes). */
const spareBytes = 256 * 1024;

const [tab, newLine] = [0x09, 0x0a];

/** The last whole line of each entity, in the order of the file. */
function latestLines(searched: Searched): ReadonlyMap<string, Line> {
  const { bytes } = searched;
  const lines = new Map<string, Line>();
  for (let start = 0; start < bytes.length; ) {
    const time = afterTabs(bytes, start, 2);
    const title = afterTabs(bytes, time, 3);
    const text = afterTabs(bytes, title, 2);
    const plain = bytes.indexOf(tab, text) + 1;
    const end = bytes.indexOf(tab, plain) + 1;
    // What was cut off has fewer fields.
    if (text > 0 && plain > 0 && end > 0 && (end === bytes.length || bytes[end] === newLine)) {
      const key = bytes.toString('utf8', start, time - 1);
      lines.delete(key);
      lines.set(key, new Line(searched, key, start, time, title, text, plain, end));
      start = end + 1;
    } else start = bytes.indexOf(newLine, start) + 1 || bytes.length;
  }
  return lines;
}

/** Where so many tabs of a line have been passed; 0 if it has fewer. For tabs close together: it looks at each byte. */
function afterTabs(bytes: Buffer, start: number, tabs: number): number {
  let left = tabs;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === newLine) return 0;
    if (byte === tab) left -= 1;
    if (left === 0) return at + 1;
  }
  return 0;
}

function isWithin(bytes: Buffer, word: string, start: number, end: number): boolean {
  return end - start > word.length && bytes.subarray(start, end).includes(word);
}

/** Puts ASCII letters in lower case, four bytes at a time: one by one, they would take longer than the rest of a search. */
function toLowerCase(bytes: Buffer): void {
  const fours = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  for (let at = 0; at < fours.length; at += 1) {
    const four = fours[at] ?? 0;
    const low = four & 0x7f7f7f7f;
    // What is added sets the highest bit of each byte from `A` on, and from `[` on.
    const isUpper = ~four & 0x80808080 & ((low + 0x3f3f3f3f) ^ (low + 0x25252525));
    fours[at] = four | (isUpper >>> 2);
  }
  for (let at = fours.length * 4; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x41 && byte <= 0x5a) bytes[at] = byte | 0x20;
  }
}

/** A function that says of one part after another whether it has a word. No byte is looked at twice. */
function follow(bytes: Buffer, word: Buffer): (from: number, end: number) => boolean {
  let at = -1;
  return (from, end) => {
    if (at < from) at = bytes.indexOf(word, from);
    if (at < 0) at = bytes.length;
    return at + word.length <= end;
  };
}

function readPart(path: string, start: number, end: number): string {
  const file = openWithoutWaiting(path);
  try {
    const bytes = Buffer.allocUnsafe(end - start);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, start));
  } finally {
    closeSync(file);
  }
}

function hasAll(text: string, words: readonly string[]): boolean {
  const plain = toPlainLetters(text);
  return words.every((word) => plain.includes(word));
}

/** The first of the lines with most of the words. */
function lineWith(lines: readonly string[], words: readonly string[]): string {
  let best = { line: '', count: 0 };
  for (const line of lines) {
    const plain = toPlainLetters(line);
    const count = words.filter((word) => plain.includes(word)).length;
    if (count > best.count) best = { line, count };
    if (count === words.length) break;
  }
  return around(best.line, words);
}

/** How much of a line is shown, and how much of that before the first word (characters). */
const most = 160;
const before = 40;

function around(line: string, words: readonly string[]): string {
  if (line.length <= most) return line;
  const plain = toPlainLetters(line);
  const places = words.map((word) => plain.indexOf(word)).filter((at) => at >= 0);
  // Without accents, it may be a little shorter or longer.
  const place = Math.round((Math.min(...places) / plain.length) * line.length);
  const start = place <= before * 2 ? 0 : line.indexOf(' ', place - before) + 1;
  const end = start + most >= line.length ? line.length : line.lastIndexOf(' ', start + most);
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

/** Leaves out old lines, unless somebody else is writing. True if they are gone. */
function rewrite(path: string, bytes: Buffer, lines: readonly Line[]): boolean | undefined {
  return attempt(() => {
    const file = beginFile(path);
    try {
      for (const { start, end } of lines) file.write(Buffer.concat([Buffer.from('\n'), bytes.subarray(start, end)]));
      const isSame = statSync(path).size === bytes.length;
      if (isSame) file.commit();
      return isSame;
    } finally {
      file.discard();
    }
  });
}

/** After so many answers, others have a turn. */
const atOnce = 200;

/** Makes the texts of what is kept, unless they are there. Nothing here throws but the reason of the signal. */
export async function makeTexts(folder: string, signal: AbortSignal): Promise<void> {
  const path = textsFile(folder);
  const file = existsSync(path) ? undefined : attempt(() => beginFile(path));
  if (!file) return;
  try {
    for (const [at, name] of readdirSync(folder).entries()) {
      if (at % atOnce === 0) await new Promise(setImmediate);
      signal.throwIfAborted();
      const line = attempt(() => {
        const answer = readSealed(join(folder, name));
        return answer && lineOf(answer);
      });
      if (line !== undefined) file.write(Buffer.from(line));
    }
    file.commit();
  } catch {
    // The next search tries again.
    signal.throwIfAborted();
  } finally {
    file.discard();
  }
}
