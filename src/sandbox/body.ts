import type { SandboxRequest } from './exchange.js';
import { isPlainObject } from './plain-object.js';
import { Refusal, type UploadedFile } from './world.js';

/** The most a JSON body, or the `payload` of a multipart one, may hold. */
export const jsonLimit = 1024 * 1024;

/** The most a multipart request may hold in all. */
export const uploadLimit = 256 * 1024 * 1024;

const deepest = 64;

export interface ReadBody {
  /** The JSON object sent; `{}` where nothing was. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
  /** Removes the files, once they have been stored. */
  readonly discard?: () => void;
}

/**
 * Reads the body of a write: JSON whatever its type says, unless that starts with `multipart/form-data`. Throws a
 * Refusal: 400 for what is not a JSON object, 413 for too much, which is not read on, and 415 for a compressed body
 * (docs/requirements.md, R78).
 */
export async function readRequestBody(request: SandboxRequest, takesFiles: boolean): Promise<ReadBody> {
  const type = (request.headers['content-type'] ?? '').trim().toLowerCase();
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new Refusal(415, 'Send the body uncompressed.');
  if (!type.startsWith('multipart/form-data'))
    return { body: parseObject(await readText(request, jsonLimit)), files: [] };
  if (!takesFiles) throw new Refusal(400, 'This endpoint takes JSON only.');
  const { readMultipart } = await import('./multipart.js');
  return readMultipart(request.headers['content-type'] ?? '', limitBytes(request, uploadLimit));
}

/** The whole body as text. Throws a Refusal: 413 beyond `limit` bytes, 400 for what is not UTF-8. */
export async function readText(request: SandboxRequest, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitBytes(request, limit)) chunks.push(chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, 'The body is not valid UTF-8.');
  }
}

/** The JSON object in `text`, `{}` for a blank text. Throws a Refusal (400) for anything else, and for deep nesting. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  if (!isPlainObject(value)) throw new Refusal(400, 'The body must be a JSON object.');
  checkValue(value, 1);
  return value;
}

async function* limitBytes(request: SandboxRequest, limit: number): AsyncIterable<Uint8Array> {
  const tooLarge = new Refusal(413, `The request body is larger than ${limit / 1024 / 1024} MiB.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge;
  let total = 0;
  for await (const chunk of request.body ?? []) {
    total += chunk.byteLength;
    if (total > limit) throw tooLarge;
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

/** The database would cut a text at NUL without a word, so such a text is refused instead. */
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
