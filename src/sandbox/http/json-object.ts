import { isPlainObject } from '../fields/plain-object.js';
import { Refusal, type UploadedFile } from '../world.js';

/** The most a JSON body, or the `payload` of a multipart one, may hold. */
export const jsonLimit = 1024 * 1024;

const deepest = 64;

/** What a write sent. */
export interface ReadBody {
  /** The JSON object sent; `{}` where nothing was. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
  /** Removes the files, once they have been stored. */
  readonly discard?: () => void;
}

/** The JSON object in `text`, `{}` for a blank text. Throws a Refusal (400) for anything else, and for deep nesting. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  if (!isPlainObject(value)) throw new Refusal(400, 'The body must be a JSON object.');
  checkValue(value, 1);
  return value;
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
