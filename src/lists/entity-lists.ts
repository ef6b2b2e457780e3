import type { Client } from '../client/client.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import { changeNames } from './change-names.js';
import type { ListChange } from './merge.js';
import { listRules, namesIn } from './names.js';
import { personId, requiredList, storedList, storedTags } from './stored-list.js';

/** The lists of tasks and tickets that PATCH replaces as a whole, by their names there; a ticket has no dependencies. */
const listNames = ['assigneeIds', 'tags', 'dependsOnIds'] as const;

export type ListName = (typeof listNames)[number];

/** The entities that have such lists. */
export type ListedKind = 'task' | 'ticket';

/** What lists hold, or are to hold; those nobody asked about are left out. */
export type Lists = Readonly<Partial<Record<ListName, readonly string[]>>>;

/** What is added to a list and removed from it. */
export interface ListEdit {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export type ListEdits = Readonly<Partial<Record<ListName, ListEdit>>>;

/** The names of the lists that are given, always in the same order. */
export function namesOfLists(lists: Lists | ListEdits): readonly ListName[] {
  return listNames.filter((list) => lists[list] !== undefined);
}

/** All lists as one list of names such as `tags:hot`, so that they are merged and compared together. */
export function toNames(lists: Lists): readonly string[] {
  return namesOfLists(lists).flatMap((list) => (lists[list] ?? []).map((item) => `${list}:${item}`));
}

/** The lists as a body of PATCH takes them; those that are not in `wanted` are left out. */
export function toLists(names: readonly string[], wanted: readonly ListName[]): Lists {
  return Object.fromEntries(wanted.map((list) => [list, namesIn(list, names)]));
}

/** These lists as an entity carries them, as names. Throws `failed`, naming the field, where one of them cannot be read. */
export function storedNames(kind: ListedKind, entity: Row, wanted: readonly ListName[]): readonly string[] {
  return toNames(Object.fromEntries(wanted.map((list) => [list, readers[kind][list](entity)])));
}

type Reader = (entity: Row) => readonly string[];

const dependsOnIds: Reader = (entity) => storedList(entity, ['dependsOnIds', 'dependsOn'], linkedId) ?? [];

/** Only a task's assignees and dependencies are absent where there are none (docs/api.md, How to read this page). */
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

/** No list of assignees means nobody, unless the first of them has a field of its own. */
function noneBeside(task: Row): readonly string[] {
  return task.assignee ? requiredList(task, ['assignees'], personId) : [];
}

/** A link's `id` is its reference, which PATCH does not take. */
function linkedId(entry: unknown): string | undefined {
  return (isRow(entry) ? textOf(entry.uuid) : textOf(entry)) || undefined;
}

/** The change that these edits make to what storedNames returns. `client` knows names for messages. */
export function changeLists(client: Client, edits: ListEdits): ListChange<string> {
  const all = (key: keyof ListEdit): readonly string[] =>
    toNames(Object.fromEntries(namesOfLists(edits).map((list) => [list, edits[list]?.[key] ?? []])));
  return changeNames(all('add'), all('remove'), listRules(client));
}
