import type { Client } from '../client/client.js';
import type { Found } from '../client/find/references.js';
import type { Context } from '../context.js';
import type { ChangeResult } from './change-entity.js';
import { requireKept } from './compare.js';
import { type ListedKind, type Lists, type ListWishes, namesOfLists } from './entity-lists.js';
import { namesIn } from './names.js';
import { lookBackAtLists } from './read-back-lists.js';
import { tellKeptTags } from './report-tags.js';

/** A change that was made. */
export interface MadeChange extends ChangeResult {
  readonly kind: ListedKind;
  readonly found: Found;
  /** Lists that were changed by item: how they are stored now is known. */
  readonly lists: ListWishes;
  /** Lists that were replaced. */
  readonly replaced: Lists;
}

/**
 * Says what became of a change, with a look at the lists that were replaced. Throws `partial` where they are not what was
 * asked for (docs/requirements.md, R81).
 */
export async function tellChange(
  context: Context,
  client: Client,
  { kind, found: { uuid, ref }, did, tags, lists, replaced }: MadeChange,
): Promise<string> {
  if (did === 'not sent') return `Changed ${ref}.`;
  let spelled = await tellKeptTags(context, lists.tags?.add ?? [], tags ?? []);
  const whole = namesOfLists(replaced);
  if (whole.length > 0) {
    const what = `${ref} was changed`;
    const seen = await lookBackAtLists(context, client, { kind, uuid, ref, what, asked: replaced, whole });
    if (seen) spelled ||= await tellKeptTags(context, replaced.tags ?? [], namesIn('tags', seen.stored));
    if (seen) requireKept(what, seen.difference);
  }
  const done = did === 'unchanged' ? `${ref} is like that already` : `Changed ${ref}`;
  return spelled === '' ? `${done}.` : `${done}; ${spelled}.`;
}
