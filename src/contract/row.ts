import { TrackerError } from './errors.js';
import { jsonText } from './text/json-text.js';

/** Functions to read values from responses of unknown shape. Each gives undefined, or an empty value, if the type is wrong. */

/** A JSON object with unknown values. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a key of one that comes from a file; empty if there is none. */
export function objectAt(stored: Row, key: string): Row {
  const value = Object.hasOwn(stored, key) ? stored[key] : undefined;
  return isRow(value) ? value : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

/**
 * The rows in a required field of a list. Throws TrackerError `failed` with the name of the field if it is not a list of
 * objects, since leaving out entries would give a wrong result (docs/requirements.md, R40).
 */
export function rowsAt(reply: Row, field: string): readonly Row[] {
  return listOfRows(reply[field], field);
}

/** The same for a field that may be absent or null; empty then. */
export function rowsWithin(reply: Row, field: string): readonly Row[] {
  return listOfRows(reply[field] ?? [], field);
}

/** Throws what rowsWithin throws for any of these fields. */
export function requireRows(row: Row, ...fields: readonly string[]): void {
  for (const field of fields) rowsWithin(row, field);
}

/** What a detail is of: the object in this field, or the detail itself, where a server sends that without a wrapper. */
export function rowIn(reply: Row, field: string): Row {
  const value = reply[field];
  return isRow(value) ? value : reply;
}

/** The same, if it has either. Throws TrackerError `failed` with the name of the field if the detail has neither that nor an id. */
export function rowAt(reply: Row, field: string): Row {
  const row = rowIn(reply, field);
  if (row !== reply || uuidOf(reply) !== '') return row;
  throw unreadable(`it has no ${JSON.stringify(field)}`);
}

/** The number in a required field. Throws TrackerError `failed` with the name of the field if there is none. */
export function numberAt(reply: Row, field: string): number | bigint {
  const value = reply[field];
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw unreadable(`its ${JSON.stringify(field)} is not a number`);
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Fields that identify a row; the first one with a value counts. */
export const refKeys: readonly string[] = ['displayId', 'key', 'id', 'uuid'];
const uuidKeys: readonly string[] = ['uuid', 'id'];

/**
 * The reference of a row: `displayId`, or a project's `key`, or the `id`, which is human-readable if there is also a `uuid`
 * (docs/api.md, Conventions 6). Empty if it has none of them.
 */
export function refOf(row: Row): string {
  return firstName(row, refKeys);
}

/** Whether a text is what people call a task or ticket, such as `CASA-9`. */
export function isReference(text: string): boolean {
  return /^[a-z][a-z0-9]*-\d+$/i.test(text);
}

/**
 * The references that the name of a branch is about: `SCM-12` for `feature/scm-12-night-ferry`. Several of one project are
 * rivals; words like `utf-8` after the reference do not count.
 */
export function referencesIn(branch: string): readonly string[] {
  const [first, ...others] = new Set(branch.toUpperCase().match(/(?<![A-Z0-9])[A-Z][A-Z0-9]*-\d+(?![A-Z0-9])/g));
  if (first === undefined) return [];
  const projectOf = (ref: string): string => ref.replace(/\d+$/, '');
  return [first, ...others.filter((each) => projectOf(each) === projectOf(first))];
}

/** The reference in a form that sorts by its number. */
export function orderOfRef(row: Row): string {
  return refOf(row).replace(/\d{1,15}/g, (digits) => digits.padStart(15, '0'));
}

/** Rows sorted by a key, which is made once for each. Those with the same key keep their order. */
export function sortedBy<R extends Row>(rows: readonly R[], keyOf: (row: R) => string | number): readonly R[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ row }) => row);
}

/** Items by a key, in their order; those without one are left out. */
export function groupedBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K | undefined): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined && !groups.get(key)?.push(item)) groups.set(key, [item]);
  }
  return groups;
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Whether two uuids are those of different things. */
export function isOther(shown: string, asked = ''): boolean {
  return isUuid(shown) && isUuid(asked) && shown.toLowerCase() !== asked.toLowerCase();
}

/** Whether a word can name a task or ticket. */
export function mayName(word: string): boolean {
  return /^(?:@|@branch|-|https?:.*|(?:task|ticket):.*)$/is.test(word) || isReference(word) || isUuid(word);
}

/** The start of a database id, as tables show it: eight characters of a uuid or of an id at least as long, other ids in full. */
export function startOfId(id: string): string {
  return isUuid(id) || /^[\da-z]{32}$/i.test(id) ? id.slice(0, 8) : id;
}

/** The id of a row for paths: `uuid`, or else `id` (docs/api.md, Conventions 6). Empty if it has neither. */
export function uuidOf(row: Row): string {
  return firstName(row, uuidKeys);
}

/** The fields of a row by those of the body of a write. */
export function fieldsOfRow({ assigneeIds, ...rest }: Row): Row {
  return assigneeIds === undefined ? rest : { ...rest, assignees: assigneeIds };
}

/** Identifies an entry of a paged list: its id, or its whole content if it has none. */
export function keyOf(row: Row): string {
  return textOf(row.id) ?? jsonText(row);
}

export function titleOf(row: Row): string {
  return textOf(row.title) ?? textOf(row.subject) ?? textOf(row.name) ?? '';
}

/** The first of these fields that can be a name: a text that is not empty, or a number. Empty if there is none. */
export function firstName(row: Row, keys: readonly string[]): string {
  for (const key of keys) {
    const value = row[key];
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

function listOfRows(value: unknown, field: string): readonly Row[] {
  if (!Array.isArray(value)) throw unreadable(`its ${JSON.stringify(field)} is not a list`);
  const odd = value.findIndex((item) => !isRow(item));
  if (odd === -1) return value;
  throw notAnObject(field, odd + 1);
}

/** The error for an item of a list that should be a row, counted from 1. */
export function notAnObject(field: string, item: number): TrackerError {
  return unreadable(`item ${item} of its ${JSON.stringify(field)} is not an object`);
}

function unreadable(why: string): TrackerError {
  return new TrackerError('failed', `the server's response cannot be read: ${why}`);
}
