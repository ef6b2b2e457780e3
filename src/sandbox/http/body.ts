import { decodeText } from '../../contract/text/text.js';
import { jsonLimit, parseObject } from '../fields/fields.js';
import { Refusal } from '../world.js';
import type { SandboxRequest } from './exchange.js';
import { type ReadBody, readMultipart } from './multipart.js';

const mebibyte = 1024 * 1024;

/** The largest multipart request (bytes) where nothing else is said. */
export const usualUploadLimit: number = 256 * mebibyte;

/**
 * Reads the body of a write: as JSON whatever its type, unless that starts with `multipart/form-data`. Throws a Refusal: 400
 * for anything but a JSON object, 413 for a body that is too large, which is not read further, and 415 for a compressed body
 * (docs/requirements.md, R78). Without `uploadLimit` (bytes), only JSON is accepted.
 */
export async function readRequestBody(request: SandboxRequest, uploadLimit?: number): Promise<ReadBody> {
  const type = (request.headers['content-type'] ?? '').trim().toLowerCase();
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new Refusal(415, 'Send the body uncompressed.');
  if (!type.startsWith('multipart/form-data'))
    return { body: parseObject(await readText(request, jsonLimit)), files: [] };
  if (uploadLimit === undefined) throw new Refusal(400, 'This endpoint takes JSON only.');
  const refusal = tooLarge(uploadLimit, 400, 'Invalid form data.');
  return readMultipart(request.headers['content-type'] ?? '', limitBytes(request, uploadLimit, refusal));
}

/** Reads the whole body as text. Throws a Refusal: 413 beyond `limit` bytes, 400 if it is not UTF-8. */
export async function readText(request: SandboxRequest, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitBytes(request, limit)) chunks.push(chunk);
  const text = decodeText(Buffer.concat(chunks));
  if (text === undefined) throw new Refusal(400, 'The body is not valid UTF-8.');
  return text;
}

function tooLarge(bytes: number, ...publicly: [status?: number, message?: string]): Refusal {
  const limit = bytes < mebibyte ? `${bytes / 1024} KiB` : `${bytes / mebibyte} MiB`;
  return new Refusal(413, `The request body is larger than ${limit}.`, ...publicly);
}

async function* limitBytes({ headers, body }: SandboxRequest, bytes: number, refusal = tooLarge(bytes)) {
  if (Number(headers['content-length'] ?? 0) > bytes) throw refusal;
  let total = 0;
  for await (const chunk of body ?? []) {
    total += chunk.byteLength;
    if (total > bytes) throw refusal;
    yield chunk;
  }
}
