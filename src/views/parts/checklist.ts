import type { Cell, JsonObject, ListView } from '../../output/view.js';
import { ownValue, textOf } from '../read-row.js';

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
    {
      key: 'ref',
      head: 'No',
      value: (row) => textOf(row, 'number'),
      human: (row) => ({ text: textOf(row, 'number') ?? '', tone: 'dim' }),
      right: true,
    },
    { key: 'state', head: 'State', value: (row) => ownValue(row, 'state'), human: stateCell },
    { key: 'text', head: 'Text', value: (row) => ownValue(row, 'text'), grow: true },
    {
      key: 'id',
      head: 'Id',
      value: (row) => ownValue(row, 'id'),
      human: (row) => ({ text: textOf(row, 'id')?.slice(0, 8) ?? '', tone: 'dim' }),
    },
  ],
  fields: ['number', 'id', 'text', 'done'],
};

function stateCell(row: JsonObject): Cell {
  const state = textOf(row, 'state') ?? '';
  return { text: state, tone: state === 'done' ? 'good' : 'plain' };
}
