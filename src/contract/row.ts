import { TrackerError } from '../errors.js';
import { jsonText } from './json-text.js';

/** Reading values off an answer whose shape nobody promises: each gives undefined, or empty, where it does not fit. */

/** A JSON object, as far as is known. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

/**
 * The rows under a field that a list must carry. Throws TrackerError `failed` naming the field where it is not a list of
 * objects: leaving out what is none would be a wrong answer (docs/requirements.md, R40).
 */
export function rowsAt(reply: Row, field: string): readonly Row[] {
  return listOfRows(Object.hasOwn(reply, field) ? reply[field] : undefined, field);
}

/** The same for a field that may be absent or null; empty then. */
export function rowsWithin(reply: Row, field: string): readonly Row[] {
  const value = Object.hasOwn(reply, field) ? reply[field] : undefined;
  return value === undefined || value === null ? [] : listOfRows(value, field);
}

/** Throws what rowsWithin throws for any of these fields. */
export function requireRows(row: Row, ...fields: readonly string[]): void {
  for (const field of fields) rowsWithin(row, field);
}

/** The object under a field that a detail must carry. Throws TrackerError `failed` naming the field where there is none. */
export function rowAt(reply: Row, field: string): Row {
  const value = Object.hasOwn(reply, field) ? reply[field] : undefined;
  if (isRow(value)) return value;
  throw new TrackerError('failed', `the server's answer cannot be read: it has no ${JSON.stringify(field)}`);
}

/** The number under a field that an answer must carry. Throws TrackerError `failed` naming the field where there is none. */
export function numberAt(reply: Row, field: string): number | bigint {
  const value = Object.hasOwn(reply, field) ? reply[field] : undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TrackerError('failed', `the server's answer cannot be read: its ${JSON.stringify(field)} is no number`);
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/**
 * What people call a row: `displayId`, else a project's `key`, else its `id`, which is the human one where a `uuid` stands
 * beside it (docs/api.md, Conventions 6). Empty where it has none of them.
 */
export function refOf(row: Row): string {
  return nameAt(row, 'displayId') ?? nameAt(row, 'key') ?? nameAt(row, 'id') ?? nameAt(row, 'uuid') ?? '';
}

/** What goes into paths: `uuid`, else `id` (docs/api.md, Conventions 6). Empty where it has neither. */
export function uuidOf(row: Row): string {
  return nameAt(row, 'uuid') ?? nameAt(row, 'id') ?? '';
}

/** What tells one entry of a paged list from another: its id, or all it says where it has none. */
export function keyOf(row: Row): string {
  return textOf(row.id) ?? jsonText(row);
}

export function titleOf(row: Row): string {
  return textOf(row.title) ?? textOf(row.subject) ?? textOf(row.name) ?? '';
}

function listOfRows(value: unknown, field: string): readonly Row[] {
  const name = JSON.stringify(field);
  if (!Array.isArray(value))
    throw new TrackerError('failed', `the server's answer cannot be read: its ${name} is not a list`);
  const odd = value.findIndex((item) => !isRow(item));
  if (odd === -1) return value;
  throw new TrackerError(
    'failed',
    `the server's answer cannot be read: item ${odd + 1} of its ${name} is not an object`,
  );
}

function nameAt(row: Row, key: string): string | undefined {
  const value = Object.hasOwn(row, key) ? row[key] : undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
