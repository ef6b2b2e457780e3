import { jsonLimit, parseObject } from '../fields/fields.js';
import { Refusal, type Shape } from '../world.js';
import type { SandboxRequest } from './exchange.js';
import { type ReadBody, readMultipart } from './multipart.js';

const mebibyte = 1024 * 1024;

/** The maximum size of a multipart request (bytes), and the refusal of a larger one. */
export interface UploadLimit {
  readonly bytes: number;
  readonly refusal: Refusal;
}

/** The limit of a sandbox, 256 MiB by default. Public servers call a larger body invalid. */
export function limitUploads(shape: Shape, bytes: number = 256 * mebibyte): UploadLimit {
  return { bytes, refusal: shape === 'wire' ? new Refusal(400, 'Invalid form data.') : tooLarge(bytes) };
}

/**
 * Reads the body of a write: as JSON whatever its type, unless that starts with `multipart/form-data`. Throws a Refusal: 400
 * for anything but a JSON object, 413 for a body that is too large, which is not read further, and 415 for a compressed body
 * (docs/requirements.md, R78). Without `uploads`, only JSON is accepted.
 */
export async function readRequestBody(request: SandboxRequest, uploads?: UploadLimit): Promise<ReadBody> {
  const type = (request.headers['content-type'] ?? '').trim().toLowerCase();
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new Refusal(415, 'Send the body uncompressed.');
  if (!type.startsWith('multipart/form-data'))
    return { body: parseObject(await readText(request, jsonLimit)), files: [] };
  if (!uploads) throw new Refusal(400, 'This endpoint takes JSON only.');
  return readMultipart(request.headers['content-type'] ?? '', limitBytes(request, uploads));
}

/** Reads the whole body as text. Throws a Refusal: 413 beyond `limit` bytes, 400 if it is not UTF-8. */
export async function readText(request: SandboxRequest, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitBytes(request, { bytes: limit, refusal: tooLarge(limit) })) chunks.push(chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, 'The body is not valid UTF-8.');
  }
}

function tooLarge(bytes: number): Refusal {
  const limit = bytes < mebibyte ? `${bytes / 1024} KiB` : `${bytes / mebibyte} MiB`;
  return new Refusal(413, `The request body is larger than ${limit}.`);
}

async function* limitBytes(request: SandboxRequest, { bytes, refusal }: UploadLimit): AsyncIterable<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw refusal;
  let total = 0;
  for await (const chunk of request.body ?? []) {
    total += chunk.byteLength;
    if (total > bytes) throw refusal;
    yield chunk;
  }
}
