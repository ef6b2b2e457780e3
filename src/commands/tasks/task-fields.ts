import { dayForms, parseDay } from '../../args/day.js';
import { parseDuration } from '../../args/duration.js';
import { type FlagValues, names, text } from '../../args/flag.js';
import { isNone } from '../../args/none.js';
import { kind, pipedText, ref, serverWord } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import type { TaskPatch } from '../../contract/task.js';
import { usageError } from '../../errors.js';
import { requireOneWord, spelled } from '../work/words.js';

/** The flags for fields that can be set when creating and editing a task. */
export const fieldFlags = {
  title: text('-t, --title', 'the title', pipedText('line', 'title')),
  status: text('-s, --status', 'the status', serverWord('task-status')),
  priority: text('-p, --priority', 'the priority', serverWord('task-priority')),
  type: text('--type', 'the type', serverWord('task-type')),
  due: text('--due', `the day it is due: ${dayForms}; or none`, kind('day')),
  estimate: text('--estimate', 'how long it will take: 90, 90m, 1h30m, 1:30, 1.5h, or none', kind('duration')),
  planned: text('--planned', `the day you plan to do it: ${dayForms}; or none`, kind('day')),
  tag: names('--tag', 'the tags, or none', serverWord('task-tag')),
  assignee: names('-a, --assignee', 'the people assigned: @me, a name or part of one, an id, or none', kind('user')),
  dependsOn: names('--depends-on', 'the tasks it depends on, or none', ref('tasks')),
};

/** The values of the `fieldFlags` that stand for themselves; names have to be looked up. */
export type FieldsGiven = Partial<Omit<FlagValues<typeof fieldFlags>, 'tag' | 'assignee' | 'dependsOn'>>;

/** The fields of a body that need no request to resolve. */
export type PlainFields = Pick<TaskPatch, 'title' | 'status' | 'priority' | 'type' | 'due' | 'estimate' | 'plannedFor'>;

/**
 * Parses the fields: days as YYYY-MM-DD, the estimate in whole minutes, null for cleared ones (docs/api.md, Task creation body).
 * Throws a usage error naming the flag.
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

function notBlank(flag: string, value: string): string {
  const trimmed = value.trim();
  if (trimmed !== '') return trimmed;
  throw usageError(`${flag} cannot be empty`);
}

const words = [
  ['status', 'task-status'],
  ['priority', 'task-priority'],
  ['type', 'task-type'],
] as const;

/** Parses the fields; with the values known on this server, also throws a usage error for several values of one field. */
export function readFieldsFor(client: Client, given: FieldsGiven, now: Date): PlainFields {
  const fields = readFields(given, now);
  requireOneWord(
    client,
    words.map(([field, kind]) => ({ flag: `--${field}`, kind, word: fields[field] })),
  );
  return fields;
}

/** The fields with known words spelled as this server does: `In-Progress` becomes `in_progress`. Others are sent unchanged. */
export function settleWords(client: Client, fields: PlainFields): PlainFields {
  const settled: Partial<Record<'status' | 'priority' | 'type', string>> = {};
  for (const [field, kind] of words) {
    const word = fields[field];
    if (word !== undefined) settled[field] = spelled(client, kind, word);
  }
  return { ...fields, ...settled };
}
