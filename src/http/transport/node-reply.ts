import type { ClientRequest, IncomingMessage } from 'node:http';
import { TrackerError } from '../../contract/errors.js';
import { decompress } from '../body/decompress.js';
import type { Circumstances } from '../failure.js';
import { type HttpReply, type HttpRequest, NetworkFailure } from '../message.js';

/** A request and its response, whose headers have arrived. */
interface Exchange {
  readonly outgoing: ClientRequest;
  readonly incoming: IncomingMessage;
}

/** The response as the layers above see it. Its body is read, decoded and watched for stalls on demand. */
export function toReply({ outgoing, incoming }: Exchange, request: HttpRequest, timeoutMs: number): HttpReply {
  const stop = (): void => {
    incoming.destroy();
    // If the response came before the whole request was sent, nobody will read the rest of the request.
    if (!outgoing.writableFinished) outgoing.destroy();
  };
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: readDecoded(incoming, request, { timeoutMs, stop }),
    discard: stop,
  };
}

/** What is said of a server that took longer than `--timeout`. */
export const tooSlow = { hint: 'use --timeout SECONDS to wait longer', isLasting: true };

/** An abort signal's reason, as an error. */
export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** The error to report: the interruption, a TrackerError as it is, or an explanation of the system's error. */
export async function explain(
  error: unknown,
  { url, signal }: Pick<HttpRequest, 'url' | 'signal'>,
  circumstances?: Circumstances,
): Promise<unknown> {
  if (signal.aborted) return signal.reason;
  if (error instanceof TrackerError) return error;
  return (await import('../failure.js')).explainFailure(error, url, circumstances);
}

/** The bytes that must arrive within each time-out period (docs/requirements.md, R48). */
const leastBytes = 1024;

/**
 * Passes bytes through, and throws NetworkFailure when fewer than 1 kB arrive within `timeoutMs`. The time that whoever reads
 * them takes is not counted. It calls `stop`, which must end the source.
 */
export async function* withStallGuard(
  source: AsyncIterable<Uint8Array>,
  options: { readonly timeoutMs: number; readonly host: string; readonly stop: () => void },
): AsyncGenerator<Uint8Array> {
  let moved = 0;
  let left = options.timeoutMs;
  let stalled = false;
  // A steady clock would load node:perf_hooks, which takes 1 ms. This one may jump, but each period starts anew.
  let since = Date.now();
  const stall = (): void => {
    stalled = true;
    options.stop();
  };
  let timer = setTimeout(stall, left);
  try {
    for await (const bytes of source) {
      clearTimeout(timer);
      moved += bytes.length;
      left -= Math.max(0, Date.now() - since);
      if (moved >= leastBytes) {
        moved = 0;
        left = options.timeoutMs;
      }
      yield bytes;
      since = Date.now();
      timer = setTimeout(stall, left);
    }
    if (stalled) throw new Error('stalled');
  } catch (error) {
    if (!stalled) throw error;
    const what = `${options.host} sent almost nothing for ${options.timeoutMs / 1000} s`;
    throw new NetworkFailure(what, false, tooSlow);
  } finally {
    clearTimeout(timer);
  }
}

async function* readDecoded(
  incoming: IncomingMessage,
  { url, signal, isStream }: HttpRequest,
  { timeoutMs, stop }: { readonly timeoutMs: number; readonly stop: () => void },
): AsyncGenerator<Uint8Array> {
  const abort = (): void => void incoming.destroy(toError(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    const guarded = isStream ? incoming : withStallGuard(incoming, { timeoutMs, host: url.host, stop });
    yield* decompress(guarded, incoming.headers['content-encoding'], url);
    if (!incoming.complete) throw new NetworkFailure(`${url.host}: the response was cut off`, false);
  } catch (error) {
    throw await explain(error, { url, signal });
  } finally {
    signal.removeEventListener('abort', abort);
    stop();
  }
}
