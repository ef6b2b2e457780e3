import { refOf } from '../contract/row.js';
import type { Column } from '../output/view.js';
import { ownValue, textOf } from './read-row.js';
import { priorityCell, statusCell } from './tones.js';

/** Columns that tasks, tickets and projects have in common. */

export const refColumn: Column = {
  key: 'ref',
  head: 'Ref',
  value: (row) => refOf(row),
  human: (row) => ({ text: refOf(row), tone: 'accent' }),
};

export const statusColumn: Column = {
  key: 'status',
  head: 'Status',
  value: (row) => ownValue(row, 'status'),
  human: (row) => statusCell(textOf(row, 'status')),
};

export const priorityColumn: Column = {
  key: 'priority',
  head: 'Priority',
  value: (row) => ownValue(row, 'priority'),
  human: (row) => priorityCell(textOf(row, 'priority')),
};
