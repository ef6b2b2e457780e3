import { parseDay } from '../../args/day.js';
import { parseDuration } from '../../args/duration.js';
import { type FlagValues, names, text } from '../../args/flag.js';
import { isNone } from '../../args/none.js';
import { freeText, kind, ref, serverWord } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import type { TaskPatch } from '../../contract/task.js';
import { usageError } from '../../errors.js';
import { requireOneWord, spelled } from '../value-word.js';

/** The fields of a task that creating and editing it have in common. */
export const fieldFlags = {
  title: text('-t, --title', 'the title', freeText('title')),
  status: text('-s, --status', 'the status', serverWord('task-status')),
  priority: text('-p, --priority', 'the priority', serverWord('task-priority')),
  type: text('--type', 'the type', serverWord('task-type')),
  due: text('--due', 'the day it is due: 2026-11-20, today, tomorrow, +3d, fri; none for no day', kind('day')),
  estimate: text('--estimate', 'how long it will take: 90, 90m, 1h30m, 1.5h; none for no estimate', kind('duration')),
  planned: text('--planned', 'the day you plan to do it, in your own week; none for no day', kind('day')),
  tag: names('--tag', 'tags; none for no tag', serverWord('task-tag')),
  assignee: names('-a, --assignee', 'who does it: @me, a name or part of one, an id; none for nobody', kind('user')),
  dependsOn: names('--depends-on', 'tasks that have to be done before; none for no task', ref('tasks')),
};

/** The values of the `fieldFlags` that stand for themselves; names have to be looked up. */
export type FieldsGiven = Partial<Omit<FlagValues<typeof fieldFlags>, 'tag' | 'assignee' | 'dependsOn'>>;

/** The part of a body that needs no request to be known. */
export type PlainFields = Pick<TaskPatch, 'title' | 'status' | 'priority' | 'type' | 'due' | 'estimate' | 'plannedFor'>;

/**
 * Reads the given fields: days as YYYY-MM-DD, the estimate in whole minutes, null for what is cleared (docs/api.md, Task
 * creation body). Throws a usage error naming the flag.
 */
function readFields(given: FieldsGiven, now: Date): PlainFields {
  const day = (flag: string, value: string): string | null => (isNone(value) ? null : parseDay(value, flag, now));
  const { title, status, priority, type, due, estimate, planned } = given;
  return {
    ...(title !== undefined && { title: notBlank('--title', title) }),
    ...(status !== undefined && { status: notBlank('--status', status) }),
    ...(priority !== undefined && { priority: notBlank('--priority', priority) }),
    ...(type !== undefined && { type: notBlank('--type', type) }),
    ...(due !== undefined && { due: day('--due', due) }),
    ...(estimate !== undefined && {
      estimate: isNone(estimate) ? null : parseDuration(estimate, '--estimate'),
    }),
    ...(planned !== undefined && { plannedFor: day('--planned', planned) }),
  };
}

/** The names of a list; `none` alone is the empty list. Throws a usage error where it stands beside others. */
export function readList(flag: string, given: readonly string[]): readonly string[] {
  if (!given.some(isNone)) return given;
  if (given.every(isNone)) return [];
  throw usageError(`${flag}: none cannot stand beside others`);
}

function notBlank(flag: string, value: string): string {
  const trimmed = value.trim();
  if (trimmed !== '') return trimmed;
  throw usageError(`${flag} is empty`);
}

const words = [
  ['status', 'task-status'],
  ['priority', 'task-priority'],
  ['type', 'task-type'],
] as const;

/** The same with what this server is known to use: throws a usage error too for several values of one field. */
export function readFieldsFor(client: Client, given: FieldsGiven, now: Date): PlainFields {
  const fields = readFields(given, now);
  requireOneWord(
    client,
    words.map(([field, kind]) => ({ flag: `--${field}`, kind, word: fields[field] })),
  );
  return fields;
}

/** The fields with words written as this server writes them: `In-Progress` as `in_progress`. Any other is sent as it is. */
export function settleWords(client: Client, fields: PlainFields): PlainFields {
  const settled: Partial<Record<'status' | 'priority' | 'type', string>> = {};
  for (const [field, kind] of words) {
    const word = fields[field];
    if (word !== undefined) settled[field] = spelled(client, kind, word);
  }
  return { ...fields, ...settled };
}
