import { tagKey } from '../contract/server-word.js';
import type { Speaker } from '../output/shown.js';

/** Where servers cut tags, in UTF-16 units (docs/api.md, Task creation body). */
const cutLength = 24;

/** Whether a stored tag is the given one, which a server may respell and cut (docs/api.md, Task creation body). */
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

/**
 * Warns about tags that the server has cut (docs/api.md, Task creation body), and returns a clause about those it spells
 * differently, such as `the server spells "Hot" as "hot"`; empty if there are none. `kept` are the stored tags.
 */
export async function reportTags(
  { show }: Speaker,
  given: readonly string[],
  kept: readonly string[],
): Promise<string> {
  const respelled: string[] = [];
  for (const tag of given) {
    const same = kept.includes(tag) ? tag : kept.find((each) => isSameTag(each, tag));
    const cut = kept.find((each) => isCutTag(each, tag) && !given.some((other) => isSameTag(each, other)));
    if (same !== undefined && same !== tag) respelled.push(`${JSON.stringify(tag)} as ${JSON.stringify(same)}`);
    else if (same === undefined && cut !== undefined)
      await show.warn(`the server cut the tag ${JSON.stringify(tag)} to ${JSON.stringify(cut)}`);
  }
  return respelled.length > 0 ? `the server spells ${respelled.join(', ')}` : '';
}
