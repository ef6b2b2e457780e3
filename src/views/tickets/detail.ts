import { byTime, isInternalNote, messagesOf, type Sides } from '../../contract/messages.js';
import { isRow, refOf, rowIn, textsOf, uuidOf } from '../../contract/row.js';
import { isWordField, shownWord } from '../../contract/server-word.js';
import type { Detail, DetailField, DetailLines, JsonObject, Setting, TimelineEntry } from '../../output/view.js';
import { ownFields, priorityCell, statusCell } from '../cells/columns.js';
import {
  assigneeNames,
  type NamingSetting,
  personName,
  rememberedName,
  withPeopleOf,
  writerOf,
} from '../cells/people.js';
import { timeFields } from '../cells/times.js';
import { checklistBlock, fileNames, filesBlock, linksBlock } from '../detail.js';
import { listOf, objectOf, objectsOf, ownText, ownValue } from '../read-row.js';
import { orgName, ticketList } from './list.js';

/** The fields of a ticket and its envelope (docs/api.md, Ticket). */
export const ticketDetailFields: readonly string[] = [
  ...ticketList.fields,
  ...['ticket', 'attachments', 'messages', 'authors', 'assignableUsers', 'linkedTasks'],
  ...['canEdit', 'canComment', 'canInternalNote'],
];

export const ticketLines: DetailLines = {
  keys: 'ref subject status priority category org assigneeNames customer tags channel createdByName created updated lastMessage firstResponse resolved closed satisfaction uuid messageCount may'.split(
    ' ',
  ),
  rest: 'checklist, task and attachment rows, the description, and rows reply|note|system<TAB>time<TAB>author<TAB>text',
};

/** Lays out a ticket from the envelope of `GET /tickets/:id`. The sides of authors are shown only with `sides`, which people get. */
export function ticketDetail(envelope: JsonObject, given: Setting, sides?: Sides): Detail {
  const ticket = rowIn(envelope, 'ticket');
  const setting = withPeopleOf(envelope, given);
  const description = ownText(ticket, 'description');
  return {
    ref: refOf(ticket),
    title: ownText(ticket, 'subject', 'title') ?? '',
    by: writerOf(ownText(ticket, 'createdBy', 'customerId'), setting),
    fields: [...stateFields(ticket, setting), ...historyFields(ticket, setting, sides), mayField(envelope)],
    ...(description !== undefined && { body: { key: 'description', markdown: description } }),
    blocks: [
      ...checklistBlock(objectsOf(ticket, 'checklist')),
      ...linksBlock('Linked tasks', 'task', objectsOf(envelope, 'linkedTasks')),
      ...filesBlock(objectsOf(envelope, 'attachments')),
    ],
    isConversation: true,
    timeline: byTime(messagesOf(envelope, 'ticket').map((message) => entryOf(message, setting, sides))),
  };
}

function stateFields(ticket: JsonObject, setting: Setting): readonly DetailField[] {
  const own = ownFields(ticket);
  const names = assigneeNames(ticket, setting);
  const customer = ownText(ticket, 'customerId');
  const tags = listOf(ticket, 'tags');
  return [
    { key: 'subject', label: '', value: ownText(ticket, 'subject', 'title') ?? '' },
    own('status', 'Status', statusCell),
    own('priority', 'Priority', priorityCell),
    own('category', 'Category', (category = '') => shownWord(category)),
    {
      key: 'org',
      label: 'Organisation',
      value: ownText(ticket, 'orgSlug', 'orgName', 'orgId'),
      human: orgName(ticket, setting) ?? ownText(ticket, 'orgId') ?? '',
    },
    {
      key: 'assigneeNames',
      label: 'Assignees',
      value: names,
      human: names.map((name) => rememberedName(setting, name)).join(', ') || 'nobody',
    },
    {
      key: 'customer',
      label: 'Customer',
      value: personName(setting.people, customer),
      human: rememberedName(setting, customer),
    },
    { key: 'tags', label: 'Tags', value: tags, human: textsOf(tags).join(', ') },
  ];
}

function historyFields(ticket: JsonObject, setting: Setting, sides?: Sides): readonly DetailField[] {
  const time = timeFields(ticket, setting.now);
  const value = personName(setting.people, ownText(ticket, 'createdBy'));
  const creator = rememberedName(setting, value);
  const side = creator === '' ? undefined : sides?.get(ownText(ticket, 'createdBy') ?? '');
  return [
    { key: 'channel', label: 'Channel', value: ownValue(ticket, 'channel') },
    { key: 'createdByName', label: 'Created by', value, human: side ? `${creator} (${side})` : creator },
    time('created', 'Created', 'createdAt'),
    time('updated', 'Updated', 'updatedAt'),
    time('lastMessage', 'Last message', 'lastMessageAt'),
    time('firstResponse', 'First response', 'firstResponseAt'),
    time('resolved', 'Resolved', 'resolvedAt'),
    time('closed', 'Closed', 'closedAt'),
    { key: 'satisfaction', label: 'Satisfaction', value: ownValue(ticket, 'satisfactionScore') },
    { key: 'uuid', label: '', value: uuidOf(ticket) },
    { key: 'messageCount', label: '', value: ownValue(ticket, 'messageCount') },
  ];
}

