import type { Client } from '../../client/client.js';
import type { FilePart } from '../../contract/attachment.js';
import { messagesOf } from '../../contract/messages.js';
import { readBack } from '../../lists/read-back.js';
import { checkStoredFiles, findMessage } from '../../lists/stored-files.js';
import type { Speaker } from '../../output/shown.js';

interface Posted {
  readonly id: string;
  /** The id of the message, if the server sent one. */
  readonly messageId?: unknown;
  readonly body: string;
  readonly files: readonly FilePart[];
  /** What was done, for the error. */
  readonly what: string;
}

/** Checks that a message has its files. Throws `partial` (exit 8) naming missing ones; warns if that cannot be checked. */
export async function requireFilesInThread(
  context: Speaker,
  client: Client,
  { id, messageId, body, files, what }: Posted,
): Promise<void> {
  if (files.length === 0) return;
  const thread = await readBack(context, what, async () => await client.call('GET /chat/threads/:id', { id }));
  if (!thread) return;
  const message = findMessage(messagesOf(thread, 'thread'), { id: messageId, body });
  await checkStoredFiles(context, what, files, { message, detail: thread });
}
