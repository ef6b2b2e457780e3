import type { Client } from '../../client/client.js';
import { mergeIntoList } from '../../client/merge-list.js';
import { type Row, rowAt, textOf } from '../../contract/row.js';
import type { TaskPatch } from '../../contract/task.js';
import { TrackerError } from '../../errors.js';
import { namesIn } from '../writing/list-rules.js';
import { changeTaskLists, type ListWishes, readTaskLists, toListFields } from './task-lists.js';

/** What is to become of a task; everything in it is resolved. */
export interface TaskChange {
  /** Fields that are replaced, lists among them. */
  readonly fields: TaskPatch;
  /** Lists of which items are added and removed. */
  readonly lists: ListWishes;
  /** The description the new one was written from: another one on the server is a conflict. */
  readonly base?: string | undefined;
}

/** What became of a change. */
export interface ChangeResult {
  /** What a write was, in the words of the server's reply. */
  readonly did: 'changed' | 'unchanged' | 'not sent';
  /** The tags as they are stored now, where they were merged. */
  readonly tags?: readonly string[];
}

/**
 * Changes one task: plain fields in one PATCH; lists are read right before it, merged by item, and read again behind it
 * (docs/api.md, Task creation body). Throws `conflict` (exit 6) where the description is not the one it was written from.
 */
export async function changeTask(client: Client, uuid: string, change: TaskChange): Promise<ChangeResult> {
  const { lists, base } = change;
  if (base !== undefined) await requireDescription(client, uuid, base);
  let did: ChangeResult['did'] | undefined;
  let tags: readonly string[] | undefined;
  const write = async (fields: TaskPatch): Promise<boolean> => {
    const reply = await client.write('PATCH /tasks/:id', { id: uuid, body: fields });
    did = reply === undefined ? 'not sent' : reply.unchanged === true ? (did ?? 'unchanged') : 'changed';
    return reply !== undefined;
  };
  if (Object.keys(lists).length > 0) {
    const store = {
      alsoWrites: Object.keys(change.fields).length > 0,
      isUntouched: () => did === 'unchanged',
      read: async () => await readTaskLists(client, uuid, lists),
      // The plain fields go out with the first write of the lists.
      write: async (names: readonly string[]) =>
        await write({ ...(did === undefined && change.fields), ...toListFields(names, lists) }),
    };
    const stored = await mergeIntoList(store, changeTaskLists(client, lists));
    if (lists.tags) tags = namesIn('tags', stored);
  }
  if (did === undefined && Object.keys(change.fields).length > 0) await write(change.fields);
  return { did: did ?? 'unchanged', ...(tags && { tags }) };
}

async function requireDescription(client: Client, uuid: string, base: string): Promise<void> {
  if (descriptionIn(await client.call('GET /tasks/:id', { id: uuid })) === base) return;
  throw new TrackerError('conflict', 'somebody else changed the description while you wrote; it was not overwritten', {
    hint: 'look at theirs first: what you wrote replaces it when its draft is sent',
  });
}

/** The description as it is stored; empty where there is none. */
export function descriptionIn(detail: Row): string {
  return textOf(rowAt(detail, 'task').description) ?? '';
}
