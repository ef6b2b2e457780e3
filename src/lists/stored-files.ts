import type { FilePart } from '../contract/attachment.js';
import { toNameKey } from '../contract/plain-letters.js';
import { type Row, rowsOf, textOf } from '../contract/row.js';
import type { Speaker } from '../output/shown.js';
import { type Difference, requireComplete } from './read-back.js';

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

/** A message or comment as stored, or undefined if it was not found in its `detail`. */
export interface StoredMessage {
  readonly message: Row | undefined;
  readonly detail: Row;
}

/** Finds a message or comment that was just sent: the one with its id, or else the last with its text. */
export function findMessage(
  rows: readonly Row[],
  sent: { readonly id: unknown; readonly body: string },
): Row | undefined {
  const id = textOf(sent.id);
  return (
    rows.find((row) => id !== undefined && row.id === id) ??
    rows.findLast(({ text, body }) => (text ?? body) === sent.body)
  );
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

/** Compares sizes, or names if there is no size, because a server may rename files. */
function isFile(stored: Row, { name, size }: FilePart): boolean {
  if (typeof stored.sizeBytes === 'number') return stored.sizeBytes === size;
  return toNameKey(textOf(stored.filename) ?? textOf(stored.name) ?? '') === toNameKey(name);
}
