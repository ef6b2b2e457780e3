import type { ListView } from '../../output/view.js';
import { shortId } from '../cells/short-id.js';
import { whenCell } from '../cells/times.js';
import { ownValue, textOf } from '../read-row.js';

/** The columns of the meeting notes of a task; `ref` is the id of the note. */
export const meetingList: ListView = {
  noun: 'meetings',
  columns: [
    { key: 'ref', head: 'Id', value: (row) => textOf(row, 'id'), human: (row) => shortId(textOf(row, 'id')) },
    { key: 'title', head: 'Title', value: (row) => ownValue(row, 'title'), grow: true },
    {
      key: 'date',
      head: 'Date',
      value: (row) => ownValue(row, 'meetingDate'),
      human: (row, { now }) => whenCell(textOf(row, 'meetingDate'), now),
    },
  ],
  fields: ['id', 'title', 'meetingDate'],
};
