import type { Client } from '../client/client.js';
import type { Found } from '../client/find/references.js';
import type { Context } from '../context.js';
import type { ChangeResult } from './change-entity.js';
import { requireComplete } from './compare.js';
import { type ListEdits, type ListedKind, type Lists, namesOfLists } from './entity-lists.js';
import { namesIn } from './names.js';
import { readBackLists } from './read-back-lists.js';
import { reportTags } from './report-tags.js';

/** A change that was made. */
export interface MadeChange extends ChangeResult {
  readonly kind: ListedKind;
  readonly found: Found;
  /** Lists that were merged, so their stored state is known. */
  readonly lists: ListEdits;
  /** Lists that were replaced. */
  readonly replaced: Lists;
}

/**
 * Says what was changed, and reads back lists that were replaced. Throws `partial` if they are not as requested
 * (docs/requirements.md, R81).
 */
export async function reportChange(
  context: Context,
  client: Client,
  { kind, found: { uuid, ref }, did, tags, lists, replaced }: MadeChange,
): Promise<string> {
  if (did === 'not sent') return `Changed ${ref}.`;
  let spelled = await reportTags(context, lists.tags?.add ?? [], tags ?? []);
  const whole = namesOfLists(replaced);
  if (whole.length > 0) {
    const what = `${ref} was changed`;
    const seen = await readBackLists(context, client, { kind, uuid, ref, what, asked: replaced, whole });
    if (seen) spelled ||= await reportTags(context, replaced.tags ?? [], namesIn('tags', seen.stored));
    if (seen) requireComplete(what, seen.difference);
  }
  const done = did === 'unchanged' ? `${ref} is already up to date` : `Changed ${ref}`;
  return spelled === '' ? `${done}.` : `${done}; ${spelled}.`;
}
