import type { Context } from '../args/context.js';
import { isCutTag, isSameTag } from './tag-spelling.js';

/**
 * Warns about tags that the server has cut (docs/api.md, Task creation body), and returns a clause about those it spells
 * differently, such as `the server spells "Hot" as "hot"`; empty if there are none. `kept` are the stored tags.
 */
export async function reportTags(context: Context, given: readonly string[], kept: readonly string[]): Promise<string> {
  const respelled: string[] = [];
  for (const tag of given) {
    const same = kept.includes(tag) ? tag : kept.find((each) => isSameTag(each, tag));
    const cut = kept.find((each) => isCutTag(each, tag) && !given.some((other) => isSameTag(each, other)));
    if (same !== undefined && same !== tag) respelled.push(`${JSON.stringify(tag)} as ${JSON.stringify(same)}`);
    else if (same === undefined && cut !== undefined)
      await context.show.warn(`the server cut the tag ${JSON.stringify(tag)} to ${JSON.stringify(cut)}`);
  }
  return respelled.length > 0 ? `the server spells ${respelled.join(', ')}` : '';
}
