import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { NetworkFailure } from '../message.js';

/** By calls, since zlib is loaded when one of its functions is first named. */
const decoders: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

/**
 * Decodes a `content-encoding`, if there is one. A truncated or damaged stream is an error, never a short body
 * (docs/requirements.md, R42).
 */
export async function* decompress(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined = '',
  url: URL,
): AsyncGenerator<Uint8Array> {
  if (/^(identity)?$/i.test(encoding)) return yield* source;
  const decoder = decoders.get(encoding.toLowerCase())?.();
  if (!decoder)
    throw new NetworkFailure(`${url.host}: the response has an unknown encoding`, false, { isLasting: true });
  const input = Readable.from(source);
  let isEmpty = true;
  input.once('data', () => {
    isEmpty = false;
  });
  let failure: unknown;
  input.on('error', (error) => {
    failure = error;
    decoder.destroy(error);
  });
  try {
    yield* input.pipe(decoder);
  } catch (error) {
    if (failure) throw failure;
    if (isEmpty) return;
    throw new NetworkFailure(`${url.host}: the response is truncated or damaged`, false, { cause: error });
  } finally {
    // A caller that stops early must not wait for the rest.
    input.unpipe(decoder);
    input.on('error', () => undefined).destroy();
    decoder.destroy();
  }
}
