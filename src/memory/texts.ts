import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { attempt } from '../contract/errors.js';
import { messagesOf } from '../contract/messages.js';
import { isRow, type Row, refOf, rowAt, rowsOf, textOf, titleOf } from '../contract/row.js';
import { toPlainLetters } from '../contract/text/plain-letters.js';
import { searchedText } from '../contract/text/search-words.js';
import { withOpen } from '../disk/folder.js';
import { removeQuietly } from '../disk/replace-file.js';
import type { ReadTime } from './files.js';

/** What has a text that can be searched, by the word in its path, and the field of its detail. */
const kinds = { tickets: 'ticket', tasks: 'task', projects: 'project', wiki: 'page', notes: 'note' } as const;

export type TextKind = keyof typeof kinds;

/** The file stores a kind as its place in this list. */
export const textKinds = Object.keys(kinds) as TextKind[];

/** An answer that may have a text. */
export interface Answer extends Pick<ReadTime, 'at' | 'has'> {
  readonly url: URL;
  readonly bytes: Buffer;
}

/** Separates the lines of a text. */
const lineBreak = '\u001f';

/** The byte that ends a line of the file. */
export const lineEnd = 0x1e;

/** Adds the texts of answers to a file that exists. Gives how much it took (bytes). Nothing here throws. */
export function appendTexts(path: string, answers: readonly Answer[]): number {
  return appendLines(path, answers.flatMap((answer) => attempt(() => lineOf(answer)) ?? []).join(''));
}

/** Adds that a detail is gone: a line that ends after the id. */
export function appendGone(path: string, url: URL): void {
  const { place, id } = entityIn(url);
  if (id !== undefined) appendLines(path, `\n${place}\t${oneField(id)}\t\u001e`);
}

function appendLines(path: string, text: string): number {
  const lines = Buffer.from(text);
  try {
    const { O_WRONLY, O_APPEND, O_NONBLOCK } = constants;
    withOpen(openSync(path, O_WRONLY | O_APPEND | O_NONBLOCK), (file) => {
      if (!fstatSync(file).isFile() || writeSync(file, lines) < lines.length) throw new Error('not written');
    });
    return lines.length;
  } catch {
    // Without a file, the next search makes it again.
    removeQuietly(path, true);
    return 0;
  }
}

/**
 * The line of a detail, which begins after a newline; the last line of an entity counts. Tabs separate its fields, and U+001E ends it:
 *
 * - the place of its kind in `textKinds`, its id, when it was read (milliseconds since 1970), with how much it has of what we have
 *   changed, when it last changed, and the id of its organisation,
 * - what is searched: reference, title, and those of their words that are not ASCII, without accents; then the text, whose lines
 *   U+001F separates, and its words that are not ASCII, without accents. All of it is in lower case, so that no search has to make it so,
 * - where its capitals are (withoutCapitals).
 *
 * Throws if the answer is no detail.
 */
export function lineOf({ url, bytes, ...read }: Answer): string {
  return detailLine(url, JSON.parse(bytes.toString('utf8')), read);
}

/** The same of a detail that is here. */
export function detailLine(url: URL, reply: unknown, { at, has }: Pick<ReadTime, 'at' | 'has'>): string {
  const { kind, place, id } = entityIn(url);
  if (id === undefined || !kind || !isRow(reply)) throw new TypeError('not a detail');
  const row = rowAt(reply, kinds[kind]);
  const about = [place, id, `${at.getTime()} ${has}`, changedAt(row), textOf(row.orgId) ?? ''];
  const written = [refOf(row), titleOf(row), textIn(reply, row)];
  const { lower, capitals } = withoutCapitals(written.map(oneField).join('\t'));
  const [ref = '', title = '', text = ''] = lower.split('\t');
  const name = [ref, title, plainWords(`${ref} ${title}`)];
  return `\n${[...about.map(oneField), ...name, text, plainWords(text), capitals].join('\t')}\u001e`;
}

/** The kind, its place, and the id of what an address is the detail of; undefined if it is of none. */
function entityIn({ pathname }: URL) {
  const [, word, id] = /\/(tickets|tasks|projects|wiki|notes)\/([^/]+)$/.exec(pathname) ?? [];
  const place = textKinds.indexOf(word as TextKind);
  return { kind: textKinds[place], place, id: id && decodeURIComponent(id) };
}

