import type { Cell, Detail, JsonObject, ListView, Setting } from '../output/view.js';
import { ownFields, shortId, unreadCell } from './cells/columns.js';
import { personName } from './cells/people.js';
import { timeFields, timeOf } from './cells/times.js';
import { ownText, ownValue } from './read-row.js';

/** The columns of the inbox. Scripts rely on the first six and their order; `ref` is the id of the notification. */
export const inboxList: ListView = {
  noun: 'notifications',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => ownText(row, 'id'), human: (row) => shortId(ownText(row, 'id')) },
    { key: 'unread', head: 'New', value: isUnread, human: (row) => unreadCell(isUnread(row)) },
    { key: 'time', head: 'Time', value: (row) => ownValue(row, 'createdAt'), human: timeOf('createdAt') },
    { key: 'actor', head: 'From', value: (row, { people }) => personName(people, ownText(row, 'actorId')) },
    {
      key: 'kind',
      head: 'Kind',
      value: (row) => ownValue(row, 'kind'),
      human: (row) => ({ text: kindText(ownText(row, 'kind')), tone: 'dim' }),
    },
    {
      key: 'title',
      head: 'Title',
      value: (row) => ownValue(row, 'title'),
      human: (row): Cell => ({ text: ownText(row, 'title') ?? '', tone: isUnread(row) ? 'strong' : 'plain' }),
      grow: true,
    },
    { key: 'body', value: (row) => ownValue(row, 'body') },
    { key: 'entity', value: (row) => ownText(row, 'entityType') },
    { key: 'entityId', value: (row) => ownText(row, 'entityId') },
    { key: 'url', value: (row) => ownText(row, 'url') },
  ],
  fields: ['id', 'kind', 'title', 'body', 'url', 'actorId', 'entityType', 'entityId', 'readAt', 'createdAt'],
};

/** A notification that is about nothing with a view of its own. */
export function notificationDetail(row: JsonObject, { people, now }: Setting): Detail {
  const body = ownText(row, 'body');
  const own = ownFields(row);
  return {
    ref: ownText(row, 'id') ?? '',
    title: ownText(row, 'title') ?? '',
    fields: [
      own('kind', 'Kind', kindText),
      { key: 'actor', label: 'From', value: personName(people, ownText(row, 'actorId')) },
      timeFields(row, now)('time', 'Time', 'createdAt'),
      own('url', 'Page'),
    ],
    ...(body !== undefined && { body: { key: 'body', plain: body } }),
    blocks: [],
    timeline: [],
  };
}

/** A notification is unread until it has a read time. */
function isUnread(row: JsonObject): boolean {
  return ownText(row, 'readAt') === undefined;
}

/** `ticketStatusChanged` becomes `ticket status changed`. */
function kindText(kind: string | undefined): string {
  return (kind ?? '').replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
}
