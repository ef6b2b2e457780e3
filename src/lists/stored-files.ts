import type { Client } from '../client/client.js';
import { messagesOf } from '../contract/messages.js';
import { type Row, rowAt, rowsOf, textOf } from '../contract/row.js';
import type { FilePart } from '../contract/shapes/attachment.js';
import { toNameKey } from '../contract/text/plain-letters.js';
import type { Speaker } from '../output/shown.js';
import { type Difference, readBack, requireComplete } from './read-back.js';

/** Compares files with those `stored` now: a server may leave out one that is too large (docs/api.md, Conventions). */
export function compareFiles(files: readonly FilePart[], stored: readonly Row[]): Difference {
  const left = [...stored];
  const missing = files.filter((file) => {
    const at = left.findIndex((each) => isFile(each, file));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return {
    missing: missing.map(({ name }) => name),
    hint: 'the server may have a size limit; everything else was stored',
  };
}

/** A message or comment as stored, which is undefined if it was not found in its `detail`. */
export type StoredMessage = NonNullable<Awaited<ReturnType<typeof readPosted>>>;

/** A message or comment that was just sent, and to what. */
interface Post {
  readonly kind: 'task' | 'ticket' | 'thread';
  readonly uuid: string;
  /** Its id, if the server sent one. */
  readonly id: unknown;
  readonly body: string;
}

/** A text as stored by the server, by its id or else its words. Warns, after `what`, if that to which it was sent cannot be read. */
export async function readPosted(speaker: Speaker, client: Client, { kind, uuid, id, body }: Post, what: string) {
  const route = kind === 'thread' ? 'GET /chat/threads/:id' : (`GET /${kind}s/:id` as const);
  const detail: Row | undefined = await readBack(speaker, what, async () => await client.call(route, { id: uuid }));
  if (!detail) return undefined;
  const rows = kind === 'task' ? rowsOf(rowAt(detail, 'task').comments) : messagesOf(detail, kind);
  const byId = rows.find((row) => textOf(id) !== undefined && row.id === id);
  return { message: byId ?? rows.findLast(({ text, body: stored }) => (text ?? stored) === body), detail };
}

/** Checks that a text has its files, if it was sent with any; throws what checkStoredFiles throws. */
export async function checkPostedFiles(
  speaker: Speaker,
  client: Client,
  { files, ...posted }: Post & { readonly files: readonly FilePart[] },
  what: string,
): Promise<void> {
  const stored = files.length === 0 ? undefined : await readPosted(speaker, client, posted, what);
  if (stored) await checkStoredFiles(speaker, what, files, stored);
}

/** Compares the files of a message. Throws `partial` (exit 8) naming missing ones; warns if the message was not found. */
export async function checkStoredFiles(
  { show }: Speaker,
  what: string,
  files: readonly FilePart[],
  { message, detail }: StoredMessage,
): Promise<void> {
  if (files.length === 0) return;
  if (!message) return await show.warn(`${what}, but whether its files were kept could not be checked`);
  const stored = rowsOf(message.files ?? message.attachments ?? detail.attachments);
  requireComplete(what, compareFiles(files, stored));
}

/**
 * Compares sizes, or names if there is no size, because a server may rename files. What has neither may be any file, because servers
 * may call both differently.
 */
function isFile(stored: Row, { name, size }: FilePart): boolean {
  if (typeof stored.sizeBytes === 'number') return stored.sizeBytes === size;
  const called = textOf(stored.filename) ?? textOf(stored.name);
  return called === undefined || toNameKey(called) === toNameKey(name);
}
