import { isUtf8 } from 'node:buffer';

/** The longest text or list of references that is read (bytes); servers accept far less (docs/api.md, Limits). */
export const longestInput = 16 * 1024 * 1024;

/** Undefined if the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
}

/** A text as it is sent: with LF line endings, and without empty lines at its end. */
export function trimText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n+$/, '');
}

export function isEmpty(text: string): boolean {
  return text.trim() === '';
}

/** No server stores this character, and some fail on it. */
export const nul = '\0';

/** Whether it is text in UTF-8 that servers take. */
export function isSendable(text: string | undefined): text is string {
  return text !== undefined && !text.includes(nul);
}
