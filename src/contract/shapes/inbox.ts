import type { People, Wide } from './wide.js';

/** One notification. `url` is a web path, `kind` the event that caused it. */
export type InboxItem = Wide<{
  id: string;
  kind: string;
  title: string;
  body: string;
  url: string;
  actorId: string;
  entityType: string;
  entityId: string;
  readAt: string;
  createdAt: string;
}>;

/** A page of the feed, newest first; on the last page `nextCursor` is null or absent. */
export type InboxPage = Wide<{ items: readonly InboxItem[]; actors: People; nextCursor: string }>;

/** `limit` is at most 100 (docs/api.md, Limits); `cursor` is the previous page's `nextCursor`. */
export interface InboxQuery {
  readonly limit?: number;
  readonly filter?: 'unread';
  readonly cursor?: string;
}

export type InboxRead =
  | { readonly all: true }
  | { readonly id: string }
  | { readonly entityType: string; readonly entityId: string };
