import { byTime, messagesOf } from '../contract/messages.js';
import { rowIn, uuidOf } from '../contract/row.js';
import type { Cell, Column, Detail, DetailField, DetailLines, JsonObject, ListView, Setting } from '../output/view.js';
import {
  dimNames,
  fieldColumn,
  ownFields,
  sentColumn,
  shortId,
  statusCell,
  statusColumn,
  unreadCell,
} from './cells/columns.js';
import { createdByColumn, personName, withPeopleOf, writerOf } from './cells/people.js';
import { fullTimeCell, timeCell, timeFields } from './cells/times.js';
import { listOf, objectsOf, ownText, ownValue } from './read-row.js';
import { saidIn } from './tickets/detail.js';

/** Labels of tags by id, from an organisation's feed. */
export type TagLabels = ReadonlyMap<string, string>;

const messagesColumn: Column = { key: 'messageCount', head: 'Messages', value: countMessages, right: true };

/** The columns of chat threads; `ref` is the id (docs/api.md, Chat thread). Scripts rely on the first seven and their order. */
export function threadList(labels: TagLabels): ListView {
  return {
    noun: 'threads',
    columns: [
      { key: 'ref', head: 'Ref', value: uuidOf, human: (row) => shortId(uuidOf(row)) },
      { key: 'title', head: 'Title', value: (row) => ownValue(row, 'title'), human: titleCell, grow: true },
      statusColumn,
      fieldColumn('unread', 'New', { human: (row) => unreadCell(isUnread(row)) }),
      { key: 'tags', head: 'Tags', ...dimNames((row) => tagsOf(row, labels)) },
      {
        key: 'updated',
        head: 'Updated',
        value: lastActivity,
        human: (row, { now }) => timeCell(lastActivity(row), now),
      },
      messagesColumn,
      sentColumn('messages', messagesColumn),
      createdByColumn,
      sentColumn('createdBy', createdByColumn),
      { key: 'created', value: (row) => ownValue(row, 'createdAt') },
    ],
    fields: ['id', 'uuid', 'title', 'status', 'createdBy', 'createdAt', 'updatedAt', 'tagIds', 'messages'],
  };
}

function isUnread(row: JsonObject): boolean {
  return ownValue(row, 'unread') === true;
}

/** A thread without a title shows the start of its first message. */
function titleCell(row: JsonObject): Cell {
  const title = ownText(row, 'title');
  const tone = isUnread(row) ? 'strong' : 'plain';
  if (title !== undefined) return { text: title, tone };
  const [first] = objectsOf(row, 'messages');
  return { text: `(no title) ${(first && ownText(first, 'body')) ?? ''}`.trim(), tone: 'dim' };
}

function tagsOf(row: JsonObject, labels: TagLabels): readonly string[] {
  return listOf(row, 'tagIds', 'tags').flatMap((id) => (typeof id === 'string' ? (labels.get(id) ?? id) : []));
}

/** When the last message was written, or else when the thread last changed. */
function lastActivity(row: JsonObject): string | undefined {
  const last = objectsOf(row, 'messages').at(-1);
  return (last && ownText(last, 'createdAt')) ?? ownText(row, 'updatedAt', 'createdAt');
}

/** How many messages people wrote; undefined if the server does not send them. */
function countMessages(row: JsonObject): number | undefined {
  if (!Array.isArray(ownValue(row, 'messages'))) return undefined;
  return objectsOf(row, 'messages').filter((message) => ownText(message, 'kind') !== 'system').length;
}

/** The fields of a thread and its envelope (docs/api.md, Chat thread and Endpoints). */
export const threadFields: readonly string[] = [...threadList(new Map()).fields, ...['orgId', 'thread', 'authors']];

export const threadLines: DetailLines = {
  keys: 'ref title status org createdByName created updated messageCount uuid'.split(' '),
  rest: 'rows message|system<TAB>time<TAB>author<TAB>text',
};

/** Additional data for a thread: its row in the list, the people in that list, and its organisation. */
export interface AroundThread {
  readonly row: JsonObject | undefined;
  readonly people?: unknown;
  readonly org?: JsonObject | undefined;
}

/** Lays out a thread from the envelope of `GET /chat/threads/:id` and what is `around` it. */
export function threadDetail(envelope: JsonObject, given: Setting, around?: AroundThread): Detail {
  const thread = { ...around?.row, ...rowIn(envelope, 'thread') };
  const setting = withPeopleOf(envelope, withPeopleOf({ users: around?.people }, given));
  const messages = messagesOf(envelope, 'thread');
  return {
    ref: uuidOf(thread),
    title: ownText(thread, 'title') ?? '(no title)',
    by: writerOf(ownText(thread, 'createdBy'), setting),
    fields: [...stateFields(thread, setting, around?.org), ...historyFields(thread, setting, messages)],
    timeline: byTime(messages.map((message) => saidIn(message, setting, 'message'))),
  };
}

function stateFields(thread: JsonObject, { people }: Setting, org: JsonObject = {}): readonly DetailField[] {
  const orgId = ownText(thread, 'orgId');
  return [
    { key: 'title', label: '', value: ownValue(thread, 'title') ?? '' },
    ownFields(thread)('status', 'Status', statusCell),
    {
      key: 'org',
      label: 'Organisation',
      value: ownText(org, 'slug', 'name') ?? orgId,
      human: ownText(org, 'name', 'slug') ?? orgId ?? '',
    },
    { key: 'createdByName', label: 'Created by', value: personName(people, ownText(thread, 'createdBy')) },
  ];
}

function historyFields(thread: JsonObject, { now }: Setting, messages: readonly JsonObject[]): readonly DetailField[] {
  const updated = lastActivity({ updatedAt: thread.updatedAt, messages });
  return [
    timeFields(thread, now)('created', 'Created', 'createdAt'),
    { key: 'updated', label: 'Updated', value: updated, human: fullTimeCell(updated, now) },
    { key: 'messageCount', label: 'Messages', value: countMessages({ messages }) },
    { key: 'uuid', label: 'Id', value: uuidOf(thread) },
  ];
}
