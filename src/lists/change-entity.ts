import type { Client } from '../client/client.js';
import type { Row } from '../contract/row.js';
import {
  changeLists,
  type ListEdits,
  type ListedKind,
  type Lists,
  namesOfLists,
  storedNames,
  toLists,
} from './entity-lists.js';
import { mergeIntoList } from './merge.js';
import { namesIn } from './names.js';

/** A change of one task or ticket, with all names resolved to ids. */
export interface EntityChange {
  readonly kind: ListedKind;
  /** Reads the task or ticket itself. */
  readonly read: () => Promise<Row>;
  /**
   * Replaces these lists, and with `withFields` also the fields. Returns the reply; undefined if nothing was sent (`--dry-run`).
   */
  readonly patch: (lists: Lists, withFields: boolean) => Promise<Row | undefined>;
  /** Whether there are fields to replace. */
  readonly hasFields: boolean;
  /** The lists to which items are added or from which they are removed. */
  readonly lists: ListEdits;
}

/** The outcome of a change. */
export interface ChangeResult {
  /** What the server says it did. */
  readonly did: 'changed' | 'unchanged' | 'not sent';
  /** The tags as stored now, if they were merged. */
  readonly tags?: readonly string[];
}

/**
 * Changes a task or ticket: fields in one PATCH; lists are read right before it, merged item by item, and read again after it
 * (docs/api.md, Task creation body and Tickets). Throws what mergeIntoList throws.
 */
export async function changeEntity(
  client: Client,
  { kind, read, patch, hasFields, lists }: EntityChange,
): Promise<ChangeResult> {
  let did: ChangeResult['did'] | undefined;
  let tags: readonly string[] | undefined;
  // The fields are sent with the first write of the lists.
  const write = async (replaced: Lists): Promise<boolean> => {
    const reply = await patch(replaced, did === undefined);
    did = reply === undefined ? 'not sent' : reply.unchanged === true ? (did ?? 'unchanged') : 'changed';
    return reply !== undefined;
  };
  const wanted = namesOfLists(lists);
  if (wanted.length > 0) {
    const store = {
      alsoWrites: hasFields,
      isUntouched: () => did === 'unchanged',
      read: async () => storedNames(kind, await read(), wanted),
      write: async (names: readonly string[]) => await write(toLists(names, wanted)),
    };
    const stored = await mergeIntoList(store, changeLists(client, lists));
    if (lists.tags) tags = namesIn('tags', stored);
  }
  if (did === undefined && hasFields) await write({});
  return { did: did ?? 'unchanged', ...(tags && { tags }) };
}
