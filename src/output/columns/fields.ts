import { usageError } from '../../contract/errors.js';
import { dataText } from '../data/json.js';
import { nearest } from '../text/nearest.js';
import type { Cell, Column, JsonObject, ListView, Setting } from '../view.js';
import { createIdentify } from './identity.js';
import { firstStep, valueAt } from './path.js';

/** A column bound to its setting, for any format. */
export interface PickedColumn
  extends Pick<Column, 'key' | 'isInTable' | 'grow' | 'keep' | 'isWhole' | 'right'>,
    Required<Pick<Column, 'head'>> {
  readonly value: (row: JsonObject) => unknown;
  /** The value for JSON; a key of the server's row keeps the server's value. */
  readonly sent: (row: JsonObject) => unknown;
  readonly human: (row: JsonObject) => Cell;
}

/**
 * The columns of a list: those of the view that have heads, or exactly those named by `--fields`, in that order. A name is a
 * column's key or a dotted path into the row's JSON. Throws `usage` for a name that no row has, if there are rows.
 */
export function pickColumns(
  view: ListView,
  rows: readonly JsonObject[],
  fields: readonly string[],
  setting: Setting,
): readonly PickedColumn[] {
  const { columns, isDim, sideOf } = view;
  const bind = (column: Column): PickedColumn => bindColumn(column, setting, isDim);
  if (fields.length === 0) return columns.filter(({ head }) => head !== undefined).map(bind);
  if (rows.length > 0) refuseUnknown(fields, new Set([...knownFields(view, rows), 'people']));
  return fields.map((field) => {
    const column = columns.find(({ key }) => key === field);
    return column === undefined ? pathColumn(field, setting, sideOf) : bind(column);
  });
}

export function valuesOf(columns: readonly PickedColumn[], row: JsonObject): readonly unknown[] {
  return columns.map(({ value }) => value(row));
}

/** Throws `usage` with the nearest known name, or all of them, if the first step of a field is not among them. */
export function refuseUnknown(fields: readonly string[], known: ReadonlySet<string>, option = '--fields'): void {
  const unknown = fields.filter(
    (field) => !known.has(field) && (field.split('.').includes('') || !known.has(firstStep(field))),
  );
  if (unknown.length === 0) return;
  const names = unknown.map((name) => `"${name}"`).join(', ');
  const near = descending(fields, known) ?? nearest(unknown[0] ?? '', [...known]) ?? otherName(unknown[0] ?? '', known);
  const hint = near === undefined ? `known: ${[...known].sort().join(', ')}` : `did you mean ${near}?`;
  throw usageError(`unknown name in ${option}: ${names}`, hint);
}

/** `-priority` for `priority,desc` and `priority:desc`, which is how others write it. */
function descending(fields: readonly string[], known: ReadonlySet<string>): string | undefined {
  const [, name = '', way] = /^([\w.]+)[,: ]+(asc|desc)(?:ending)?$/i.exec(fields.join(',')) ?? [];
  if (!known.has(name)) return undefined;
  return way?.toLowerCase() === 'desc' ? `-${name}` : name;
}

/** What tasks call a title, tickets call a subject. */
function otherName(name: string, known: ReadonlySet<string>): string | undefined {
  const near = nearest(name, ['title', 'subject']);
  const other = near && (near === 'title' ? 'subject' : 'title');
  return other !== undefined && known.has(other) ? other : undefined;
}

/** The fields of a row of which one must be there for a column or field to have a value; empty if there are no such fields. */
export function keysOf({ columns }: Pick<ListView, 'columns'>, name: string): readonly string[] {
  const column = columns.find(({ key }) => key === name);
  if (column !== undefined) return column.reads ?? [];
  return ['ref', 'uuid', 'people'].includes(firstStep(name)) ? [] : [firstStep(name)];
}

/** Every name that `--fields` and `--sort` accept for these rows. */
export function knownFields(
  view: { readonly columns: readonly { readonly key: string }[]; readonly fields: readonly string[] },
  rows: readonly JsonObject[],
): ReadonlySet<string> {
  const known = new Set<string>(['ref', 'uuid', ...view.columns.map(({ key }) => key), ...view.fields]);
  for (const row of rows) for (const key of Object.keys(row)) known.add(key);
  return known;
}

function bindColumn(column: Column, setting: Setting, isDim: (row: JsonObject) => boolean = () => false): PickedColumn {
  const value = (row: JsonObject): unknown => column.value(row, setting);
  return {
    ...column,
    head: column.head ?? column.key,
    value,
    sent: (row) => (column.key !== 'ref' && Object.hasOwn(row, column.key) ? row[column.key] : value(row)),
    human(row) {
      const shown = column.human?.(row, setting) ?? dataText(value(row));
      const cell = typeof shown === 'string' ? { text: shown } : shown;
      return isDim(row) ? { ...cell, tone: 'dim' } : cell;
    },
  };
}

function pathColumn(path: string, setting: Setting, sideOf: ListView['sideOf']): PickedColumn {
  const isAdded = ['ref', 'uuid', 'people'].includes(firstStep(path));
  const identify = isAdded ? createIdentify(setting.people, sideOf) : (row: JsonObject) => row;
  const value = (row: JsonObject): unknown => valueAt(identify(row), path);
  return { key: path, head: path, value, sent: value, human: (row) => ({ text: dataText(value(row)) }) };
}
