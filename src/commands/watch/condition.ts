import { parseDay } from '../../args/day.js';
import { splitNames } from '../../args/flag.js';
import type { Client } from '../../client/client.js';
import { usageError } from '../../contract/errors.js';
import { textsOf } from '../../contract/row.js';
import { isWordField, tagKey, wordKey } from '../../contract/server-word.js';
import { dataText } from '../../output/data/json.js';
import { detailValues } from '../../output/detail/values.js';
import type { TimelineEntry } from '../../output/view.js';
import { resolvePeople } from '../../references/people.js';
import { sideOfCaller } from '../conversations/author-sides.js';
import type { Snapshot } from './snapshot.js';

/** What `--until` asks of a field: `status=done,closed`, or `!=` for anything else. */
export interface FieldCondition {
  readonly field: string;
  readonly values: readonly string[];
  readonly isNot: boolean;
}

/** What it can wait for besides: a public message by the other side, or any message, comment or note. */
const events = ['reply', 'message'] as const;

export type Condition = FieldCondition | { readonly event: (typeof events)[number] };

/** What is waited for of a proposal. */
export const decided = 'decided';

/** Conditions that help and completion name. */
export const usualConditions: readonly string[] = [...events, 'assigned=@me', 'status=done', decided];

/** Reads a condition. Throws a usage error for a text that is neither an event nor a field, `=` and a value. */
export function parseCondition(text: string): Condition {
  const event = events.find((each) => each === text.trim().toLowerCase());
  if (event !== undefined) return { event };
  if (text.trim().toLowerCase() === decided)
    throw usageError(`--until ${decided} is for proposals`, 'give the number of one: --draft 17');
  const [, field = '', sign, values = ''] = /^\s*([\w.-]+)\s*(!?=)(.*)$/s.exec(text) ?? [];
  // Tags and titles may contain one, but the words of a server do not.
  if (isWordField(field) && values.includes('='))
    throw usageError(`--until: ${JSON.stringify(text)} has more than one =`, 'for several conditions, repeat --until');
  if (field !== '' && values.trim() !== '')
    return { field, values: splitNames(values, '--until'), isNot: sign === '!=' };
  throw usageError(
    `--until: ${JSON.stringify(text)} is not a condition`,
    "conditions look like status=done, 'status!=open', assigned=@me,none, reply or message",
  );
}

const peopleFields: readonly string[] = ['assigned', 'assignees', 'assignee', 'assigneeIds'];
const dayFields: readonly string[] = ['due', 'planned', 'plannedFor', 'start', 'startDate', 'end', 'endDate'];

/** Whether an entity is as a condition asks. */
export type Check = (snapshot: Snapshot) => boolean;

/** Prepares a condition. Throws a usage error for what this entity cannot have, and what resolvePeople throws. */
export async function prepareCheck(client: Client, condition: Condition, at: Snapshot): Promise<Check> {
  return 'event' in condition ? checkEvent(condition.event, at) : await checkField(client, condition, at);
}

/** Whether something has been written since the beginning. */
function checkEvent(event: (typeof events)[number], { kind, data, entries: before }: Snapshot): Check {
  if (event === 'reply' && kind === 'task')
    throw usageError('--until reply works only for tickets', 'for a comment: --until message');
  const own = sideOfCaller(data.envelope) ?? 'team';
  // An answer by somebody unknown is not missed.
  const isMeant = ({ kind, side }: TimelineEntry): boolean =>
    event === 'reply' ? kind === 'reply' && side !== own : ['reply', 'note', 'comment'].includes(kind);
  return ({ entries }) => [...entries].some(([key, entry]) => !before.has(key) && isMeant(entry));
}

async function checkField(client: Client, { field, values, isNot }: FieldCondition, snapshot: Snapshot) {
  const { people, now } = snapshot.data.setting;
  const isNumber = typeof valueIn(field, snapshot) === 'number';
  const key = isWordField(field) ? wordKey : tagKey;
  const wordOf = (value: unknown): string => key(dataText(value));
  const wanted = new Set(await Promise.all(values.map(meant)));
  return (each: Snapshot): boolean => isNot !== wordsIn(valueIn(field, each), wordOf).some((word) => wanted.has(word));

  async function meant(value: string): Promise<string> {
    if (value.toLowerCase() === 'none') return 'none';
    if (dayFields.includes(field)) return wordOf(parseDay(value, '--until', now));
    if (isNumber && Number.isNaN(Number(value)))
      throw usageError(`--until: ${JSON.stringify(value)} is not a number, and ${field} is one`);
    if (!peopleFields.includes(field)) return wordOf(value);
    const ids = new Set(textsOf(snapshot.values.assigneeIds));
    const [id = value] = await resolvePeople([value], { client, people, ids });
    return wordOf(id);
  }
}

/** The value of a field, as `--fields` names it; people are ids. Throws a usage error for an unknown field. */
function valueIn(field: string, { data, values }: Snapshot): unknown {
  if (peopleFields.includes(field)) return values.assigneeIds;
  const [pair] = detailValues({ fields: [field], format: {}, flag: '--until' }, data);
  const value = pair?.[1];
  return dayFields.includes(field) && typeof value === 'string' ? value.slice(0, 'YYYY-MM-DD'.length) : value;
}

/** The words of a value; `none` if it is empty. */
function wordsIn(value: unknown, wordOf: (item: unknown) => string): readonly string[] {
  const items = Array.isArray(value) ? value : [value];
  const words = items.filter((item) => item !== null && item !== undefined && item !== '').map(wordOf);
  return words.length === 0 ? ['none'] : words;
}
