import { jsonText } from '../../contract/json-text.js';
import { TrackerError } from '../../errors.js';
import { escapeJson } from './escape.js';

/**
 * `value` as one JSON document without a final newline. `indent` is the number of spaces; 0 gives one line. Throws `failed` if
 * the value is nested too deeply (docs/requirements.md, F27 and R43).
 */
export function toJson(value: unknown, indent = 0): string {
  return escapeJson(plainJson(value, indent));
}

/** The same with the characters that a terminal must not get. */
export function plainJson(value: unknown, indent = 0): string {
  try {
    return jsonText(value === undefined ? null : value, indent);
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
