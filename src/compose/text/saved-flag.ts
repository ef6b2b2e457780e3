import { statSync } from 'node:fs';
import { readRegular } from '../../disk/read-regular.js';
import { decodeText, longestInput } from '../../files/read-input.js';
import { isEmpty, nul, trimText } from './trim-text.js';
import { withoutNote } from './without-note.js';

/**
 * What an editor has saved, as a flag of the draft in which its file lies; undefined if that is nothing. Changes nothing, as the
 * editor may still be open.
 */
export function savedFlag(path: string): { readonly body: string } | { readonly bodyFile: string } | undefined {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return undefined;
    const text = stat.size > longestInput ? undefined : decodeText(withoutNote(readRegular(path)));
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
