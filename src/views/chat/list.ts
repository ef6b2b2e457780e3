import { uuidOf } from '../../contract/row.js';
import type { Cell, Column, JsonObject, ListView } from '../../output/view.js';
import { createdByColumn } from '../cells/people-columns.js';
import { shortId } from '../cells/short-id.js';
import { sentColumn, statusColumn } from '../cells/state-columns.js';
import { timeCell } from '../cells/times.js';
import { listOf, objectsOf, ownValue, textOf } from '../read-row.js';

/** Labels of tags by id, from an organisation's feed. */
export type TagLabels = ReadonlyMap<string, string>;

const messagesColumn: Column = { key: 'messageCount', head: 'Messages', value: countMessages, right: true };

/**
 * The columns of chat threads; `ref` is the id, since a thread has no other reference (docs/api.md, Chat thread). Scripts rely
 * on the first seven columns and their order.
 */
export function threadList(labels: TagLabels): ListView {
  return {
    noun: 'threads',
    columns: [
      { key: 'ref', head: 'Ref', value: uuidOf, human: (row) => shortId(uuidOf(row)) },
      { key: 'title', head: 'Title', value: (row) => ownValue(row, 'title'), human: titleCell, grow: true },
      statusColumn,
      { key: 'unread', head: 'New', value: (row) => ownValue(row, 'unread'), human: unreadCell },
      {
        key: 'tags',
        head: 'Tags',
        value: (row) => tagsOf(row, labels),
        human: (row) => ({ text: tagsOf(row, labels).join(', '), tone: 'dim' }),
      },
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

/** A thread without a title shows the start of its first message. */
function titleCell(row: JsonObject): Cell {
  const title = textOf(row, 'title');
  const tone = ownValue(row, 'unread') === true ? 'strong' : 'plain';
  if (title !== undefined) return { text: title, tone };
  const [first] = objectsOf(row, 'messages');
  return { text: `(no title) ${(first && textOf(first, 'body')) ?? ''}`.trim(), tone: 'dim' };
}

function unreadCell(row: JsonObject): Cell {
  return ownValue(row, 'unread') === true ? { text: '●', tone: 'strong', word: 'new' } : { text: '' };
}

function tagsOf(row: JsonObject, labels: TagLabels): readonly string[] {
  return listOf(row, 'tagIds', 'tags').flatMap((id) => (typeof id === 'string' ? (labels.get(id) ?? id) : []));
}

/** When the last message was written, or else when the thread last changed. */
function lastActivity(row: JsonObject): string | undefined {
  const last = objectsOf(row, 'messages').at(-1);
  return (last && textOf(last, 'createdAt')) ?? textOf(row, 'updatedAt', 'createdAt');
}

/** How many messages people wrote; undefined if the server does not send them. */
function countMessages(row: JsonObject): number | undefined {
  if (!Array.isArray(ownValue(row, 'messages'))) return undefined;
  return objectsOf(row, 'messages').filter((message) => textOf(message, 'kind') !== 'system').length;
}
