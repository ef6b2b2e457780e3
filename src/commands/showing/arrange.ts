import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { uuidOf } from '../../contract/row.js';
import { rankOf } from '../../contract/server-word.js';
import { knownFields, refuseUnknown } from '../../output/columns/fields.js';
import { valueAt } from '../../output/columns/path.js';
import { dataText } from '../../output/data/json.js';
import { type ListData, listed, type VerbResult } from '../../output/shown.js';
import { dayNumber, parseTime } from '../../output/time.js';
import type { JsonObject, ListView, Setting } from '../../output/view.js';
import { settingFor } from './setting.js';

export interface Arrangement {
  /** Column keys or paths, most important first; a leading `-` means descending. */
  readonly sort: readonly string[];
  readonly limit?: number | undefined;
  /** All rows of the response if filters removed some; their fields may be named too. */
  readonly allRows?: readonly JsonObject[] | undefined;
  readonly setting: Setting;
}

/** The fields of a sort. */
export function namesIn(sort: readonly string[]): readonly string[] {
  return sort.map((field) => field.replace(/^-/, ''));
}

/**
 * Sorts and limits rows for any format. The sort is stable, empty values come last in both directions, and without `sort` the
 * server's order is kept. `total` is the number of rows before the limit. Throws `usage` for a field that no row can have, and
 * `failed` for one that no row has.
 */
export function arrange(view: ListView, rows: readonly JsonObject[], { sort, limit, allRows, setting }: Arrangement) {
  const sorted =
    sort.length === 0 || rows.length === 0 ? rows : sortRows(view, rows, { sort, allRows: allRows ?? rows, setting });
  return { rows: limit === undefined ? sorted : sorted.slice(0, limit), allRows, total: rows.length, setting };
}

interface ListParts extends Omit<Arrangement, 'setting' | 'allRows'>, Pick<ListData, 'emptyHint'> {
  /** Whose rows they are; those of this computer have none. */
  readonly client?: Client;
  readonly people?: unknown;
}

/** A list of rows, sorted and limited. Throws what `arrange` throws. */
export function listRows(
  context: Context,
  view: ListView,
  rows: readonly JsonObject[],
  { client, people, emptyHint, ...by }: ListParts,
): VerbResult {
  const setting = client ? settingFor(context, client, people) : { people: {}, now: context.now(), me: undefined };
  return listed(view, { ...arrange(view, rows, { ...by, setting }), ...(emptyHint !== undefined && { emptyHint }) });
}

/** A value in comparable form, part by part: known words by rank, then numbers, then other texts. Undefined if empty. */
type SortKey = readonly (string | number | bigint)[] | undefined;

function sortRows(
  view: ListView,
  rows: readonly JsonObject[],
  { sort, allRows, setting }: Pick<Arrangement, 'sort' | 'setting'> & { readonly allRows: readonly JsonObject[] },
): readonly JsonObject[] {
  const names = namesIn(sort);
  refuseUnknown(names, knownFields(view, allRows), '--sort');
  const orders = sort.map((field, index) => {
    const name = names[index] ?? field;
    const column = view.columns.find(({ key }) => key === name);
    const value = (row: JsonObject): unknown =>
      column === undefined ? fieldOf(row, name) : column.value(row, setting);
    return { direction: field.startsWith('-') ? -1 : 1, value, keyOf: (row: JsonObject) => sortKey(name, value(row)) };
  });
  const keyed = rows.map((row) => ({ row, keys: orders.map(({ keyOf }) => keyOf(row)) }));
  const absent = names.find((name, index) => {
    const isThere = (row: JsonObject): boolean => valueAt(row, name) !== undefined;
    return !allRows.some(isThere) && rows.every((row) => orders[index]?.value(row) === undefined);
  });
  if (absent !== undefined) throw new TrackerError('failed', `cannot sort by ${absent}: no row has it`);
  const compare = (one: readonly SortKey[], other: readonly SortKey[]): number =>
    orders.reduce((order, { direction }, at) => order || compareKeys(one[at], other[at], direction), 0);
  return keyed.sort((a, b) => compare(a.keys, b.keys)).map(({ row }) => row);
}

function fieldOf(row: JsonObject, name: string): unknown {
  return name === 'uuid' ? uuidOf(row) || undefined : valueAt(row, name);
}

function sortKey(name: string, value: unknown): SortKey {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : [1, value];
  if (typeof value === 'boolean') return [1, Number(value)];
  if (typeof value === 'bigint') return [1, value];
  const text = dataText(value);
  if (text === '') return undefined;
  const rank = rankOf(name, text);
  if (rank !== undefined) return [0, rank];
  const day = dayNumber(text);
  if (day !== undefined) return [1, day * 86_400_000];
  const time = parseTime(text)?.getTime();
  if (time !== undefined) return [1, time];
  // Runs of digits and runs of other characters, so that SCM-2 sorts before SCM-10.
  const runs = text.toLowerCase().match(/\d{1,15}|\D+/g) ?? [];
  return [2, ...runs.map((run) => (/^\d/.test(run) ? Number(run) : run))];
}

function compareKeys(left: SortKey, right: SortKey, direction: number): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  return direction * compareParts(left, right);
}

/** Numbers come before texts, and a key before those that begin with it. */
function compareParts(left: NonNullable<SortKey>, right: NonNullable<SortKey>): number {
  const at = left.findIndex((part, index) => part !== right[index]);
  const [a, b] = [left[at], right[at]];
  if (a === undefined || b === undefined) return left.length - right.length;
  if ((typeof a === 'string') !== (typeof b === 'string')) return typeof a === 'string' ? 1 : -1;
  return a < b ? -1 : Number(a > b);
}
