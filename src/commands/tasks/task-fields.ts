import { type FlagValues, names, text } from '../../args/flag.js';
import { dayFlag, durationFlag, notBlank, word } from '../../args/more-flags.js';
import { kind, pipedText, ref, serverWord } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import type { TaskPatch } from '../../contract/task.js';
import { requireOneWord, spelled } from '../work/words.js';

/** The flags for fields that can be set when creating and editing a task. */
export const fieldFlags = {
  title: text('-t, --title', 'the title', pipedText('line', 'title')),
  status: word('-s, --status', 'the status', serverWord('task-status')),
  priority: word('-p, --priority', 'the priority', serverWord('task-priority')),
  type: word('--type', 'the type', serverWord('task-type')),
  due: dayFlag('--due', 'the day it is due'),
  estimate: durationFlag('--estimate', 'how long it will take'),
  planned: dayFlag('--planned', 'the day you plan to do it'),
  tag: names('--tag', 'the tags, or none', serverWord('task-tag')),
  assignee: names('-a, --assignee', 'the people assigned: @me, a name or part of one, an id, or none', kind('user')),
  dependsOn: names('--depends-on', 'the tasks it depends on, or none', ref('tasks')),
};

/** The values of the `fieldFlags` that stand for themselves; names have to be looked up. */
export type FieldsGiven = Partial<Omit<FlagValues<typeof fieldFlags>, 'tag' | 'assignee' | 'dependsOn'>>;

/** The fields of a body that need no request to resolve. */
export type PlainFields = Pick<TaskPatch, 'title' | 'status' | 'priority' | 'type' | 'due' | 'estimate' | 'plannedFor'>;

const words = [
  ['status', 'task-status'],
  ['priority', 'task-priority'],
  ['type', 'task-type'],
] as const;

/** The fields of a body, null for cleared ones. Throws a usage error for several values of one field, as far as they are known. */
export function fieldsOf(client: Client, given: FieldsGiven): PlainFields {
  const { title, status, priority, type, due, estimate, planned } = given;
  requireOneWord(
    client,
    words.map(([field, kind]) => ({ flag: `--${field}`, kind, word: given[field] })),
  );
  return {
    ...(title !== undefined && { title: notBlank(title, '--title') }),
    ...(status !== undefined && { status }),
    ...(priority !== undefined && { priority }),
    ...(type !== undefined && { type }),
    ...(due && { due: due.value }),
    ...(estimate && { estimate: estimate.value }),
    ...(planned && { plannedFor: planned.value }),
  };
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
