import { keyOf, type Row, textOf } from '../../contract/row.js';
import type { People } from '../../contract/wide.js';
import type { Client } from '../client.js';
import { inboxPages } from './inbox.js';

/** Notifications that were not there before, the oldest first. */
export interface News {
  readonly items: readonly Row[];
  /** Some that were. */
  readonly older: readonly Row[];
  readonly actors: People;
}

/**
 * Gives, at each call, the notifications that have come since the last one; the first call only sees what is there. Nothing is
 * lost if a call fails: the next one gives it.
 */
export function followNews(client: Client): () => Promise<News> {
  const seen = new Set<string>();
  /** Whatever is as old as this was there before. */
  let floor: number | undefined;
  const isKnown = (row: Row): boolean => seen.has(keyOf(row)) || timeOf(row) <= (floor ?? 0);
  return async () => {
    const fresh: Row[] = [];
    let known: People = {};
    let older: readonly Row[] = [];
    for await (const { items, actors, more } of inboxPages(client, {
      count: Number.POSITIVE_INFINITY,
      unread: false,
    })) {
      known = actors;
      const oldest = items.at(-1);
      if (floor === undefined) {
        for (const item of items) seen.add(keyOf(item));
        older = items;
        floor = more && oldest ? timeOf(oldest) : Number.NEGATIVE_INFINITY;
        break;
      }
      for (const item of items) if (!isKnown(item)) fresh.push(item);
      older = items.filter(isKnown);
      // The newest come first.
      if (oldest === undefined || isKnown(oldest)) break;
    }
    for (const item of fresh) seen.add(keyOf(item));
    return { items: fresh.reverse(), older, actors: known };
  };
}

function timeOf(row: Row): number {
  return Date.parse(textOf(row.createdAt) ?? '');
}
