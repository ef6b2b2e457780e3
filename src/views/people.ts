import type { ListView } from '../output/view.js';
import { toned } from './cells/columns.js';
import { ownText, ownValue } from './read-row.js';

/** The columns of `people list`; `ref` is the name, or the id where several have that name. */
export const peopleList: ListView = {
  noun: 'people',
  columns: [
    { key: 'ref', head: 'Name', value: (row) => ownValue(row, 'ref'), grow: true },
    {
      key: 'side',
      head: 'Side',
      value: (row) => ownValue(row, 'side'),
      human: (row) => ({
        text: ownText(row, 'side') ?? '',
        tone: ownText(row, 'side') === 'team' ? 'plain' : 'accent',
      }),
    },
    { key: 'org', head: 'Org', value: (row) => ownValue(row, 'org'), human: toned('dim', 'org') },
    { key: 'id', value: (row) => ownValue(row, 'id') },
  ],
  fields: ['name', 'color'],
};