export interface TextLine extends Pick<ReadTime, 'at' | 'has'> {
  readonly ref: string;
  readonly title: string;
  readonly orgId: string;
  /** The lines of its text. */
  readonly lines: readonly string[];
}

export function readLine(line: string): TextLine {
  const [, , at, , orgId = '', lowerRef, lowerTitle, , lowerText, , capitals = ''] = line.slice(0, -1).split('\t');
  const written = withCapitals([lowerRef, lowerTitle, lowerText].join('\t'), capitals);
  const [ref = '', title = '', text = ''] = written.split('\t');
  const [ms, has] = String(at).split(' ').map(Number);
  return { ref, title, orgId, at: new Date(ms || 0), has: has || 0, lines: text.split(lineBreak) };
}

/** How far a `Z` skips; it stands for no capital. */
const furthest = 25;
const letterA = 'A'.charCodeAt(0);

/**
 * A text with its ASCII letters in lower case, and its capitals: how many characters are before each, as a letter. A search, whose words
 * are in lower case, never finds those.
 */
function withoutCapitals(text: string): { readonly lower: string; readonly capitals: string } {
  let [capitals, next] = ['', 0];
  const lower = text.replace(/[A-Z]/g, (letter, at: number) => {
    const gap = at - next;
    capitals += 'Z'.repeat(gap / furthest) + String.fromCharCode(letterA + (gap % furthest));
    next = at + 1;
    return letter.toLowerCase();
  });
  return { lower, capitals };
}

function withCapitals(lower: string, capitals: string): string {
  let [text, at] = ['', 0];
  for (const letter of capitals) {
    const next = at + letter.charCodeAt(0) - letterA;
    text += lower.slice(at, next);
    if (letter !== 'Z') text += lower.charAt(next).toUpperCase();
    at = next + Number(letter !== 'Z');
  }
  return text + lower.slice(at);
}

/** When a row says that it, or what was written on it, last changed (milliseconds since 1970); 0 if it does not. */
function changedAt(row: Row): number {
  const times = [row.updatedAt, row.updated, row.lastMessageAt, row.createdAt];
  return Math.max(...times.map((time) => Date.parse(textOf(time) ?? '') || 0));
}

/** The description, and what people wrote. */
function textIn(reply: Row, row: Row): string {
  const written = [...messagesOf(reply, 'ticket'), ...rowsOf(row.comments)].filter(({ kind }) => kind !== 'system');
  const texts = [row.description, row.bodyHtml, row.body, ...written.map(({ body, text }) => body ?? text)];
  return texts.map((text) => plainText(textOf(text) ?? '')).join('\n');
}

const breaks = /<(?:br|hr|\/(?:p|div|li|h[1-6]|tr|pre|blockquote))\b[^<>]*>/gi;
const tags = /<[/!a-z][^<>]*>/gi;
const entities = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** HTML without its tags; anything else as it is. */
function plainText(text: string): string {
  if (!/^\s*<[!a-z]/i.test(text)) return text;
  return text
    .replace(breaks, '\n')
    .replace(tags, '')
    .replace(entities, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return attempt(() => String.fromCodePoint(code)) ?? whole;
    });
}

function oneField(value: string | number): string {
  const lines = String(value)
    .replace(/[\t\u001e\u001f]/g, ' ')
    .split(/[\n\r]+/);
  return lines.flatMap((line) => line.trim() || []).join(lineBreak);
}

/** Whether the reference, title or text of a line have all phrases, across lines too. */
export function hasPhrases(line: string, phrases: readonly string[]): boolean {
  const [, , , , , ref = '', title = '', , text = ''] = line.split('\t');
  const written = `${ref} ${title} ${text}`;
  // To make a text plain takes ten times as long as to search it.
  const left = phrases.filter((phrase) => !written.includes(phrase));
  const plain = left.length === 0 ? '' : searchedText(toPlainLetters(written.replaceAll(lineBreak, ' ')));
  return left.every((phrase) => plain.includes(phrase));
}

/** The words with letters or signs that have other spellings, as names are compared. */
function plainWords(text: string): string {
  if (isAscii(text)) return '';
  // This has no width, although it counts as a space.
  const words = text
    .replaceAll('\ufeff', '\u2060')
    .split(/[\s\u001f]+/)
    .filter((word) => !isAscii(word));
  return toPlainLetters([...new Set(words)].join(' ')).replace(/\s+/g, ' ');
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
