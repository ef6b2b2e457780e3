import type { Client } from '../client/client.js';
import { TrackerError } from '../contract/errors.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import type { ChecklistItem } from '../contract/shapes/task.js';
import type { ListChange } from './merge.js';
import { listRules, type NameRules, namesIn } from './names.js';

/** The lists of tasks and tickets that PATCH replaces as a whole, by field; tickets have no dependencies. */
export const listNames = ['assigneeIds', 'tags', 'dependsOnIds'] as const;

export type ListName = (typeof listNames)[number];

/** The entities that have such lists. */
export type ListedKind = 'task' | 'ticket';

/** The content of lists, as stored or requested; other lists are left out. */
export type Lists = Readonly<Partial<Record<ListName, readonly string[]>>>;

export interface ListEdit {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export type ListEdits = Readonly<Partial<Record<ListName, ListEdit>>>;

/** The names of the given lists, always in the same order. */
export function namesOfLists(lists: Lists | ListEdits): readonly ListName[] {
  return listNames.filter((list) => lists[list] !== undefined);
}

/** All lists as one list of names such as `tags:hot`, to be merged and compared together. */
export function toNames(lists: Lists): readonly string[] {
  return namesOfLists(lists).flatMap((list) => (lists[list] ?? []).map((item) => `${list}:${item}`));
}

/** The `wanted` lists in the form that PATCH takes. */
export function toLists(names: readonly string[], wanted: readonly ListName[]): Lists {
  return Object.fromEntries(wanted.map((list) => [list, namesIn(list, names)]));
}

/** The `wanted` lists of an entity, as names. Throws `failed`, naming the field, if one of them cannot be read. */
export function storedNames(kind: ListedKind, entity: Row, wanted: readonly ListName[]): readonly string[] {
  return toNames(Object.fromEntries(wanted.map((list) => [list, readers[list](entity, kind)])));
}

/** Only a task's assignees and dependencies may be absent or null if there are none (docs/api.md, How to read this page). */
const readers: Readonly<Record<ListName, (entity: Row, kind: ListedKind) => readonly string[]>> = {
  assigneeIds(entity, kind) {
    const stored = storedList(entity, ['assignees', 'assigneeIds'], idIn('id'));
    // Without a list there are none, unless a single `assignee` shows otherwise.
    return stored ?? (kind === 'task' && !entity.assignee ? [] : requiredList(entity, ['assignees'], idIn('id')));
  },
  // Every server sends them.
  tags: (entity) => requiredList(entity, ['tags', 'labels'], textOf),
  // The `id` of a linked task is a reference, which PATCH does not take.
  dependsOnIds: (entity) => storedList(entity, ['dependsOnIds', 'dependsOn'], idIn('uuid')) ?? [],
};

/** What reads an id in a list, whose entries are ids or have one in this field. */
function idIn(field: 'id' | 'uuid'): (entry: unknown) => string | undefined {
  return (entry) => (isRow(entry) ? textOf(entry[field]) : textOf(entry)) || undefined;
}

/** The change that these edits make to the names from storedNames. `client` supplies people's names for messages. */
export function changeLists(client: Client, edits: ListEdits): ListChange<string> {
  const all = (key: keyof ListEdit): readonly string[] =>
    toNames(Object.fromEntries(namesOfLists(edits).map((list) => [list, edits[list]?.[key] ?? []])));
  return changeNames(all('add'), all('remove'), listRules(client));
}

/**
 * The entries of a list that a write will replace, from the first of these fields that the entity has; undefined if all are
 * absent or null. Throws TrackerError `failed` naming the field if it is not a list, or if `read` returns undefined for an
 * entry, because what cannot be read would be overwritten (docs/requirements.md, R40).
 */
function storedList<T>(entity: Row, fields: readonly string[], read: (entry: unknown) => T | undefined) {
  const field = fields.find((each) => Object.hasOwn(entity, each) && entity[each] !== null);
  if (field === undefined) return undefined;
  const value = entity[field];
  if (!Array.isArray(value)) throw unreadable(`its ${JSON.stringify(field)} is not a list`);
  return value.map((entry: unknown, at) => {
    const item = read(entry);
    if (item === undefined) throw unreadable(`entry ${at + 1} of its ${JSON.stringify(field)} has an unknown shape`);
    return item;
  });
}

/** The same for a list that is always present; also throws if the entity has none of the fields. */
function requiredList<T>(entity: Row, fields: readonly [string, ...string[]], read: (entry: unknown) => T | undefined) {
  const list = storedList(entity, fields, read);
  if (list === undefined) throw unreadable(`it has no ${JSON.stringify(fields[0])}`);
  return list;
}

/** The items of a checklist as sent, unknown fields included (docs/api.md, Task detail). Throws what requiredList throws. */
export function storedChecklist(entity: Row): readonly ChecklistItem[] {
  return requiredList(entity, ['checklist'], (entry) => {
    if (!isRow(entry) || typeof entry.text !== 'string') return undefined;
    return typeof (entry.done ?? false) === 'boolean' ? entry : undefined;
  });
}

function unreadable(what: string): TrackerError {
  return new TrackerError('failed', `the server's response cannot be read: ${what}`, {
    hint: 'nothing was written, because what cannot be read would be lost',
  });
}

/** Adds names to a list and removes others, keeping the order and what other people have added. */
export function changeNames(
  add: readonly string[],
  remove: readonly string[],
  { isSame, isCut, show }: NameRules,
): ListChange<string> {
  let before: readonly string[] | undefined;
  /** Names that were written back unchanged since someone else last wrote. */
  const untouched = new Set<string>();
  let written: readonly string[] | undefined;
  const has = (stored: readonly string[], name: string): boolean =>
    stored.some((each) => isSame(each, name) || (before?.includes(each) === false && isCut(each, name)));
  const missing = (stored: readonly string[]): readonly string[] => add.filter((name) => !has(stored, name));
  const left = (stored: readonly string[]): readonly string[] =>
    remove.filter((name) => stored.some((each) => isSame(each, name)));
  const lost = (stored: readonly string[]): readonly string[] => [...untouched].filter((name) => !has(stored, name));
  return {
    apply(stored) {
      const kept = stored.filter((each) => !remove.some((name) => isSame(each, name)));
      const added = missing(kept);
      before ??= stored;
      if (stored.some((each) => written?.every((name) => !isSame(each, name)))) untouched.clear();
      for (const name of kept) if (!add.some((each) => isSame(name, each))) untouched.add(name);
      written = [...new Set([...kept, ...added])];
      return written;
    },
    countOpen: (stored) => missing(stored).length + left(stored).length,
    hasLost: (stored) => lost(stored).length > 0,
    isLeftOut(sent, now) {
      const isForeign = (name: string): boolean => !sent.some((each) => isSame(name, each));
      const isLost = (name: string): boolean => !add.some((each) => isSame(name, each)) && !has(now, name);
      return left(now).length === 0 && !now.some(isForeign) && !sent.some(isLost);
    },
    describeMissing(stored) {
      const absent = [...missing(stored), ...lost(stored)].map(show).join(', ');
      const present = left(stored).map(show).join(', ');
      return [absent && `did not keep ${absent}`, present && `did not remove ${present}`]
        .filter(Boolean)
        .join(', and ');
    },
  };
}

/** A change of one task or ticket, with all names resolved to ids. */
export interface EntityChange {
  /** What is replaced: fields and whole lists, as PATCH takes them. */
  readonly fields: Row & Lists;
  /** The lists to which items are added or from which they are removed. */
  readonly lists: ListEdits;
  /** The task or ticket, if it was read right before. */
  readonly seen?: Row | undefined;
}

/** The outcome of a change. */
export interface ChangeResult {
  readonly did: 'changed' | 'unchanged' | 'not sent';
  /** The values of the changed fields before. Those that could not be read are left out. */
  readonly from: Row;
  /** Their values now: as the server has shown them, or else as sent. */
  readonly to: Row;
}
