import { STATUS_CODES } from 'node:http';
import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { readBytes, readStart, startOf } from '../../http/body/read.js';
import { type HttpReply, type HttpRequest, NetworkFailure } from '../../http/message.js';
import { throwAfterDone } from '../../output/write/object.js';
import { writeBody } from '../showing/response-body.js';
import { isReading } from './request.js';

/** How much of an error response is printed, and for how long it is waited for (docs/requirements.md, R43 and R49). */
const printed = { bytes: 10 * 1024 * 1024, silentMs: 1_500, totalMs: 10_000 };

/**
 * Prints the body of a response, whatever its status, after its status line and headers if requested. With a jq expression,
 * prints its result, or nothing for an error response. Throws the error of an error response after printing it, and
 * `unknown_outcome` for a write whose response breaks off.
 */
export async function printAnswer(
  context: Context,
  client: Client,
  { request, reply, include }: { readonly request: HttpRequest; readonly reply: HttpReply; readonly include: boolean },
): Promise<void> {
  const isSuccess = reply.status >= 200 && reply.status < 300;
  const start: Uint8Array[] = [];
  let isCut = false;
  const onCut = (): void => {
    isCut = true;
  };
  try {
    if (include) await context.show.text(context.io.mask(headOf(reply)));
    if (context.show.choice.jq === undefined)
      await writeBody(context, isSuccess ? reply.body : keeping(startOf(reply, printed, onCut), start));
    else if (isSuccess) await context.show.text(await readBytes(reply));
    else start.push(await readStart(reply));
  } catch (error) {
    if (isSuccess) {
      if (error instanceof NetworkFailure) throw brokenOff(request, reply, error);
      if (isReading(request.method)) throw error;
      throwAfterDone(error);
    }
    // What the server has refused matters more than who reads it.
    if (error instanceof TrackerError && !(error instanceof NetworkFailure)) await context.show.warn(error.message);
    if (start.length === 0) start.push(await readStart(reply));
  } finally {
    reply.discard();
  }
  if (isCut) await context.show.warn('the body of the response did not end, so only part of it is printed');
  if (!isSuccess) throw await client.refused(request, reply, Buffer.concat(start));
}

/** Passes a body on, and keeps enough of its start to find the message of an error. */
async function* keeping(body: AsyncIterable<Uint8Array>, start: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const bytes of body) {
    if (size < 64 * 1024) start.push(bytes);
    size += bytes.length;
    yield bytes;
  }
}

function brokenOff({ method, url }: HttpRequest, { status }: HttpReply, failure: NetworkFailure): TrackerError {
  if (method === 'GET' || method === 'HEAD') return failure;
  const message = `the server accepted ${method} ${url.pathname} (status ${status}), but its response was cut off`;
  const hint = 'it has been applied; check before you run it again';
  return new TrackerError('unknown_outcome', message, { status, hint, cause: failure });
}

const secret = /^(set-auth-token|set-cookie2?|authorization|www-authenticate|proxy-authenticate)$/;

function headOf({ status, headers }: HttpReply): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${secret.test(name) ? '***' : each}`),
  );
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  return `${[first, ...lines].map(cleanLine).join('\n')}\n\n`;
}
