import type { JsonObject, ListView, Setting } from '../output/view.js';
import { personName } from './cells/people.js';
import { listOf, ownValue, textOf } from './read-row.js';

/**
 * What changed in a task or ticket, a row for each field and each new message. Scripts rely on these columns and their order.
 * Of a list, `from` is what was removed and `to` what was added.
 */
export const changeList: ListView = {
  noun: 'changes',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => ownValue(row, 'ref') },
    { key: 'time', head: 'Time', value: (row) => ownValue(row, 'time') },
    { key: 'change', head: 'Change', value: (row) => ownValue(row, 'change') },
    { key: 'from', head: 'From', value: (row, setting) => ownValue(row, 'from') ?? names(row, 'removed', setting) },
    { key: 'to', head: 'To', value: (row, setting) => ownValue(row, 'to') ?? names(row, 'added', setting) },
    { key: 'author', head: 'Author', value: (row) => ownValue(row, 'author') },
    { key: 'text', head: 'Text', value: (row) => ownValue(row, 'text') },
  ],
  fields: ['added', 'removed', 'checked', 'unchecked', 'people'],
};

/** The items of a list; people by name. */
function names(row: JsonObject, key: string, { people }: Setting): readonly unknown[] {
  const items = listOf(row, key);
  if (textOf(row, 'change') !== 'assignees') return items;
  return items.map((id) => (typeof id === 'string' ? personName(people, id) : id));
}
