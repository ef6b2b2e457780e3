import { attempt } from '../contract/errors.js';
import { isRow, type Row, rowsOf } from '../contract/row.js';
import { isWordField, wordKey } from '../contract/server-word.js';
import { jsonText } from '../contract/text/json-text.js';
import { inForm } from '../contract/text/plain-letters.js';
import { itemChanges } from './checklist/pair-items.js';
import { type ListedKind, type ListName, listNames, storedChecklist, storedNames } from './entity-lists.js';
import { namesIn } from './names.js';
import { isSameTag } from './tags.js';

/** A value before and after a write; a list is whole. */
export interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

/** What a write changes, by the fields of its body. */
export type Changes = Readonly<Record<string, Change>>;

export function isListName(field: string): field is ListName {
  return listNames.some((each) => each === field);
}

/** The stored values of the fields of a body. Those that cannot be read are left out. */
export function storedValues(kind: ListedKind, entity: Row, fields: readonly string[]): Row {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = storedValue(kind, entity, field);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function storedValue(kind: ListedKind, entity: Row, field: string): unknown {
  return attempt(() => {
    if (isListName(field)) return namesIn(field, storedNames(kind, entity, [field]));
    return field === 'checklist' ? storedChecklist(entity) : (entity[field] ?? null);
  });
}

/** The changes between two sets of values. A field that is missing in `from` is not known to have changed. */
export function changesBetween(from: Row, to: Row): Changes {
  return Object.fromEntries(
    Object.keys(to)
      .filter((field) => Object.hasOwn(from, field) && !isSameValue(field, from[field], to[field]))
      .map((field) => [field, { from: from[field], to: to[field] }]),
  );
}

/** Whether all fields of `to` have the same values in `from`, to the letter. The order of names in a list means nothing. */
export function isEqual(from: Row, to: Row): boolean {
  const exact = (field: string, value: unknown): string =>
    jsonText((isListName(field) && Array.isArray(value) ? value.toSorted() : value) ?? '');
  return Object.keys(to).every(
    (field) => Object.hasOwn(from, field) && exact(field, from[field]) === exact(field, to[field]),
  );
}

/**
 * Whether two values of a field mean the same: a server may spell words and tags differently, add a time to a day, cut a text,
 * and send an empty text instead of none (docs/api.md, How to read this page). The order of a list means nothing.
 */
export function isSameValue(field: string, one: unknown, other: unknown): boolean {
  if (isListName(field)) return [itemsOnlyIn(field, one, other), itemsOnlyIn(field, other, one)].flat().length === 0;
  if (field === 'checklist') return contentOf(one) === contentOf(other);
  return plain(field, one) === plain(field, other);
}

/** The items of the first list that the second does not have. */
export function itemsOnlyIn(field: string, one: unknown, other: unknown): readonly string[] {
  const isSame = (item: string, each: string): boolean => item === each || (field === 'tags' && isSameTag(item, each));
  return textsIn(one).filter((item) => !textsIn(other).some((each) => isSame(item, each)));
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(asText) : [];
}

/** The texts and ticks of a checklist. Servers may replace ids. */
function contentOf(list: unknown): string {
  const items = Array.isArray(list) ? list.filter(isRow) : [];
  return JSON.stringify(items.map(({ text, done }) => [plain('text', text), done === true]));
}

function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

const days: readonly string[] = ['due', 'plannedFor'];

function plain(field: string, value: unknown): string {
  const text = inForm(asText(value));
  if (isWordField(field)) return wordKey(text);
  return days.includes(field) ? text.slice(0, 'YYYY-MM-DD'.length) : text.replace(/\s+/g, ' ').trim();
}

/**
 * Changes as data, by the fields of a response: lists by what was added and removed, checklists by what was done to their items,
 * other fields from one value to another.
 */
export function changesData(changes: Changes): Row {
  return Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => {
      if (field === 'checklist') return [field, itemChanges(rowsOf(from), rowsOf(to))];
      if (!isListName(field)) return [field, { from, to }];
      const name = field === 'assigneeIds' ? 'assignees' : field;
      return [name, { added: itemsOnlyIn(field, to, from), removed: itemsOnlyIn(field, from, to) }];
    }),
  );
}
