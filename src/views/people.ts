import type { ListView } from '../output/view.js';
import { fieldColumn, toned } from './cells/columns.js';
import { ownText, ownValue } from './read-row.js';

/** The columns of `people list`; `ref` is the name, or the id where several have that name. */
export const peopleList: ListView = {
  noun: 'people',
  columns: [
    { key: 'ref', head: 'Name', value: (row) => ownValue(row, 'ref'), grow: true },
    fieldColumn('side', 'Side', {
      human: (row) => toned(ownText(row, 'side') === 'team' ? 'plain' : 'accent', 'side')(row),
    }),
    { key: 'org', head: 'Org', value: (row) => ownValue(row, 'org'), human: toned('dim', 'org') },
    { key: 'id', value: (row) => ownValue(row, 'id') },
  ],
  fields: ['name', 'color'],
};
