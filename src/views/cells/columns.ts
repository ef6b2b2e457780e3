import { firstName, isUuid, refKeys, refOf, startOfId } from '../../contract/row.js';
import { shownWord, wordKey } from '../../contract/server-word.js';
import { dataText } from '../../output/data/json.js';
import type { Cell, Column, DetailField, JsonObject, Setting, Tone } from '../../output/view.js';
import { ownColumn, ownText, ownValue } from '../read-row.js';

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
  human: (row) => statusCell(ownText(row, 'status')),
  keep: true,
};

export const priorityColumn: Column = {
  key: 'priority',
  head: 'Priority',
  ...ownColumn('priority'),
  human: (row) => priorityCell(ownText(row, 'priority')),
};

/** A column of a field, as it was sent; `more` says how people see it. */
export function fieldColumn(key: string, head: string, more: Partial<Column>): Column {
  return { key, head, value: (row) => ownValue(row, key), ...more };
}

export function dimNames(value: (row: JsonObject) => readonly string[]): Pick<Column, 'value' | 'human'> {
  return { value, human: (row) => ({ text: value(row).join(', '), tone: 'dim' }) };
}

/** The server's own field next to a column derived from it: as data what the server sent, on a terminal the same as that column. */
export function sentColumn(key: string, shown: Column): Column {
  const { value, human } = shown;
  return { key, ...ownColumn(key), human: (row, setting) => human?.(row, setting) ?? dataText(value(row, setting)) };
}

/** The first of these fields with a text, in this tone. */
export function toned(tone: Tone, ...keys: readonly string[]): (row: JsonObject) => Cell {
  return (row) => ({ text: ownText(row, ...keys) ?? '', tone });
}

/** What matters less than other columns: the text of a field as `look` shows it. */
export function dimmed(key: string, look: (text: string) => string): (row: JsonObject) => Cell {
  return (row) => ({ text: look(ownText(row, key) ?? ''), tone: 'dim' });
}

export function statusCell(status: string | undefined): Cell {
  return { text: shownWord(status ?? ''), tone: statusTone(status ?? '') };
}

export function priorityCell(priority: string | undefined): Cell {
  const tones: Readonly<Record<string, Tone>> = { urgent: 'bad', high: 'warn', low: 'dim', none: 'dim' };
  const word = wordKey(priority ?? '');
  return { text: shownWord(priority ?? ''), tone: Object.hasOwn(tones, word) ? (tones[word] ?? 'plain') : 'plain' };
}

/** Fields of a task with a reference that can begin with the project's key. */
export const keyFields: readonly string[] = ['displayId', 'key', 'id'];

/**
 * The project key of a task as data. It depends only on the row, because output for scripts must not depend on what this
 * machine has seen. If the server sends a uuid, the key is taken from the task's reference.
 */
export function projectKey(row: JsonObject): string | undefined {
  const sent = ownText(row, 'project');
  if (sent === undefined || !isUuid(sent)) return sent ?? ownText(row, 'projectKey');
  return ownText(row, 'projectKey') ?? /^([a-z][a-z\d]*)-\d+$/i.exec(firstName(row, keyFields))?.[1] ?? sent;
}

/** The project key for people; a uuid is replaced by the key this machine remembers. */
export function projectName(row: JsonObject, { names }: Setting): string {
  const key = projectKey(row) ?? '';
  return names?.get(key) ?? key;
}

export function unreadCell(isUnread: boolean): Cell {
  return isUnread ? { text: '●', tone: 'strong', word: 'yes' } : { text: '', word: 'no' };
}

/** Makes a field of a row, under its own key, a field of its detail; `look` shows its text to people. */
export function ownFields(row: JsonObject) {
  return (key: string, label: string, look?: (text: string | undefined) => Cell | string): DetailField => ({
    key,
    label,
    value: ownValue(row, key),
    ...(look && { human: look(ownText(row, key)) }),
  });
}

/** A database id in a table, dimmed. */
export function shortId(id: string = ''): Cell {
  return { text: startOfId(id), tone: 'dim' };
}

export function attachmentName(file: JsonObject): string {
  return ownText(file, 'filename', 'name', 'id') ?? '';
}

/** The size of a file for people; empty if the server does not say it. */
export function sizeCell(file: JsonObject): string {
  const bytes = ownValue(file, 'sizeBytes');
  return typeof bytes === 'number' && bytes >= 0 ? sizeText(bytes) : '';
}

/** Bytes for people: `840 B`, `12 kB`, `1.4 MB`, with 1 kB = 1000 B. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = bytes / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)} ${units[unit]}`;
}

function statusTone(status: string): Tone {
  const word = wordKey(status);
  if (/^(?:done|resolved|closed|completed)$/.test(word)) return 'good';
  if (/^(?:inprogress|inreview|active)$/.test(word)) return 'busy';
  return /^(?:backlog|prospect|cancelled|archived)$/.test(word) ? 'dim' : 'plain';
}
