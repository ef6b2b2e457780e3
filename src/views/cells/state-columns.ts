import { refKeys, refOf } from '../../contract/row.js';
import { dataText } from '../../output/data/json.js';
import type { Column } from '../../output/view.js';
import { ownColumn, textOf } from '../read-row.js';
import { priorityCell, statusCell } from './tones.js';

/** Columns that several lists share. */

export const refColumn: Column = {
  key: 'ref',
  head: 'Ref',
  value: refOf,
  reads: refKeys,
  human: (row) => ({ text: refOf(row), tone: 'accent' }),
};

export const statusColumn: Column = {
  key: 'status',
  head: 'Status',
  ...ownColumn('status'),
  human: (row) => statusCell(textOf(row, 'status')),
  keep: true,
};

export const priorityColumn: Column = {
  key: 'priority',
  head: 'Priority',
  ...ownColumn('priority'),
  human: (row) => priorityCell(textOf(row, 'priority')),
};

/**
 * The server's own field next to a column derived from it. As data it is what the server sent; on a terminal it looks like that
 * column.
 */
export function sentColumn(key: string, shown: Column): Column {
  const { value, human } = shown;
  return {
    key,
    ...ownColumn(key),
    human: (row, setting) => human?.(row, setting) ?? dataText(value(row, setting)),
  };
}
