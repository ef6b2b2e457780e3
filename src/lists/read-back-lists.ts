import type { Context } from '../args/context.js';
import type { Client } from '../client/client.js';
import { type Row, rowAt } from '../contract/row.js';
import { compareLists, type Difference } from './compare.js';
import { type ListedKind, type ListName, type Lists, namesOfLists, storedNames } from './entity-lists.js';
import { readBack } from './read-back.js';

/** What was requested for a task or ticket, and the server may have left out. */
export interface AskedOf {
  readonly kind: ListedKind;
  readonly uuid: string;
  readonly ref: string;
  /** What was done, such as `SCM-12 was created`. */
  readonly what: string;
  readonly asked: Lists;
  /** The lists that should contain nothing else. */
  readonly whole: readonly ListName[];
  /** Says what was done, before any warning. Called with the task or ticket, or an empty object if it could not be read. */
  readonly announce?: (entity: Row) => Promise<void>;
}

/** A task or ticket as stored by the server. */
export interface ListsReadBack {
  readonly detail: Row;
  readonly entity: Row;
  /** The lists as names such as `tags:hot`. */
  readonly stored: readonly string[];
  readonly difference: Difference;
}

/**
 * Reads a task or ticket that was written, and compares its lists with the requested ones. Warns and returns undefined if it
 * could not be read.
 */
export async function readBackLists(
  context: Context,
  client: Client,
  { kind, uuid, ref, what, asked, whole, announce }: AskedOf,
): Promise<ListsReadBack | undefined> {
  let seen: Omit<ListsReadBack, 'difference'> | undefined;
  try {
    seen = await readBack(context, what, async () => {
      const detail = await client.call(kind === 'task' ? 'GET /tasks/:id' : 'GET /tickets/:id', { id: uuid });
      const entity = rowAt(detail, kind);
      return { detail, entity, stored: storedNames(kind, entity, namesOfLists(asked)) };
    });
  } finally {
    // Even if it could not be read, it was written.
    await announce?.(seen?.entity ?? {});
  }
  if (!seen) return undefined;
  return { ...seen, difference: compareLists(client, { kind, ref, asked, stored: seen.stored, whole }) };
}
