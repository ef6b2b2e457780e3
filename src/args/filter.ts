import { TrackerError, usageError } from '../contract/errors.js';
import { type Row, textsOf } from '../contract/row.js';
import { tagKey, wordKey } from '../contract/server-word.js';
import { toSearchKey } from '../contract/text/plain-letters.js';
import { needsWholeText, searchedText, soughtIn } from '../contract/text/search-words.js';
import { dataText } from '../output/data/json.js';

/** A condition on rows. It can only be checked if some row has one of `fields`. */
export interface Filter {
  readonly flag: string;
  readonly fields: readonly string[];
  /** Other fields in which it finds more rows, where they are there. */
  readonly wants?: readonly string[];
  /** Other fields that `keeps` looks at. It sees no field that is not named. */
  readonly reads?: readonly string[];
  readonly keeps: (row: Row) => boolean;
  /** For rows whose fields do not say it: they are looked at, with what they need of their details, before `keeps` is asked. */
  readonly settle?: {
    readonly isOpen: (row: Row) => boolean;
    readonly needs: readonly string[];
    readonly look: (rows: readonly Row[]) => Promise<void>;
  };
}

/** The rows that pass every filter. Throws what `checkFilters` throws. */
export function applyFilters<R extends Row>(rows: readonly R[], filters: readonly Filter[]): readonly R[] {
  checkFilters(rows, filters);
  return filters.length === 0 ? rows : rows.filter((row) => filters.every(({ keeps }) => keeps(row)));
}

/**
 * Throws if no row has any of a filter's fields, because an empty list would be a wrong answer. A field that is null or empty
 * counts as present.
 */
export function checkFilters(rows: readonly Row[], filters: readonly Filter[]): void {
  const missing = filters.find(({ fields }) => lacksFields(rows, fields));
  if (!missing) return;
  const fields = missing.fields.join(' or ');
  throw new TrackerError('failed', `cannot filter by ${missing.flag}: this server does not send ${fields}`);
}

/** Whether no row has any of these fields, if there are rows and fields. */
export function lacksFields(rows: readonly Row[], fields: readonly string[]): boolean {
  return rows.length > 0 && fields.length > 0 && !rows.some((row) => fields.some((field) => Object.hasOwn(row, field)));
}

/** The values of a filter flag: a row is kept by any of `wanted`, and left out by any of `unwanted`, given as `!value`. */
export interface FilterValues {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** Separates values from those with a leading `!`. Throws a usage error for a `!` alone. */
export function splitValues(flag: string, given: readonly string[]): FilterValues {
  const unwanted = given.filter((value) => value.startsWith('!')).map((value) => value.slice(1).trim());
  if (unwanted.includes('')) throw usageError(`${flag}: a value is missing after !`);
  return { wanted: given.filter((value) => !value.startsWith('!')), unwanted };
}

/** What a filter looks at: the fields of a row, and the names they give it; a row without any counts as `none`. */
interface NamedBy {
  readonly fields: readonly string[];
  readonly reads?: readonly string[];
  readonly namesOf: (row: Row) => readonly string[];
}

/** Keeps rows by their names. */
export function filterByNames(
  flag: string,
  { wanted, unwanted }: FilterValues,
  { fields, reads = [], namesOf }: NamedBy,
): readonly Filter[] {
  if (wanted.length + unwanted.length === 0) return [];
  const [kept, leftOut] = [new Set(wanted), new Set(unwanted)];
  const keeps = (row: Row): boolean => {
    const found = namesOf(row);
    const names = found.length === 0 ? ['none'] : found;
    return (kept.size === 0 || names.some((name) => kept.has(name))) && !names.some((name) => leftOut.has(name));
  };
  return [{ flag, fields, reads, keeps }];
}

interface FoundBy extends NamedBy {
  readonly rows: readonly Row[];
  readonly find: (name: string) => Promise<readonly string[]>;
}

/** Keeps rows by names in lower case: those that one of all `rows` has, or else what `find` gives for them. */
export async function filterByFound(
  flag: string,
  given: readonly string[],
  { rows, find, ...named }: FoundBy,
): Promise<readonly Filter[]> {
  if (given.length === 0) return [];
  const seen = new Set(rows.flatMap(named.namesOf));
  const namesFor = async (name: string): Promise<readonly string[]> =>
    (seen.has(name.toLowerCase()) ? [name] : await find(name)).map((each) => each.toLowerCase());
  const namesOf = async (all: readonly string[]) => (await Promise.all(all.map(namesFor))).flat();
  const { wanted, unwanted } = splitValues(flag, given);
  return filterByNames(flag, { wanted: await namesOf(wanted), unwanted: await namesOf(unwanted) }, named);
}

/** Keeps rows whose field is one of the words, as `wordKey` compares them; `none` matches a missing or empty field. */
export function filterByWord(flag: string, field: string, given: readonly string[]): readonly Filter[] {
  const namesOf = (row: Row): readonly string[] => [dataText(row[field])].filter((word) => word !== '').map(wordKey);
  return filterByNames(flag, keysOf(splitValues(flag, given), wordKey), { fields: [field], namesOf });
}

/** Keeps rows with at least one of the tags, as `tagKey` compares them; `none` matches rows without tags. */
export function filterByTag(flag: string, given: readonly string[]): readonly Filter[] {
  const namesOf = (row: Row): readonly string[] => textsOf(row.tags ?? row.labels).map(tagKey);
  return filterByNames(flag, keysOf(splitValues(flag, given), tagKey), { fields: ['tags', 'labels'], namesOf });
}

function keysOf({ wanted, unwanted }: FilterValues, key: (word: string) => string): FilterValues {
  return { wanted: wanted.map(key), unwanted: unwanted.map(key) };
}

/** Keeps rows whose texts contain every word and phrase of the search, ignoring case and the form of signs. */
export function filterByText(search: string | undefined, fields: readonly string[]): readonly Filter[] {
  if (search === undefined) return [];
  const sought = soughtIn(search, toSearchKey);
  if (sought.length === 0) throw usageError('--search needs at least one word');
  const isWhole = sought.some(needsWholeText);
  const keeps = (row: Row): boolean => {
    const hay = toSearchKey(fields.map((field) => (typeof row[field] === 'string' ? row[field] : '')).join('\n'));
    const searched = isWhole ? searchedText(hay) : hay;
    return sought.every((each) => searched.includes(each));
  };
  return [{ flag: '--search', fields, wants: fields.filter((field) => field === 'description'), keeps }];
}
