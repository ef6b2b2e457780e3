import { refOf, rowIn, uuidOf } from '../contract/row.js';
import type { Cell, Detail, DetailLines, JsonObject, ListView, Setting } from '../output/view.js';
import { ownFields, projectName, shortId, toned } from './cells/columns.js';
import { fullWhenCell, timeFields, updatedColumn } from './cells/times.js';
import { htmlBody } from './detail.js';
import { ownText, ownValue } from './read-row.js';

export const noteLines: DetailLines = {
  keys: 'ref title kind meeting pinned project task updated icon uuid'.split(' '),
  rest: 'bodyHtml, as the server sent it',
};

/** The columns of notes. Scripts rely on these five and their order; `ref` is the id of the note. */
export const noteList: ListView = {
  noun: 'notes',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => uuidOf(row), human: (row) => shortId(uuidOf(row)) },
    { key: 'group', head: 'Group', value: (row) => ownValue(row, 'group'), human: toned('dim', 'group') },
    { key: 'title', head: 'Title', value: (row) => ownValue(row, 'title'), human: titleCell, grow: true },
    {
      key: 'date',
      head: 'Date',
      value: (row) => ownValue(row, 'meetingDate'),
      human: (row) => (ownText(row, 'meetingDate') ?? '').slice(0, 10),
    },
    updatedColumn,
    { key: 'kind', value: (row) => ownValue(row, 'kind') },
    { key: 'pinned', value: (row) => ownValue(row, 'pinned') },
    { key: 'parent', value: (row) => ownText(row, 'parentId') },
    { key: 'icon', value: (row) => ownValue(row, 'icon') },
  ],
  fields: `id uuid kind title icon pinned parentId sortOrder updatedAt meetingDate bodyHtml projectId
    taskId`.split(/\s+/),
};

/** The fields of a note and its envelope (docs/api.md, Note). */
export const noteFields: readonly string[] = [...noteList.fields, 'note'];

/** Lays out a note from the response to `GET /notes/:id`, wrapped in an envelope or not. */
export function noteDetail(envelope: JsonObject, setting: Setting): Detail {
  const note = rowIn(envelope, 'note');
  const { now } = setting;
  const own = ownFields(note);
  const meeting = ownText(note, 'meetingDate');
  const project = ownText(note, 'projectId');
  return {
    ref: refOf(note),
    title: ownText(note, 'title') ?? '',
    fields: [
      own('kind', 'Kind'),
      { key: 'meeting', label: 'Meeting', value: meeting, human: fullWhenCell(meeting, now) },
      own('pinned', 'Pinned', () => (ownValue(note, 'pinned') === true ? 'yes' : '')),
      { key: 'project', label: 'Project', value: project, human: shortId(projectName({ project }, setting)) },
      { key: 'task', label: 'Task', value: ownText(note, 'taskId'), human: shortId(ownText(note, 'taskId')) },
      timeFields(note, now)('updated', 'Updated', 'updatedAt', 'updated'),
      own('icon', ''),
      { key: 'uuid', label: '', value: uuidOf(note) },
    ],
    ...htmlBody(note),
  };
}

function titleCell(row: JsonObject): Cell {
  const title = ownText(row, 'title') ?? 'Untitled';
  return ownValue(row, 'pinned') === true ? { text: `${title} (pinned)`, tone: 'strong' } : { text: title };
}
