import { isWordField, shownWord } from '../contract/server-word.js';
import { dataText } from '../output/data/json.js';
import type { Column, JsonObject, ListView, Setting } from '../output/view.js';
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
    valueColumn('from', 'From', 'removed'),
    valueColumn('to', 'To', 'added'),
    { key: 'author', head: 'Author', value: (row) => ownValue(row, 'author') },
    { key: 'text', head: 'Text', value: (row) => ownValue(row, 'text') },
  ],
  fields: ['added', 'removed', 'checked', 'unchecked', 'people'],
};

function valueColumn(key: string, head: string, listed: string): Column {
  const value = (row: JsonObject, setting: Setting): unknown => ownValue(row, key) ?? names(row, listed, setting);
  const isWord = (row: JsonObject): boolean => isWordField(textOf(row, 'change') ?? '');
  const human = (row: JsonObject, setting: Setting): string =>
    isWord(row) ? shownWord(dataText(value(row, setting))) : dataText(value(row, setting));
  return { key, head, value, human };
}

/** The items of a list; people by name. */
function names(row: JsonObject, key: string, { people }: Setting): readonly unknown[] {
  const items = listOf(row, key);
  if (textOf(row, 'change') !== 'assignees') return items;
  return items.map((id) => (typeof id === 'string' ? personName(people, id) : id));
}
