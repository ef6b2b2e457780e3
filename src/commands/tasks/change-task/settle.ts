import type { GivenList } from '../../../args/list-edit.js';
import type { Client } from '../../../client/client.js';
import type { Context } from '../../../context.js';
import type { ListEdit } from '../../../lists/entity-lists.js';
import type { Entity } from '../../../references/find-entity.js';
import type { Done } from '../../bulk/exit-code.js';
import { reportChange } from '../../work/report-changes.js';
import { spelled } from '../../work/words.js';
import { settleWords } from '../task-fields.js';
import { findAssignees, findTasks } from '../task-people.js';
import { changeTask, type TaskChange } from './change.js';
import type { GivenLists } from './flags.js';
import { warnOpenDependencies } from './open-dependencies.js';

/** A change as requested by the flags. */
export interface ChangeWanted {
  readonly fields: TaskChange['fields'];
  readonly lists: GivenLists;
  /** A task whose assignable people are searched for names. */
  readonly beside?: string | undefined;
}

/** Resolves people and tasks, and spells words as the server does. Throws `not_found` or `ambiguous`. */
export async function settleChange(context: Context, client: Client, wanted: ChangeWanted): Promise<TaskChange> {
  const { lists, beside } = wanted;
  const { description, ...plain } = wanted.fields;
  const settled = settleWords(client, plain);
  const [assigneeIds, tags, dependsOnIds] = [
    await settleList(lists.assignees, async (names) => await findAssignees(client, names, beside)),
    await settleList(lists.tags, async (names) => names.map((tag) => spelled(client, 'task-tag', tag))),
    await settleList(lists.dependencies, async (names) => await findTasks(context, names)),
  ];
  return {
    fields: {
      ...settled,
      ...(description !== undefined && { description }),
      ...(assigneeIds.replace && { assigneeIds: assigneeIds.replace }),
      ...(tags.replace && { tags: tags.replace }),
      ...(dependsOnIds.replace && { dependsOnIds: dependsOnIds.replace }),
    },
    lists: {
      ...(assigneeIds.edit && { assigneeIds: assigneeIds.edit }),
      ...(tags.edit && { tags: tags.edit }),
      ...(dependsOnIds.edit && { dependsOnIds: dependsOnIds.edit }),
    },
  };
}

interface SettledList {
  readonly replace?: readonly string[];
  readonly edit?: ListEdit;
}

async function settleList(
  given: GivenList,
  settle: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<SettledList> {
  if (given === undefined) return {};
  if ('replace' in given) return { replace: await settle(given.replace) };
  return { edit: { add: await settle(given.add), remove: await settle(given.remove) } };
}

/** Changes one task, with any warnings, and says what was done. Throws what changeTask throws. */
export async function applyChange(
  context: Context,
  client: Client,
  { found, change }: { readonly found: Entity<'task'>; readonly change: TaskChange },
): Promise<Done> {
  await warnOpenDependencies(context, found, change.fields.status);
  const result = await changeTask(client, found, change);
  return await reportChange(context, client, { found, change: { ...change, fields: { ...change.fields } }, result });
}
