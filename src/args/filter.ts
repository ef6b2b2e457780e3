import { type Row, textsOf } from '../contract/row.js';
import { TrackerError, usageError } from '../errors.js';

/** A condition on rows. It can only be checked if some row has one of `fields`. */
export interface Filter {
  /** The flag it comes from, for messages. */
  readonly flag: string;
  readonly fields: readonly string[];
  readonly keeps: (row: Row) => boolean;
}

/**
 * The rows that pass every filter. Throws if no row has any of a filter's fields, because an empty list would be a wrong
 * answer. A field that is null or empty counts as present.
 */
export function applyFilters<R extends Row>(rows: readonly R[], filters: readonly Filter[]): readonly R[] {
  for (const { flag, fields } of filters) {
    if (
      rows.length > 0 &&
      fields.length > 0 &&
      !rows.some((row) => fields.some((field) => Object.hasOwn(row, field)))
    ) {
      throw new TrackerError('failed', `cannot filter by ${flag}: this server's list has no ${fields.join(' or ')}`);
    }
  }
  return rows.filter((row) => filters.every(({ keeps }) => keeps(row)));
}

/** Keeps rows whose field is one of the words, ignoring case; `none` matches a missing or empty field. */
export function filterByWord(flag: string, field: string, wanted: readonly string[]): readonly Filter[] {
  if (wanted.length === 0) return [];
  const words = new Set(wanted.map(wordOf));
  return [{ flag, fields: [field], keeps: (row) => words.has(wordOf(row[field])) }];
}

/** Keeps rows with at least one of the tags, ignoring case. */
export function filterByTag(flag: string, wanted: readonly string[]): readonly Filter[] {
  if (wanted.length === 0) return [];
  const words = new Set(wanted.map((each) => each.toLowerCase()));
  const keeps = (row: Row): boolean => textsOf(row.tags ?? row.labels).some((tag) => words.has(tag.toLowerCase()));
  return [{ flag, fields: ['tags', 'labels'], keeps }];
}

/** Keeps rows whose texts contain every word of the search, ignoring case. */
export function filterByText(search: string | undefined, fields: readonly string[]): readonly Filter[] {
  if (search === undefined) return [];
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((each) => each !== '');
  if (words.length === 0) throw usageError('--search needs at least one word');
  const keeps = (row: Row): boolean => {
    const hay = fields
      .map((field) => (typeof row[field] === 'string' ? row[field] : ''))
      .join('\n')
      .toLowerCase();
    return words.every((word) => hay.includes(word));
  };
  return [{ flag: '--search', fields, keeps }];
}

/** A word normalised for comparison: `in-progress` equals `in_progress`. */
function wordOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  return String(value).toLowerCase().replaceAll('-', '_');
}
