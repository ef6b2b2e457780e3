import { isRow, type Row } from '../contract/row.js';
import { isWordField, minutesText, shownWord } from '../contract/server-word.js';
import { dataText } from '../output/data/json.js';
import { localDay, momentWords, shortDay } from '../output/time.js';
import type { Column, JsonObject, ListView, Setting } from '../output/view.js';
import { personName } from './cells/people.js';
import { listOf, ownText, ownValue } from './read-row.js';

interface ChangesSetting {
  readonly now: Date;
  /** The name of a person or the reference of a task, for an item of a list. */
  readonly nameOf: (field: string, item: string) => string;
  readonly words: boolean;
}

const labels: Readonly<Record<string, string>> = {
  plannedFor: 'planned',
  dependsOnIds: 'dependencies',
};

/**
 * What a write changed, from the `changes` of its result, in one line: `status open → resolved, assignees + Zoë Baptiste`, or in
 * words `status from open to resolved, assigned Zoë Baptiste`. Empty if nothing changed.
 */
export function changesText(changes: Row, setting: ChangesSetting): string {
  return Object.entries(changes)
    .map(([field, change]) => fieldText(field, isRow(change) ? change : {}, setting))
    .join(', ');
}

function fieldText(field: string, change: Row, setting: ChangesSetting): string {
  if (field === 'snoozedUntil') {
    const until = ownText(change, 'to');
    return until ? `put off until ${momentWords(new Date(until), setting.now)}` : 'no longer put off';
  }
  const text = changeText(field, change, setting);
  return field === 'assignees' && setting.words ? text : `${labels[field] ?? field} ${text}`;
}

function changeText(field: string, change: Row, setting: ChangesSetting): string {
  if (field === 'checklist') return checklistText(change, setting.words);
  if (!('added' in change)) {
    const [from, to] = [valueText(field, change.from, setting), valueText(field, change.to, setting)];
    return setting.words ? `from ${from} to ${to}` : `${from} → ${to}`;
  }
  const words = field === 'assignees' ? ['assigned', 'unassigned'] : ['added', 'removed'];
  const [plus = '', minus = ''] = setting.words ? words : ['+', '−'];
  const items = (key: string, sign: string): readonly string[] =>
    listOf(change, key).map((item) => `${sign} ${setting.nameOf(field, dataText(item))}`);
  return [...items('added', plus), ...items('removed', minus)].join(' ');
}

/** What was done to the items of a checklist: `added "Call back", checked 2`. A single item is named. */
export function checklistText(change: Row, isWhole = false): string {
  const said = ['added', 'checked', 'unchecked', 'removed'].flatMap((word) => {
    const [first, ...others] = listOf(change, word).map(dataText);
    return first === undefined ? [] : [`${word} ${others.length > 0 ? others.length + 1 : quoted(first, isWhole)}`];
  });
  return said.join(', ');
}

/** The longest text that is shown in whole (characters). */
const longest = 60;

function quoted(text: string, isWhole: boolean): string {
  return JSON.stringify(text.length > longest && !isWhole ? `${text.slice(0, longest - 1)}…` : text);
}

function valueText(field: string, value: unknown, { now, words }: ChangesSetting): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'number' && field === 'estimate') return minutesText(value);
  const text = dataText(value);
  if (isWordField(field)) return shownWord(text);
  if (field === 'due' || field === 'plannedFor') return shortDay(text.slice(0, 'YYYY-MM-DD'.length), localDay(now));
  if (field === 'title') return quoted(text, words);
  if (field !== 'description') return text;
  return text.length > longest || text.includes('\n') ? `${text.length} characters` : quoted(text, words);
}

/** What changed in a task or ticket; of a list, `from` was removed and `to` added. Scripts rely on these columns and their order. */
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
  const isWord = (row: JsonObject): boolean => isWordField(ownText(row, 'change') ?? '');
  const human = (row: JsonObject, setting: Setting): string =>
    isWord(row) ? shownWord(dataText(value(row, setting))) : dataText(value(row, setting));
  return { key, head, value, human };
}

/** The items of a list; people by name. */
function names(row: JsonObject, key: string, { people }: Setting): readonly unknown[] {
  const items = listOf(row, key);
  if (ownText(row, 'change') !== 'assignees') return items;
  return items.map((id) => (typeof id === 'string' ? personName(people, id) : id));
}
