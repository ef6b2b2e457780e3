import type { Cell, Detail, JsonObject, ListView, Setting } from '../output/view.js';
import { dimmed, ownFields, shortId, unreadCell } from './cells/columns.js';
import { personName } from './cells/people.js';
import { timeFields, timeOf } from './cells/times.js';
import { ownText, ownValue } from './read-row.js';

/** The columns of the inbox. Scripts rely on the first six and their order; `ref` is the id of the notification. */
export const inboxList: ListView = {
  noun: 'notifications',
  brief: ['ref', 'unread', 'time', 'actor', 'title'],
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => ownText(row, 'id'), human: (row) => shortId(ownText(row, 'id')) },
    { key: 'unread', head: 'New', value: isUnread, human: (row) => unreadCell(isUnread(row)) },
    { key: 'time', head: 'Time', value: (row) => ownValue(row, 'createdAt'), human: timeOf('createdAt') },
    { key: 'actor', head: 'From', value: (row, { people }) => personName(people, ownText(row, 'actorId')) },
    { key: 'kind', head: 'Kind', value: (row) => ownValue(row, 'kind'), human: dimmed('kind', kindText) },
    {
      key: 'title',
      head: 'Title',
      value: (row) => ownValue(row, 'title'),
      human: (row, { refOf }): Cell => ({ text: namedTitle(row, refOf), tone: isUnread(row) ? 'strong' : 'plain' }),
      grow: true,
    },
    { key: 'about', value: (row) => aboutRef(row) },
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
  };
}

/** Servers begin the title of a notification about a task or ticket with its reference. */
export const namedFirst: RegExp = /^([A-Z][A-Z0-9]{0,9}-\d{1,9})(?:\s+|$)/;

const inAddress = /[?&](?:task|ticket)=([A-Z][A-Z0-9]{0,9}-\d{1,9})(?![\w-])/i;

/** The reference of the task or ticket of a notification: in its title, in its address, or as `refOf` knows it by its uuid. */
export function aboutRef(row: JsonObject, refOf: Setting['refOf'] = () => undefined): string | undefined {
  if (!['task', 'ticket'].includes(ownText(row, 'entityType') ?? '')) return undefined;
  const address = ownText(row, 'url') ?? '';
  const [uuid = ownText(row, 'entityId')] = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i.exec(address) ?? [];
  const written = namedFirst.exec(ownText(row, 'title') ?? '') ?? inAddress.exec(address);
  return written?.[1]?.toUpperCase() ?? (uuid === undefined ? undefined : refOf(uuid));
}

function namedTitle(row: JsonObject, refOf: Setting['refOf']): string {
  const title = ownText(row, 'title') ?? '';
  const ref = namedFirst.test(title) ? undefined : aboutRef(row, refOf);
  return ref === undefined ? title : `${ref} ${title}`;
}

/** A notification is unread until it has a read time. */
function isUnread(row: JsonObject): boolean {
  return ownText(row, 'readAt') === undefined;
}

/** `ticketStatusChanged` becomes `ticket status changed`. */
function kindText(kind: string = ''): string {
  return kind.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
}
