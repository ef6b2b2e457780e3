import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { rowsOf } from '../../contract/row.js';
import { requireAllFiles } from '../../files/stored-files.js';
import type { FilePart } from '../../http/body/multipart.js';
import { readBack } from '../../lists/read-back.js';

interface Posted {
  /** The thread. */
  readonly id: string;
  /** The message that was posted. */
  readonly body: string;
  readonly files: readonly FilePart[];
  /** What was done, for the error. */
  readonly what: string;
}

/**
 * Checks that the files of a message are in its thread, which does not change what its author has read. Throws `partial` (exit 8)
 * naming any missing files; warns if the thread cannot be read.
 */
export async function requireFilesInThread(
  context: Context,
  client: Client,
  { id, body, files, what }: Posted,
): Promise<void> {
  if (files.length === 0) return;
  const thread = await readBack(context, what, async () => await client.call('GET /chat/threads/:id', { id }));
  const message = rowsOf(thread?.messages).findLast((each) => each.body === body);
  const kept = message?.files ?? message?.attachments;
  if (Array.isArray(kept)) requireAllFiles(what, files, rowsOf(kept));
}
