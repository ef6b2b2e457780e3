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
  readonly read: () => FoundText;
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
  const last = latestLines(bytes);
  if (last.size === 0) return undefined;
  const lines = [...last.values()];
  const current = lines.reduce((size, { start, end }) => size + end - start + 1, 0);
  const isMuch = bytes.length > 2 * current + spareBytes;
  if (isMuch && rewrite(path, bytes, lines)) return findTexts(folder, query, kinds);
  toLowerCase(bytes);
  const followers = words.map((word) => follow(bytes, Buffer.from(word)));
  const found: { readonly rank: number; readonly line: Line }[] = [];
  for (const line of lines) {
    const { key, start, title, text, end } = line;
    if (!followers.every((isIn) => isIn(title, end))) continue;
    const order = kinds.indexOf(kindOf(key));
    if (order < 0) continue;
    const isTitled =
      followers.every((isIn) => isIn(title, text)) ||
      (!isAscii(bytes, title, text) && hasAll(bytes.toString('utf8', title, text), words));
    const [, , , changed] = bytes.toString('latin1', start, title).split('\t');
    found.push({ rank: (order * 2 + Number(!isTitled)) * mostMs - Number(changed), line });
  }
  found.sort((one, other) => one.rank - other.rank);
  return {
    found: found.map(({ line }) => ({
      kind: kindOf(line.key),
      id: line.key.slice(line.key.indexOf('\t') + 1),
      read: () => readFound(path, bytes, { line, words }),
    })),
    isRead: (kind, id) => last.has(`${kind}\t${id}`),
  };
}

/** More milliseconds than have passed since 1970. */
const mostMs = 1e14;

/** An entity in a file: its kind and id, and where its first field, its reference and title, and its text begin, and where it ends. */
interface Line {
  readonly key: string;
  readonly start: number;
  readonly title: number;
  readonly text: number;
  readonly end: number;
}

function kindOf(key: string): TextKind {
  return key.slice(0, key.indexOf('\t')) as TextKind;
}

/** How much of a file may be old before anything is done about it (bytes). */
const spareBytes = 256 * 1024;

const [tab, newLine] = [0x09, 0x0a];

/** The last whole line of each entity, in the order of the file. */
function latestLines(bytes: Buffer): ReadonlyMap<string, Line> {
  const lines = new Map<string, Line>();
  for (let start = 0; start < bytes.length; ) {
    const time = afterTabs(bytes, start, 2);
    const title = afterTabs(bytes, time, 3);
    const text = afterTabs(bytes, title, 2);
    const words = bytes.indexOf(tab, text) + 1;
    const end = bytes.indexOf(tab, words) + 1;
    // What was cut off has fewer fields.
    if (text > 0 && words > 0 && end > 0 && (end === bytes.length || bytes[end] === newLine)) {
      const key = bytes.toString('utf8', start, time - 1);
      lines.delete(key);
      lines.set(key, { key, start, title, text, end });
      start = end + 1;
    } else start = bytes.indexOf(newLine, start) + 1 || bytes.length;
  }
  return lines;
}

/** What follows so many tabs of the same line, all of them near; 0 if there are fewer. */
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

function isAscii(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}

/** Puts ASCII letters in lower case, four bytes at a time: one by one takes longer than all the rest. A line ends without letters. */
function toLowerCase({ buffer, byteOffset, length }: Buffer): void {
  const fours = new Uint32Array(buffer, byteOffset, length >> 2);
  for (let at = 0; at < fours.length; at += 1) {
    const four = fours[at] ?? 0;
    const low = four & 0x7f7f7f7f;
    // What is added sets the highest bit of each byte from `A` on, and from `[` on.
    const isUpper = ~four & 0x80808080 & ((low + 0x3f3f3f3f) ^ (low + 0x25252525));
    fours[at] = four | (isUpper >>> 2);
  }
}

/** Says of one part after another whether it has a word. Looks at nothing twice. */
function follow(bytes: Buffer, word: Buffer): (from: number, end: number) => boolean {
  let at = -1;
  return (from, end) => {
    if (at < from) at = bytes.indexOf(word, from);
    if (at < 0) at = bytes.length;
    return at + word.length <= end;
  };
}

/** The text of a line, read again because what was searched is in lower case. That is given if the file is another one by now. */
function readFound(
  path: string,
  searched: Buffer,
  { line, words }: { readonly line: Line; readonly words: readonly string[] },
): FoundText {
  const { key, start, end } = line;
  const read = attempt(() => readPart(path, start, end)) ?? '';
  const written = read.startsWith(`${key}\t`) ? read : searched.toString('utf8', start, end);
  const [, , at, , orgId = '', ref = '', title = '', text = ''] = written.split('\t');
  return { ref, title, orgId, at: new Date(Number(at)), line: lineWith(text.split(lineBreak), words) };
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

/** Leaves out old lines, unless somebody else is writing. True if that was done. */
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
      const line = attempt(() => lineOf(readSealed(join(folder, name))));
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
