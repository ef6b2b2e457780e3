import { tagKey } from '../contract/server-word.js';

/** Where servers cut tags, in UTF-16 units (docs/api.md, Task creation body). */
const cutLength = 24;

/**
 * Whether a stored tag is the given one: a server may change it to lower case, single spaces and another normal form of
 * Unicode, and cut it (docs/api.md, Task creation body).
 */
export function isTagOf(stored: string, given: string): boolean {
  return isSameTag(stored, given) || (isCutTag(stored, given) && isCutThere(stored, given));
}

/** Whether two spellings mean the same tag. */
export function isSameTag(one: string, other: string): boolean {
  return tagKey(one) === tagKey(other);
}

/** Whether the stored tag is a shortened form of the given one. */
export function isCutTag(stored: string, given: string): boolean {
  return tagKey(stored) !== '' && !isSameTag(given, stored) && tagKey(given).startsWith(tagKey(stored));
}

/** Whether the stored tag ends where a server cuts, which leaves no blank at the end and no half of a character. */
function isCutThere(stored: string, given: string): boolean {
  const rest = given.trim().replace(/\s+/g, ' ').slice(stored.length);
  const [lost = ''] = /^ ?[\ud800-\udbff]?/.exec(rest) ?? [];
  return stored.length + lost.length >= cutLength;
}
