import { messagesOf } from '../../contract/messages.js';
import { uuidOf } from '../../contract/row.js';
import { shownWord } from '../../contract/server-word.js';
import type { Detail, DetailField, DetailLines, JsonObject, Setting, TimelineEntry } from '../../output/view.js';
import { personName, withPeopleOf } from '../cells/people.js';
import { fullTimeCell } from '../cells/times.js';
import { statusCell } from '../cells/tones.js';
import { byTime, fileNames } from '../detail/timeline.js';
import { objectOf, ownValue, textOf } from '../read-row.js';
import { systemText } from '../tickets/system-text.js';
import { threadList } from './list.js';

/** The fields of a thread and its envelope (docs/api.md, Chat thread and Endpoints). */
export const threadFields: readonly string[] = [...threadList(new Map()).fields, ...['orgId', 'thread', 'authors']];

/** The lines of this view in a pipe. */
export const threadLines: DetailLines = {
  keys: 'ref title status org createdByName created updated messageCount uuid'.split(' '),
  rest: 'rows message|system<TAB>time<TAB>author<TAB>text',
};

/** Additional data for a thread: its row in the list, the people in that list, and its organisation. */
export interface AroundThread {
  readonly row: JsonObject | undefined;
  readonly people: unknown;
  readonly org: JsonObject | undefined;
}

/**
 * Lays out a thread from the envelope of `GET /chat/threads/:id` and what is `around` it. In a pipe: `ref`, `title`, the fields
 * in the order below, then `message` and `system` rows.
 */
export function threadDetail(envelope: JsonObject, given: Setting, around?: AroundThread): Detail {
  const thread = { ...around?.row, ...objectOf(envelope, 'thread') };
  const setting = withPeopleOf(envelope, withPeopleOf({ users: around?.people }, given));
  const messages = messagesOf(envelope, 'thread');
  return {
    ref: uuidOf(thread),
    title: textOf(thread, 'title') ?? '(no title)',
    fields: [...stateFields(thread, setting, around?.org), ...historyFields(thread, setting, messages)],
    blocks: [],
    timeline: byTime(messages.map((message) => entryOf(message, setting))),
  };
}

function stateFields(thread: JsonObject, { people }: Setting, org: JsonObject = {}): readonly DetailField[] {
  const orgId = textOf(thread, 'orgId');
  return [
    { key: 'title', label: '', value: ownValue(thread, 'title') ?? '' },
    { key: 'status', label: 'Status', value: ownValue(thread, 'status'), human: statusCell(textOf(thread, 'status')) },
    {
      key: 'org',
      label: 'Organisation',
      value: textOf(org, 'slug', 'name') ?? orgId,
      human: textOf(org, 'name', 'slug') ?? orgId ?? '',
    },
    { key: 'createdByName', label: 'Created by', value: personName(people, textOf(thread, 'createdBy')) },
  ];
}

function historyFields(thread: JsonObject, { now }: Setting, messages: readonly JsonObject[]): readonly DetailField[] {
  const said = messages.filter((message) => textOf(message, 'kind') !== 'system');
  const last = messages.at(-1);
  const created = textOf(thread, 'createdAt');
  const updated = (last && textOf(last, 'createdAt')) ?? textOf(thread, 'updatedAt');
  return [
    { key: 'created', label: 'Created', value: created, human: fullTimeCell(created, now) },
    { key: 'updated', label: 'Updated', value: updated, human: fullTimeCell(updated, now) },
    { key: 'messageCount', label: 'Messages', value: said.length },
    { key: 'uuid', label: 'Id', value: uuidOf(thread) },
  ];
}

function entryOf(message: JsonObject, { people }: Setting): TimelineEntry {
  const isSystem = textOf(message, 'kind') === 'system';
  return {
    kind: isSystem ? 'system' : 'message',
    time: textOf(message, 'createdAt') ?? '',
    author: personName(people, textOf(message, 'authorId')),
    text: isSystem ? systemText(message, people) : (textOf(message, 'body', 'text') ?? ''),
    ...(isSystem && { shown: systemText(message, people, shownWord) }),
    ...fileNames(message),
  };
}
