import { isPlainObject } from '../fields/fields.js';
import { Refusal, type UploadedFile } from '../world.js';

/** The maximum size of a JSON body, or of the `payload` of a multipart one. */
export const jsonLimit = 1024 * 1024;

const deepest = 64;

/** The body of a write. */
export interface ReadBody {
  /** The JSON object; `{}` if the body was empty. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
  /** Removes the temporary files once they have been stored. */
  readonly discard?: () => void;
}

/** Parses a JSON object; blank text is `{}`. Throws a Refusal (400) for anything else, and for deep nesting. */
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

/** Refuses texts with NUL characters, because the database would silently cut them there. */
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
