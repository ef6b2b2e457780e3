import type { Context } from '../../args/context.js';
import { type Client, pathSegment } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { readStart } from '../../http/body/read.js';
import type { HttpReply, HttpRequest, Send } from '../../http/message.js';
import type { Planned } from './choose-downloads.js';

/** What is needed to fetch a file. */
export interface Fetching {
  readonly client: Client;
  readonly send: Send;
  readonly context: Context;
  /** Called with the size of each chunk (bytes). */
  readonly advance: (bytes: number) => void;
}

/**
 * Streams the bytes of a file from this server only, with its token; a redirect to another server is refused
 * (docs/requirements.md, R29 and R54). Throws the error of a refusal, `network` if the body breaks off, and `failed` if the size
 * is not what the server said.
 */
export async function* fetchFile(file: Planned, fetching: Fetching): AsyncGenerator<Uint8Array> {
  const request = requestFor(file, fetching);
  const reply = await fetching.send(request);
  if (reply.status !== 200) throw await refusalOf(request, reply, fetching.client);
  let size = 0;
  try {
    for await (const bytes of reply.body) {
      size += bytes.length;
      if (file.size !== undefined && size > file.size) throw wrongSize(file, `more than ${file.size}`);
      fetching.advance(bytes.length);
      yield bytes;
    }
  } finally {
    reply.discard();
  }
  if (file.size !== undefined && size !== file.size) throw wrongSize(file, `${size} of ${file.size}`);
}

function requestFor({ id }: Planned, { client, context }: Fetching): HttpRequest {
  const url = new URL(`api/attachments/${pathSegment(id)}`, client.base);
  return { method: 'GET', url, headers: { accept: '*/*' }, signal: context.signal };
}

async function refusalOf(request: HttpRequest, reply: HttpReply, client: Client): Promise<TrackerError> {
  const bytes = await readStart(reply);
  if (reply.status < 200 || reply.status >= 300) return await client.refused(request, reply, bytes);
  return new TrackerError('failed', `${request.url.host} returned ${reply.status} instead of a file`, {
    status: reply.status,
  });
}

function wrongSize({ name }: Planned, came: string): TrackerError {
  return new TrackerError('failed', `${name} was not downloaded completely: got ${came} bytes`);
}
