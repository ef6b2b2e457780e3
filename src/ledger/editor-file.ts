import { statSync } from 'node:fs';
import { decodeText, isEmpty, isSendable, longestInput, trimText } from '../contract/text/text.js';
import { cleanLine } from '../contract/text/unsafe-characters.js';
import { readRegular, requireOwn } from '../disk/read-regular.js';

const start = '<!-- tracker: ';
const end = '-->';

const noteEnd = 'This note is removed. If you write nothing, nothing is sent.';

/** An initial text with a note after it, for `withoutNote` to remove. */
export function withNote(initial: string, about: string | undefined): string {
  if (about === undefined) return initial;
  // Nothing in a name or title may end the note.
  const said = cleanLine(about).replaceAll(/(?<!-)-+>/g, '>');
  return `${initial}\n${start}${said}\n${noteEnd} ${end}\n`;
}

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
