import { openSync, writeSync } from 'node:fs';
import { attempt } from '../../contract/errors.js';
import { codeOf } from '../../disk/file-trouble.js';
import { type App, jsonReply, type SandboxReply } from './exchange.js';

/** What came to a sandbox, and with which status it was answered. Headers, and so tokens, are not in it. */
export interface JournalLine {
  /** ISO time. */
  readonly at: string;
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
  /** Null if the connection was closed without a reply. */
  readonly status: number | null;
  /** The value of a JSON body, or the text of another one; absent without a body. */
  readonly body?: unknown;
}

/** The API, whose bodies hold no password. */
const api = /^\/api\/v1\//;

/** The longest body that is read for the journal alone (bytes). */
const longestUnread = 1_000_000;

/** The app, which also reports each request to its API once it has been answered, with 500 if that cannot be written down. */
export function withJournal(app: App, write: (line: JournalLine) => void, now: () => Date = () => new Date()): App {
  return async (request) => {
    const { method, target, headers } = request;
    if (!api.test(target)) return await app(request);
    const chunks: Uint8Array[] = [];
    const at = now().toISOString();
    let status: number | null = null;
    const note = (): void =>
      write({ at, method, target, status, ...(chunks.length > 0 && { body: bodyOf(Buffer.concat(chunks)) }) });
    let reply: SandboxReply;
    try {
      reply = await app({ ...request, body: request.body && copied(request.body, chunks) });
      status = reply.status;
      // A request that was refused unread, or told to fail, was sent all the same.
      if (request.body && chunks.length === 0 && Number(headers['content-length']) <= longestUnread)
        for await (const chunk of request.body) chunks.push(chunk);
    } catch (error) {
      note();
      throw error;
    }
    try {
      note();
      return reply;
    } catch (error) {
      return jsonReply(500, { message: `The journal of the sandbox cannot be written: ${codeOf(error)}` });
    }
  };
}

/** What appends each line to a file. Throws the error of the file system if it cannot be written. */
export function openJournal(file: string): (line: JournalLine) => void {
  const opened = openSync(file, 'a', 0o600);
  return (line) => void writeSync(opened, `${JSON.stringify(line)}\n`);
}

async function* copied(body: AsyncIterable<Uint8Array>, chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    chunks.push(chunk);
    yield chunk;
  }
}

function bodyOf(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  const value: unknown = attempt(() => JSON.parse(text));
  return value === undefined ? text : value;
}
