import { tagKey } from '../contract/server-word.js';

/** Tags of at least this many characters may have been cut by a server (docs/api.md, Task creation body). */
const cutLength = 24;

/**
 * Whether a stored tag is the given one: a server may change it to lower case, single spaces and another normal form of
 * Unicode, and cut it (docs/api.md, Task creation body).
 */
export function isTagOf(stored: string, given: string): boolean {
  return isSameTag(stored, given) || ([...stored].length >= cutLength && isCutTag(stored, given));
}

/** Whether two spellings mean the same tag. */
export function isSameTag(one: string, other: string): boolean {
  return tagKey(one) === tagKey(other);
}

/** Whether the stored tag is a shortened form of the given one. */
export function isCutTag(stored: string, given: string): boolean {
  return tagKey(stored) !== '' && !isSameTag(given, stored) && tagKey(given).startsWith(tagKey(stored));
}
