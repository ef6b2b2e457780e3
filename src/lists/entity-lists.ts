import type { Client } from '../client/client.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import { changeNames } from './change-names.js';
import type { ListChange } from './merge.js';
import { listRules, namesIn } from './names.js';
import { personId, requiredList, storedList, storedTags } from './stored-list.js';

/** The lists of tasks and tickets that PATCH replaces as a whole, by field; tickets have no dependencies. */
export const listNames = ['assigneeIds', 'tags', 'dependsOnIds'] as const;

export type ListName = (typeof listNames)[number];

/** The entities that have such lists. */
export type ListedKind = 'task' | 'ticket';

/** The content of lists, as stored or requested; other lists are left out. */
export type Lists = Readonly<Partial<Record<ListName, readonly string[]>>>;

/** What is added to a list and removed from it. */
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
  return toNames(Object.fromEntries(wanted.map((list) => [list, readers[kind][list](entity)])));
}

type Reader = (entity: Row) => readonly string[];

const dependsOnIds: Reader = (entity) => storedList(entity, ['dependsOnIds', 'dependsOn'], linkedId) ?? [];

/** Only a task's assignees and dependencies may be absent if there are none (docs/api.md, How to read this page). */
const readers: Readonly<Record<ListedKind, Readonly<Record<ListName, Reader>>>> = {
  task: {
    assigneeIds: (task) => storedList(task, ['assignees', 'assigneeIds'], personId) ?? noneBeside(task),
    tags: storedTags,
    dependsOnIds,
  },
  ticket: {
    assigneeIds: (ticket) => requiredList(ticket, ['assignees', 'assigneeIds'], personId),
    tags: storedTags,
    dependsOnIds,
  },
};

/** Without a list of assignees there are none, unless a single `assignee` shows otherwise. */
function noneBeside(task: Row): readonly string[] {
  return task.assignee ? requiredList(task, ['assignees'], personId) : [];
}

/** The uuid of a linked task; its `id` is a reference, which PATCH does not take. */
function linkedId(entry: unknown): string | undefined {
  return (isRow(entry) ? textOf(entry.uuid) : textOf(entry)) || undefined;
}

/** The change that these edits make to the names from storedNames. `client` supplies people's names for messages. */
export function changeLists(client: Client, edits: ListEdits): ListChange<string> {
  const all = (key: keyof ListEdit): readonly string[] =>
    toNames(Object.fromEntries(namesOfLists(edits).map((list) => [list, edits[list]?.[key] ?? []])));
  return changeNames(all('add'), all('remove'), listRules(client));
}
