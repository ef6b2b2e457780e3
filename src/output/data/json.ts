import { attempt, TrackerError } from '../../contract/errors.js';
import { jsonText } from '../../contract/text/json-text.js';
import { unsafeInJson } from '../../contract/text/unsafe-characters.js';

/**
 * `value` as JSON, on one line or indented by so many spaces. Throws `failed` if it is nested too deeply (docs/requirements.md, F27
 * and R43).
 */
export function toJson(value: unknown, indent = 0): string {
  return escapeJson(plainJson(value, indent));
}

/** The same with the characters that a terminal must not get. */
export function plainJson(value: unknown, indent = 0): string {
  return unlessTooDeep(() => jsonText(value === undefined ? null : value, indent));
}

/** The text that is made of nested values. Throws `failed` if that takes more stack than there is. */
export function unlessTooDeep(write: () => string): string {
  try {
    return write();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new TrackerError('failed', 'the response is nested too deeply to print', { cause });
  }
}

/** A value as text in data: a list of scalars joined with commas, anything deeper as compact JSON, nothing as ''. */
export function dataText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return '';
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object'))
    return value.map(dataText).join(',');
  return toJson(value);
}

/** JSON text with unsafe characters as `\uXXXX`: the same value, but safe on a terminal. */
export function escapeJson(json: string): string {
  return json.replace(unsafeInJson, asUnits);
}

/** UTF-16 units as `\uXXXX`. */
export function asUnits(found: string): string {
  return found.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Deeper indentation is useless to a reader, and its cost is quadratic. */
const deepest = 100;

/** Strings, punctuation, and anything else between white space. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Indents JSON text for a person, two spaces per level. Tokens are kept as written, including numbers and repeated keys, but
 * characters that can control a terminal become `\uXXXX`. Undefined for text that is not JSON or too deeply nested. Linear
 * time.
 */
export function indentJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || attempt(() => JSON.parse(text)) === undefined) return undefined;
  const parts: string[] = [];
  let depth = 0;
  let last = '';
  for (const [part] of text.matchAll(token)) {
    const isEnd = part === '}' || part === ']';
    if (isEnd) depth -= 1;
    if (isEnd ? last !== '{' && last !== '[' : last === '{' || last === '[' || last === ',')
      parts.push(`\n${'  '.repeat(depth)}`);
    parts.push(part === ':' ? ': ' : part);
    if (part === '{' || part === '[') depth += 1;
    if (depth > deepest) return undefined;
    last = part;
  }
  return escapeJson(parts.join(''));
}
