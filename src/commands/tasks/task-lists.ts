import type { Client } from '../../client/client.js';
import { changeNames, type ListChange } from '../../client/merge-list.js';
import { isRow, type Row, rowAt, rowsOf, textOf, textsOf, uuidOf } from '../../contract/row.js';
import type { TaskPatch } from '../../contract/task.js';
import { TrackerError } from '../../errors.js';
import { listRules, namesIn } from '../writing/list-rules.js';

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
 * Only the wished ones are looked at. Throws `failed` where the answer does not tell one of them.
 */
export async function readTaskLists(client: Client, uuid: string, wishes: ListWishes): Promise<readonly string[]> {
  const task = rowAt(await client.call('GET /tasks/:id', { id: uuid }), 'task');
  return wished(wishes).flatMap((list) => readers[list](task).map((name) => `${list}:${name}`));
}

/** Assignees and dependencies are absent where there are none (docs/api.md, How to read this page); tags never are. */
const readers: Readonly<Record<ListName, (task: Row) => readonly string[]>> = {
  assigneeIds: (task) => idsOf(task.assignees ?? task.assigneeIds),
  tags(task) {
    const tags = task.tags ?? task.labels;
    if (Array.isArray(tags)) return textsOf(tags);
    throw new TrackerError('failed', "the server's answer does not tell the tags; --tag replaces them all");
  },
  dependsOnIds: (task) =>
    Array.isArray(task.dependsOnIds) ? textsOf(task.dependsOnIds) : rowsOf(task.dependsOn).map(uuidOf),
};

function idsOf(people: unknown): readonly string[] {
  if (!Array.isArray(people)) return [];
  return people.flatMap((each: unknown) => (isRow(each) ? uuidOf(each) : (textOf(each) ?? [])));
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
