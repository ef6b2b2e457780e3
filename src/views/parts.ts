import { rowIn, rowsWithin } from '../contract/row.js';
import type { Cell, JsonObject, ListView } from '../output/view.js';
import { attachmentName, dimmed, shortId, sizeCell, toned } from './cells/columns.js';
import { personName } from './cells/people.js';
import { timeOf, whenCell } from './cells/times.js';
import { objectOf, ownText, ownValue } from './read-row.js';

/** The items of a checklist as rows, with a number counted from 1 and the state as a word. */
export function toChecklistRows(items: readonly JsonObject[]): readonly JsonObject[] {
  return items.map((item, index) => ({
    ...item,
    number: index + 1,
    state: ownValue(item, 'done') === true ? 'done' : 'open',
  }));
}

/** The columns of a checklist, for rows from toChecklistRows. The reference of an item is its number. */
export const checklistView: ListView = {
  noun: 'items',
  columns: [
    { key: 'ref', head: 'No', value: (row) => ownText(row, 'number'), human: toned('dim', 'number'), right: true },
    { key: 'state', head: 'State', value: (row) => ownValue(row, 'state'), human: stateCell },
    { key: 'text', head: 'Text', value: (row) => ownValue(row, 'text'), grow: true },
    { key: 'id', head: 'Id', value: (row) => ownValue(row, 'id'), human: dimmed('id', (id) => id.slice(0, 8)) },
  ],
  fields: ['number', 'id', 'text', 'done'],
};

function stateCell(row: JsonObject): Cell {
  const state = ownText(row, 'state') ?? '';
  return { text: state, tone: state === 'done' ? 'good' : 'plain' };
}

/** The columns of the meeting notes of a task; `ref` is the id of the note. */
export const meetingList: ListView = {
  noun: 'meetings',
  columns: [
    { key: 'ref', head: 'Id', value: (row) => ownText(row, 'id'), human: (row) => shortId(ownText(row, 'id')) },
    { key: 'title', head: 'Title', value: (row) => ownValue(row, 'title'), grow: true },
    {
      key: 'date',
      head: 'Date',
      value: (row) => ownValue(row, 'meetingDate'),
      human: (row, { now }) => whenCell(ownText(row, 'meetingDate'), now),
    },
  ],
  fields: ['id', 'title', 'meetingDate'],
};

/**
 * The files of a task or ticket: its own, then those of messages, each once, none deleted. Throws `failed` for a field that is no
 * list of objects.
 */
export function attachmentRows(envelope: JsonObject): readonly JsonObject[] {
  const entities = [objectOf(envelope, 'task'), rowIn(envelope, 'ticket')];
  const said = [...entities.flatMap((entity) => rowsWithin(entity, 'comments')), ...rowsWithin(envelope, 'messages')];
  const all = [
    ...rowsWithin(envelope, 'attachments'),
    ...[...entities, ...said].flatMap((each) => [...rowsWithin(each, 'files'), ...rowsWithin(each, 'attachments')]),
  ];
  const present = all.filter((file) => ownText(file, 'id') !== undefined && !ownText(file, 'deletedAt'));
  return [...new Map(present.map((file) => [ownText(file, 'id'), file])).values()];
}

/** The columns of `attachments list`; `ref` is the id, which always works for downloading. */
export const attachmentList: ListView = {
  noun: 'attachments',
  columns: [
    { key: 'ref', head: 'Id', value: (row) => ownText(row, 'id'), human: (row) => shortId(ownText(row, 'id')) },
    { key: 'name', head: 'Name', value: attachmentName, grow: true },
    { key: 'size', head: 'Size', value: (row) => ownValue(row, 'sizeBytes'), human: sizeCell, right: true },
    { key: 'type', head: 'Type', value: (row) => ownText(row, 'mimeType') },
    { key: 'created', head: 'Added', value: (row) => ownText(row, 'createdAt'), human: timeOf('createdAt') },
    { key: 'by', head: 'By', value: (row, { people }) => personName(people, ownText(row, 'uploadedBy')) },
    { key: 'on', value: (row) => ownText(row, 'entityType') },
  ],
  fields: `id entityType entityId orgId projectId uploadedBy storageKey filename mimeType sizeBytes width height
    hasThumbnail createdAt deletedAt`.split(/\s+/),
};