/** What the user may do with it, if the server says so (docs/api.md, Ticket). */
function mayField(envelope: JsonObject): DetailField {
  const rights = { edit: 'canEdit', reply: 'canComment', note: 'canInternalNote' } as const;
  const may = Object.entries(rights).flatMap(([word, key]) => (ownValue(envelope, key) === true ? [word] : []));
  return { key: 'may', label: 'You can', value: may, human: may.join(', ') };
}

function entryOf(message: JsonObject, setting: Setting, sides?: Sides): TimelineEntry {
  const author = ownText(message, 'authorId', 'user');
  const side = author === undefined ? undefined : sides && (sides.get(author) ?? 'unknown');
  const isInternal = isInternalNote(message) === true;
  const isSystem = ownText(message, 'kind') === 'system';
  return {
    ...saidIn(message, setting, isInternal ? 'note' : 'reply'),
    id: ownText(message, 'id', 'authorId', 'user'),
    // Only the team writes internal notes.
    ...(side !== undefined && !isSystem && !isInternal && { side }),
    ...(isInternal && { mark: isSystem ? 'internal' : 'internal note' }),
  };
}

/** What a message of this kind, or a system entry, says. */
export function saidIn(message: JsonObject, setting: NamingSetting, kind: TimelineEntry['kind']): TimelineEntry {
  const author = ownText(message, 'authorId', 'user');
  const isSystem = ownText(message, 'kind') === 'system';
  return {
    kind: isSystem ? 'system' : kind,
    time: ownText(message, 'createdAt', 'date') ?? '',
    author: personName(setting.people, author),
    shownAuthor: rememberedName(setting, author),
    text: isSystem ? systemText(message, { people: setting.people }) : (ownText(message, 'body', 'text') ?? ''),
    ...(isSystem && { shown: systemText(message, setting, shownWord) }),
    ...fileNames(message),
    source: message,
  };
}

/** The text of a system entry, without its author: `changed the status from open to closed`; `word` is how words are shown. */
function systemText(message: JsonObject, setting: NamingSetting, word: (word: string) => string = String): string {
  const meta = objectOf(message, 'meta');
  const event = ownText(meta, 'event');
  const changed = /^(.+)_changed$/.exec(event ?? '')?.[1];
  if (changed !== undefined)
    return `changed the ${changed.replaceAll('_', ' ')}${fromTo(meta, isWordField(changed) ? word : String)}`;
  if (event === 'assigned') return assignedText(meta, setting);
  if (event === 'edited') return editedText(meta);
  if (event === 'ticket_created') {
    const words = [ownText(meta, 'displayId'), ownText(meta, 'subject')].filter((word) => word !== undefined);
    return ['created a ticket from this', ...words].join(' ');
  }
  return ownText(message, 'body', 'text') ?? (event ?? 'changed something').replaceAll('_', ' ');
}

function assignedText(meta: JsonObject, setting: NamingSetting): string {
  const names = (key: string): string =>
    listOf(meta, key)
      .map((id) => (typeof id === 'string' ? rememberedName(setting, id) : ''))
      .filter((name) => name !== '')
      .join(', ');
  const [added, removed] = [names('added'), names('removed')];
  const parts = [added === '' ? '' : `assigned ${added}`, removed === '' ? '' : `unassigned ${removed}`];
  return parts.filter((part) => part !== '').join(' and ') || 'changed the assignees';
}

function editedText(meta: JsonObject): string {
  const parts = ['subject', 'tags', 'description'].flatMap((key) => {
    const change = ownValue(meta, key);
    if (!isRow(change)) return [];
    return [key === 'tags' ? `the tags: ${tagChanges(change)}` : `the ${key}${fromTo(change)}`];
  });
  return parts.length === 0 ? 'edited this' : `changed ${parts.join(' and ')}`;
}

/** What was added and removed: `+auditor -draft`. */
function tagChanges(change: JsonObject): string {
  const [from, to] = [listOf(change, 'from'), listOf(change, 'to')];
  const added = to.filter((tag) => !from.includes(tag)).map((tag) => `+${String(tag)}`);
  const removed = from.filter((tag) => !to.includes(tag)).map((tag) => `-${String(tag)}`);
  return [...added, ...removed].join(' ');
}

function fromTo(change: JsonObject, shown: (word: string) => string = String): string {
  const [from, to] = [shown(wordOf(change, 'from')), shown(wordOf(change, 'to'))];
  return `${from === '' ? '' : ` from ${from}`}${to === '' ? '' : ` to ${to}`}`;
}

function wordOf(change: JsonObject, key: string): string {
  const listed = textsOf(listOf(change, key));
  return listed.length > 0 ? listed.join(', ') : (ownText(change, key) ?? '');
}
