import { statSync, writeFileSync } from 'node:fs';
import { decodeText, isSendable, longestInput } from '../../contract/text/text.js';
import { codeOf } from '../../disk/file-trouble.js';
import { readRegular } from '../../disk/read-regular.js';
import { withoutNote } from '../../ledger/editor-file.js';

/** A file with what was written that cannot be sent as it is. */
export interface Unsendable {
  readonly path: string;
  /** `convert it to UTF-8`: what to do before it can be sent. */
  readonly remedy: string;
  /** A shell command that does so, from standard input to standard output. */
  readonly filter?: string;
  /** `if it is Latin-1`: when that command is the right one, if not always. */
  readonly filterFits?: string;
}

/** What an editor left in place of its file; `problem` is what it is called in messages. */
type LeftText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly problem: string; readonly file: Unsendable }
  | { readonly kind: 'folder' | 'special'; readonly problem: string };

/**
 * Follows links, as some editors save that way. Only an ordinary file is opened: reading anything else might never end. The note
 * is left out if the editor was given one.
 */
export function readLeft(path: string, hasNote: boolean): LeftText {
  const unsendable = (problem: string, fix: Omit<Unsendable, 'path'>): LeftText => ({
    kind: 'file',
    problem,
    file: { path, ...fix },
  });
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return { kind: 'text', text: '' };
    if (stat.isDirectory()) return { kind: 'folder', problem: 'a folder' };
    if (!stat.isFile()) return { kind: 'special', problem: 'a pipe or a device' };
    if (stat.size > longestInput)
      return unsendable(`more than ${longestInput / 1024 / 1024} MB`, { remedy: 'shorten it' });
    const written = readRegular(path);
    const bytes = hasNote ? withoutNote(written, true) : written;
    const text = decodeText(bytes);
    if (isSendable(text)) return { kind: 'text', text };
    // The file itself is kept.
    writeFileSync(path, bytes);
    return text === undefined
      ? unsendable('text that is not UTF-8', toUtf8)
      : unsendable('text with NUL characters', withoutNul);
  } catch (cause) {
    return unsendable(`a file that cannot be read (${codeOf(cause)})`, { remedy: 'make it readable' });
  }
}

const toUtf8 = {
  remedy: 'convert it to UTF-8',
  filter: 'iconv -f latin1 -t utf-8',
  filterFits: 'if it is Latin-1',
};

const withoutNul = {
  remedy: 'remove the NUL characters',
  filter: String.raw`tr -d '\000'`,
};
