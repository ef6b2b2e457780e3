import type { Attachment } from './attachment.js';
import type { People, Wide } from './wide.js';

export type ThreadMessage = Wide<{
  id: string;
  threadId: string;
  authorId: string;
  body: string;
  kind: string;
  meta: Wide<{ event: string }>;
  createdAt: string;
  editedAt: string;
  files: readonly Attachment[];
}>;

export type Thread = Wide<{
  id: string;
  uuid: string;
  title: string;
  status: string;
  orgId: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  tagIds: readonly string[];
  messages: readonly ThreadMessage[];
}>;

export type ThreadFeed = Wide<{
  threads: readonly Thread[];
  tags: readonly Wide<{ id: string; label: string; color: string }>[];
  authors: People;
  unreadThreadIds: readonly string[];
}>;

/** Reading a thread marks it read for the reader. */
export type ThreadDetail = Wide<{ thread: Thread; messages: readonly ThreadMessage[]; authors: People }>;
