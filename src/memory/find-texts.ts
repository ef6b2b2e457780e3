import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { toPlainLetters } from '../contract/plain-letters.js';
import { readRegular } from '../disk/read-regular.js';
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

/**
 * Finds words in what was read of these kinds, in lower and upper case, with or without accents, in any order: one kind after another,
 * first what has all words in its title, then what has changed last. Undefined if nothing was read.
 */
export function findTexts(folder: string, query: string, kinds: readonly TextKind[]): readonly Found[] | undefined {
  const words = [...new Set(toPlainLetters(query).split(/\s+/))].filter((word) => word !== '');
  const path = textsFile(folder);
  // As characters, bytes are searched fastest.
  const whole = attempt(() => readRegular(path).toString('latin1')) ?? '';
  const lines = latestLines(whole);
  if (lines.length === 0) return undefined;
  const current = lines.reduce((size, { start, end }) => size + end - start + 1, 0);
  if (whole.length > 2 * current + spareBytes) rewrite(path, whole, lines);
  const plain = whole.toLowerCase();
  const followers = words.map((word) => follow(plain, toBytes(word).toLowerCase()));
  const found: { readonly rank: number; readonly found: Found }[] = [];
  for (const line of lines) {
    const { start, title, text, end } = line;
    if (!followers.every((isIn) => isIn(title, end))) continue;
    const [kind = '', id = '', , changed] = whole.slice(start, title).split('\t');
    const order = kinds.indexOf(kind as TextKind);
    if (order < 0) continue;
    const isTitled = hasAll(fromBytes(whole.slice(title, text)), words);
    const rank = (order * 2 + Number(!isTitled)) * mostMs - Number(changed);
    found.push({ rank, found: { kind: kind as TextKind, id: fromBytes(id), read: () => read(whole, line, words) } });
  }
  return found.sort((one, other) => one.rank - other.rank).map((each) => each.found);
}

/** More milliseconds than have passed since 1970. */
const mostMs = 1e14;

/** The places of an entity in a file: of its first field, of its reference and title, of its text, and where it ends. */
interface Line {
  readonly start: number;
  readonly title: number;
  readonly text: number;
  readonly end: number;
}

/** How much of a file may be old before anything is done about it (bytes). */
const spareBytes = 256 * 1024;

/** The last whole line of each entity. */
function latestLines(whole: string): readonly Line[] {
  const lines = new Map<string, Line>();
  for (let start = 0; start < whole.length; ) {
    const next = whole.indexOf('\n', start);
    const end = next < 0 ? whole.length : next;
    const time = afterTabs(whole, start, 2);
    const title = afterTabs(whole, time, 3);
    const text = afterTabs(whole, title, 2);
    // What was cut off has fewer fields.
    if (afterTabs(whole, text, 2) === end) lines.set(whole.slice(start, time), { start, title, text, end });
    start = end + 1;
  }
  return [...lines.values()].sort((one, other) => one.start - other.start);
}

/** What follows so many tabs; beyond the end if there are fewer. */
function afterTabs(whole: string, start: number, tabs: number): number {
  let at = start;
  for (let tab = 0; tab < tabs; tab += 1) at = whole.indexOf('\t', at) + 1 || whole.length + 1;
  return at;
}

/** Says of one part after another whether it has a word. Looks at nothing twice. */
function follow(text: string, word: string): (from: number, end: number) => boolean {
  let at = -1;
  return (from, end) => {
    if (at < from) at = text.indexOf(word, from);
    if (at < 0) at = text.length;
    return at + word.length <= end;
  };
}

function read(whole: string, { start, text }: Line, words: readonly string[]): FoundText {
  const [, , at, , orgId = '', ref = '', title = ''] = fromBytes(whole.slice(start, text)).split('\t');
  const lines = fromBytes(whole.slice(text, whole.indexOf('\t', text))).split(lineBreak);
  return { ref, title, orgId, at: new Date(Number(at)), line: lineWith(lines, words) };
}

function hasAll(text: string, words: readonly string[]): boolean {
  const plain = toPlainLetters(text);
  return words.every((word) => plain.includes(word));
}

function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function fromBytes(text: string): string {
  return /^[\x00-\x7f]*$/.test(text) ? text : Buffer.from(text, 'latin1').toString('utf8');
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

/** Leaves out old lines, unless somebody else is writing. */
function rewrite(path: string, whole: string, lines: readonly Line[]): void {
  attempt(() => {
    const file = beginFile(path);
    try {
      for (const { start, end } of lines) file.write(Buffer.from(`\n${whole.slice(start, end)}`, 'latin1'));
      if (statSync(path).size === whole.length) file.commit();
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
