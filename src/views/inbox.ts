import type { Cell, JsonObject, ListView } from '../output/view.js';
import { personName } from './cells/people.js';
import { shortId } from './cells/short-id.js';
import { timeCell } from './cells/times.js';
import { ownValue, textOf } from './read-row.js';

/** The columns of the inbox. Scripts rely on the first six and their order; `ref` is the id of the notification. */
export const inboxList: ListView = {
  noun: 'notifications',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => textOf(row, 'id'), human: (row) => shortId(textOf(row, 'id')) },
    { key: 'unread', head: 'New', value: isUnread, human: (row) => unreadCell(isUnread(row)) },
    {
      key: 'time',
      head: 'Time',
      value: (row) => ownValue(row, 'createdAt'),
      human: (row, { now }) => timeCell(textOf(row, 'createdAt'), now),
    },
    { key: 'actor', head: 'From', value: (row, { people }) => personName(people, textOf(row, 'actorId')) },
    { key: 'kind', head: 'Kind', value: (row) => ownValue(row, 'kind'), human: (row) => kindCell(textOf(row, 'kind')) },
    {
      key: 'title',
      head: 'Title',
      value: (row) => ownValue(row, 'title'),
      human: (row): Cell => ({ text: textOf(row, 'title') ?? '', tone: isUnread(row) ? 'strong' : 'plain' }),
      grow: true,
    },
    { key: 'body', value: (row) => ownValue(row, 'body') },
    { key: 'entity', value: (row) => textOf(row, 'entityType') },
    { key: 'entityId', value: (row) => textOf(row, 'entityId') },
    { key: 'url', value: (row) => textOf(row, 'url') },
  ],
  fields: ['id', 'kind', 'title', 'body', 'url', 'actorId', 'entityType', 'entityId', 'readAt', 'createdAt'],
};

/** A notification is unread until it has a read time. */
function isUnread(row: JsonObject): boolean {
  return textOf(row, 'readAt') === undefined;
}

function unreadCell(unread: boolean): Cell {
  return unread ? { text: '●', tone: 'busy', word: 'new' } : { text: '' };
}

/** `ticketStatusChanged` becomes `ticket status changed`. */
function kindCell(kind: string | undefined): Cell {
  const words = (kind ?? '').replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return { text: words, tone: 'dim' };
}
