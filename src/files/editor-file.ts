import { statSync } from 'node:fs';
import { readRegular, requireOwn } from '../disk/read-regular.js';
import { decodeText, longestInput } from './read-input.js';

/** A text as it is sent: with LF line endings, and without empty lines at its end. */
export function trimText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/(?<!\n)\n+$/, '');
}

export function isEmpty(text: string): boolean {
  return text.trim() === '';
}

/** No server stores this character, and some fail on it. */
export const nul = '\0';

const start = '<!-- tracker: ';
const end = '-->';

/** What `withNote` says in every note. */
export const noteEnd = 'This note is removed. If you write nothing, nothing is sent.';

/**
 * What was written, byte by byte and without the note of `withNote`, as it may not be UTF-8. Where it is not known whether there
 * was one (`isCertain`), only a whole one is removed. Any other comment is part of the text.
 */
export function withoutNote(bytes: Buffer, isCertain = false): Buffer {
  const text = bytes.toString('latin1');
  const from = text.lastIndexOf(`\n${start}`) + 1;
  const to = text.startsWith(start, from) ? text.indexOf(end, from) : -1;
  if (to < 0 || !(isCertain || text.slice(from, to).includes(noteEnd))) return bytes;
  // With the empty line before it, which is part of no text.
  const before = text.slice(0, from).replace(/(^|\n)\r?\n$/, '$1');
  return Buffer.from(before + text.slice(to + end.length).replace(/^\r?\n/, ''), 'latin1');
}

/**
 * What an editor has saved, as a flag of the draft in which its file lies; undefined if that is nothing. Changes nothing, as the
 * editor may still be open.
 */
export function savedFlag(path: string): { readonly body: string } | { readonly bodyFile: string } | undefined {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return undefined;
    const text =
      stat.size > longestInput
        ? undefined
        : decodeText(withoutNote(readRegular(path, (opened) => requireOwn(path, opened))));
    if (!isSendable(text)) return { bodyFile: path };
    return isEmpty(text) ? undefined : { body: trimText(text) };
  } catch {
    return undefined;
  }
}

/** Whether it is text in UTF-8 that servers take. */
export function isSendable(text: string | undefined): text is string {
  return text !== undefined && !text.includes(nul);
}
