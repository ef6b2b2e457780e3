import type { Context } from '../../args/context.js';
import { assigneeFlag, names, text } from '../../args/flag.js';
import { dayFlag, durationFlag } from '../../args/more-flags.js';
import { pipedText, ref, serverWord } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import { usageError } from '../../contract/errors.js';
import { rowsWithin, uuidOf } from '../../contract/row.js';
import { findEntity } from '../../references/find-entity.js';
import { findMentioned } from '../../references/find-named.js';
import { resolveAssignees } from '../../references/people.js';
import { type Reference, readAnyReferences } from '../../references/read.js';
import { type FindPeople, flagsOf, type PeopleScope, type WorkFields, type WorkKind, wordField } from './work-kind.js';

const fields = {
  title: { flag: text('-t, --title', 'the title', pipedText('line', 'title')), label: 'Title', isRequired: true },
  status: { ...wordField('task-status', 'Status', ['-s, --status', 'the status']), ifReplaced: 'error' },
  priority: { ...wordField('task-priority', 'Priority', ['-p, --priority', 'the priority']), ifReplaced: 'error' },
  type: { ...wordField('task-type', 'Type', ['--type', 'the type']), ifReplaced: 'error' },
  due: { flag: dayFlag('--due', 'the day it is due'), label: 'Due', ifReplaced: 'error' },
  estimate: { flag: durationFlag('--estimate', 'how long it will take'), label: 'Estimate', ifReplaced: 'error' },
  planned: { flag: dayFlag('--planned', 'the day you plan to do it'), label: 'Planned', name: 'plannedFor' },
} satisfies WorkFields;

export const task: WorkKind = {
  kind: 'task',
  fields,
  tag: 'task-tag',
  form: 'title status priority type due planned estimate tag assignee dependsOn body'.split(' '),
  // Planning a task only requires read access (docs/api.md, Task detail).
  free: ['planned'],
  looksUpEach: false,
  findPeople: findTeam,
};

/** The flags for what can be set when creating and editing a task. */
export const taskFlags = {
  ...flagsOf(fields),
  tag: names('--tag', 'the tags, or none', serverWord('task-tag')),
  assignee: assigneeFlag('the people assigned: @me, a name or part of one, an id, or none'),
  dependsOn: names('--depends-on', 'the tasks it depends on, or none', ref('tasks')),
};

/** Finds people to assign to a task: in `GET /me`, in lists, and among those of the task `beside` or else of any task. */
export function findTeam(client: Client, { beside }: PeopleScope = {}): FindPeople {
  let reading: Promise<unknown> | undefined;
  const read = async (): Promise<unknown> => {
    await client.call('GET /me');
    // Reading is enough, because the people in a response are remembered.
    if (beside !== undefined) return await (await findEntity(client, 'task', beside)).detail();
    const [first] = rowsWithin(await client.call('GET /tasks', { query: { scope: 'all' } }), 'tasks');
    return first && (await client.call('GET /tasks/:id', { id: uuidOf(first) }));
  };
  return async (names) => await resolveAssignees(client, names, () => (reading ??= read()));
}

/** The uuids of the tasks given to a flag, which may include `@branch` and `-`, as its draft has them (`named`). */
export async function findTasks(
  context: Context,
  wanted: readonly string[],
  named: (reference: Reference) => Reference,
): Promise<readonly string[]> {
  if (wanted.length === 0) return [];
  const found: string[] = [];
  const refs = await readAnyReferences(context, wanted);
  if (refs.length === 0) throw usageError('no references on standard input');
  for (const each of refs) found.push((await findMentioned(context, 'task', named(each))).uuid);
  return [...new Set(found)];
}
