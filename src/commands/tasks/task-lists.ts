import { changeNames } from '../../client/change-names.js';
import type { Client } from '../../client/client.js';
import type { ListChange } from '../../client/merge-list.js';
import { isRow, type Row, rowAt, textOf } from '../../contract/row.js';
import type { TaskPatch } from '../../contract/task.js';
import { listRules, namesIn } from '../writing/list-rules.js';
import { personId, requiredList, storedList, storedTags } from '../writing/stored-list.js';

/** The lists of a task that PATCH replaces as a whole, by their names there. */
export const listNames = ['assigneeIds', 'tags', 'dependsOnIds'] as const;

export type ListName = (typeof listNames)[number];

/** What is added to a list and removed from it. */
export interface ListWish {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export type ListWishes = Readonly<Partial<Record<ListName, ListWish>>>;

/**
 * The lists of a task as they are stored, all in one list of names such as `tags:hot`, so that they are merged together.
 * Only the wished ones are looked at. Throws `failed`, naming the field, where one of them cannot be read.
 */
export async function readTaskLists(client: Client, uuid: string, wishes: ListWishes): Promise<readonly string[]> {
  const task = rowAt(await client.call('GET /tasks/:id', { id: uuid }), 'task');
  return wished(wishes).flatMap((list) => readers[list](task).map((name) => `${list}:${name}`));
}

/** Assignees and dependencies are absent where there are none (docs/api.md, How to read this page); tags never are. */
const readers: Readonly<Record<ListName, (task: Row) => readonly string[]>> = {
  assigneeIds: (task) => storedList(task, ['assignees', 'assigneeIds'], personId) ?? noneBeside(task),
  tags: storedTags,
  dependsOnIds: (task) => storedList(task, ['dependsOnIds', 'dependsOn'], linkedId) ?? [],
};

/** No list of assignees is nobody, unless the first of them is told beside it. */
function noneBeside(task: Row): readonly string[] {
  return task.assignee ? requiredList(task, ['assignees'], personId) : [];
}

/** A link's `id` is its reference, which PATCH does not take. */
function linkedId(entry: unknown): string | undefined {
  return (isRow(entry) ? textOf(entry.uuid) : textOf(entry)) || undefined;
}

/** The change that fulfils the wishes, for what readTaskLists gives. `client` knows names for messages. */
export function changeTaskLists(client: Client, wishes: ListWishes): ListChange<string> {
  const all = (key: keyof ListWish): readonly string[] =>
    wished(wishes).flatMap((list) => (wishes[list]?.[key] ?? []).map((name) => `${list}:${name}`));
  return changeNames(all('add'), all('remove'), listRules(client));
}

/** The lists as a body of PATCH takes them; those that are not wished for are left out. */
export function toListFields(names: readonly string[], wishes: ListWishes): Pick<TaskPatch, ListName> {
  const fields: Partial<Record<ListName, readonly string[]>> = {};
  for (const list of wished(wishes)) fields[list] = namesIn(list, names);
  return fields;
}

function wished(wishes: ListWishes): readonly ListName[] {
  return listNames.filter((list) => wishes[list] !== undefined);
}
