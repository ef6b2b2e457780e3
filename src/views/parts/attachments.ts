import { rowsWithin } from '../../contract/row.js';
import type { JsonObject, ListView } from '../../output/view.js';
import { sizeText } from '../cells/amounts.js';
import { personName } from '../cells/people.js';
import { shortId } from '../cells/short-id.js';
import { timeCell } from '../cells/times.js';
import { objectOf, ownValue, textOf } from '../read-row.js';

/**
 * The files of a task or ticket from its detail: its own first, then those of comments and messages, without duplicates and
 * deleted files. Throws `failed` naming a field that is not a list of objects.
 */
export function attachmentRows(envelope: JsonObject): readonly JsonObject[] {
  const entities = [objectOf(envelope, 'task'), objectOf(envelope, 'ticket')];
  const said = [...entities.flatMap((entity) => rowsWithin(entity, 'comments')), ...rowsWithin(envelope, 'messages')];
  const all = [
    ...rowsWithin(envelope, 'attachments'),
    ...[...entities, ...said].flatMap((each) => [...rowsWithin(each, 'files'), ...rowsWithin(each, 'attachments')]),
  ];
  const present = all.filter((file) => textOf(file, 'id') !== undefined && !textOf(file, 'deletedAt'));
  return [...new Map(present.map((file) => [textOf(file, 'id'), file])).values()];
}

/** The name of a file as uploaded. */
export function attachmentName(file: JsonObject): string {
  return textOf(file, 'filename', 'name', 'id') ?? '';
}

/** The columns of `attachments list`; `ref` is the id, which always works for downloading. */
export const attachmentList: ListView = {
  noun: 'attachments',
  columns: [
    { key: 'ref', head: 'Id', value: (row) => textOf(row, 'id'), human: (row) => shortId(textOf(row, 'id')) },
    { key: 'name', head: 'Name', value: attachmentName, grow: true },
    {
      key: 'size',
      head: 'Size',
      value: (row) => ownValue(row, 'sizeBytes'),
      human: (row) => sizeOf(row),
      right: true,
    },
    { key: 'type', head: 'Type', value: (row) => textOf(row, 'mimeType') },
    {
      key: 'created',
      head: 'Added',
      value: (row) => textOf(row, 'createdAt'),
      human: (row, { now }) => timeCell(textOf(row, 'createdAt'), now),
    },
    { key: 'by', head: 'By', value: (row, { people }) => personName(people, textOf(row, 'uploadedBy')) },
    { key: 'on', value: (row) => textOf(row, 'entityType') },
  ],
  fields: [
    'id',
    'entityType',
    'entityId',
    'orgId',
    'projectId',
    'uploadedBy',
    'storageKey',
    'filename',
    'mimeType',
    'sizeBytes',
    'width',
    'height',
    'hasThumbnail',
    'createdAt',
    'deletedAt',
  ],
};

function sizeOf(row: JsonObject): string {
  const bytes = ownValue(row, 'sizeBytes');
  return typeof bytes === 'number' && bytes >= 0 ? sizeText(bytes) : '';
}
