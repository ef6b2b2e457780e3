import type { ListView } from '../../output/view.js';
import { ownValue, textOf } from '../read-row.js';

/** The columns of `alias list`; `ref` is the name. */
export const aliasList: ListView = {
  noun: 'aliases',
  columns: [
    {
      key: 'ref',
      head: 'Name',
      value: (row) => ownValue(row, 'name'),
      human: (row) => ({ text: textOf(row, 'name') ?? '', tone: 'accent' }),
    },
    { key: 'expansion', head: 'Stands for', value: (row) => ownValue(row, 'expansion'), grow: true },
  ],
  fields: ['name', 'expansion'],
};
