import { isCutTag, isSameTag } from '../../client/same-tag.js';
import type { Context } from '../../context.js';
import { textsOf } from '../../contract/row.js';

/**
 * Warns of tags that a server took and left out or cut (docs/api.md, Task creation body), and gives a clause on those that
 * it spells differently, empty where there are none: `the server spells "Hot" as "hot"`. `stored` is what it has now; where
 * it does not tell, nothing is said.
 */
export async function tellKeptTags(context: Context, given: readonly string[], stored: unknown): Promise<string> {
  if (!Array.isArray(stored)) return '';
  const kept = textsOf(stored);
  const respelled: string[] = [];
  const missing: string[] = [];
  for (const tag of given) {
    const same = kept.includes(tag) ? tag : kept.find((each) => isSameTag(each, tag));
    const cut = kept.find((each) => isCutTag(each, tag) && !given.some((other) => isSameTag(each, other)));
    if (same !== undefined && same !== tag) respelled.push(`${JSON.stringify(tag)} as ${JSON.stringify(same)}`);
    else if (same === undefined && cut !== undefined)
      await context.show.warn(`the server cut the tag ${JSON.stringify(tag)} to ${JSON.stringify(cut)}`);
    else if (same === undefined) missing.push(JSON.stringify(tag));
  }
  if (missing.length > 0)
    await context.show.warn(
      `the server did not keep the ${missing.length === 1 ? 'tag' : 'tags'} ${missing.join(', ')}`,
      'look at what is there: the list may be full, or a value not allowed in it',
    );
  return respelled.length > 0 ? `the server spells ${respelled.join(', ')}` : '';
}
