import type { ListView } from '../../output/view.js';
import { timeCell } from '../cells/times.js';
import { ownValue, textOf } from '../read-row.js';

/** What can be undone. Scripts rely on the first four columns and their order. */
export const undoList: ListView = {
  noun: 'changes',
  columns: [
    { key: 'ref', head: 'Number', value: (row) => ownValue(row, 'number'), right: true },
    {
      key: 'at',
      head: 'When',
      value: (row) => ownValue(row, 'at'),
      human: (row, { now }) => timeCell(textOf(row, 'at'), now),
    },
    {
      key: 'command',
      head: 'Command',
      value: (row) => ownValue(row, 'command'),
      human: (row) => [textOf(row, 'command'), textOf(row, 'undoes')].filter(Boolean).join(' '),
    },
    { key: 'what', head: 'What', value: (row) => ownValue(row, 'what'), grow: true },
    { key: 'undoes', value: (row) => ownValue(row, 'undoes') },
    { key: 'canUndo', value: (row) => ownValue(row, 'canUndo') },
  ],
  fields: ['number', 'entities'],
};
