import type { Client } from '../../client/client.js';
import { rowsOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import type { FilePart } from '../../http/multipart.js';
import { requireKeptFiles } from '../writing/kept-files.js';

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
 * Looks whether the files of a message are in its thread, which its author has read by then. Throws `partial` (exit 8)
 * naming those that are missing; where it cannot be looked at, nothing is said.
 */
export async function requireKeptInThread(client: Client, { id, body, files, what }: Posted): Promise<void> {
  if (files.length === 0) return;
  const message = await lastWith(client, id, body);
  const kept = message?.files ?? message?.attachments;
  if (Array.isArray(kept)) requireKeptFiles(what, files, rowsOf(kept));
}

async function lastWith(client: Client, id: string, body: string) {
  try {
    const { messages } = await client.call('GET /chat/threads/:id', { id });
    return rowsOf(messages).findLast((message) => message.body === body);
  } catch (error) {
    if (error instanceof TrackerError) return undefined;
    throw error;
  }
}
