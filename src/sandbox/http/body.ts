import { isPlainObject } from '../fields/plain-object.js';
import { Refusal, type Shape, type UploadedFile } from '../world.js';
import type { SandboxRequest } from './exchange.js';

const mebibyte = 1024 * 1024;

/** The largest JSON body, or `payload` of a multipart body (bytes). */
export const jsonLimit: number = mebibyte;

/** The largest multipart request in bytes, and the refusal for a larger one. */
export interface UploadLimit {
  readonly bytes: number;
  readonly refusal: Refusal;
}

/** The limit of a sandbox, 256 MiB by default. Public servers call a larger body invalid. */
export function limitUploads(shape: Shape, bytes: number = 256 * mebibyte): UploadLimit {
  return { bytes, refusal: shape === 'wire' ? new Refusal(400, 'Invalid form data.') : tooLarge(bytes) };
}

const deepest = 64;

export interface ReadBody {
  /** The JSON object sent, or `{}` if there was none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
  /** Removes the temporary files after they have been stored. */
  readonly discard?: () => void;
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
  const { readMultipart } = await import('./multipart.js');
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

/** Parses a JSON object; `{}` for a blank text. Throws a Refusal (400) for anything else and for deep nesting. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  if (!isPlainObject(value)) throw new Refusal(400, 'The body must be a JSON object.');
  checkValue(value, 1);
  return value;
}

function tooLarge(bytes: number): Refusal {
  return new Refusal(413, `The request body is larger than ${bytes / mebibyte} MiB.`);
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.');
  }
}

/** Refuses texts with NUL, which the database would silently cut off there. */
function checkValue(value: unknown, depth: number): void {
  if (typeof value === 'string' && value.includes('\0'))
    throw new Refusal(400, 'A text must not contain NUL characters.');
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw new Refusal(400, `The body is nested more than ${deepest} levels deep.`);
  for (const [key, item] of Object.entries(value)) {
    checkValue(key, depth);
    checkValue(item, depth + 1);
  }
}
