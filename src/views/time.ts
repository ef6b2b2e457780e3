import { dayNumber, localDay, shortDay, weekdayOf } from '../output/time.js';
import type { Cell, Column, JsonObject, ListView, Setting } from '../output/view.js';
import { minutesText } from './cells/columns.js';
import { personName } from './cells/people.js';
import { ownColumn, ownText } from './read-row.js';

const minutesColumn: Column = {
  key: 'minutes',
  head: 'Time',
  ...ownColumn('minutes'),
  human: (row) => minutesText(minutesOf(row)),
  right: true,
  keep: true,
};

const entriesColumn: Column = { key: 'entries', head: 'Entries', ...ownColumn('entries'), right: true };

const personColumn: Column = {
  key: 'person',
  head: 'Who',
  value: (row, { people }) => personName(people, ownText(row, 'user')),
  reads: ['user'],
  namesPeople: true,
  human: personCell,
  keep: true,
};

const dateColumn: Column = { key: 'date', head: 'Day', ...ownColumn('date'), human: dayCell, keep: true };

const taskColumn: Column = {
  key: 'ref',
  head: 'Ref',
  ...ownColumn('ref'),
  human: (row) => ({ text: ownText(row, 'ref') ?? '', tone: 'accent' }),
};

const titleColumn: Column = { key: 'title', ...ownColumn('title') };

/** Logged time: a row for each entry, with the reference, uuid and title of its task. Scripts rely on the order of columns. */
export const timeList: ListView = {
  noun: 'time entries',
  columns: [
    taskColumn,
    dateColumn,
    personColumn,
    minutesColumn,
    { key: 'note', head: 'Note', ...ownColumn('note'), grow: true },
    titleColumn,
  ],
  fields: ['user', 'createdAt'],
};

/** Logged time by person; `ref` is the id of the person. */
export const timeByPerson: ListView = {
  noun: 'people',
  columns: [
    { key: 'ref', head: 'Id', ...ownColumn('ref'), isInTable: false },
    personColumn,
    minutesColumn,
    entriesColumn,
  ],
  fields: ['user'],
};

export const timeByTask: ListView = {
  noun: 'tasks',
  columns: [taskColumn, { ...titleColumn, head: 'Title', grow: true }, minutesColumn, entriesColumn],
  fields: [],
};

/** Logged time by the day for which it was logged, which is `ref` too. */
export const timeByDay: ListView = {
  noun: 'days',
  columns: [
    { key: 'ref', head: 'Id', ...ownColumn('ref'), isInTable: false },
    dateColumn,
    minutesColumn,
    entriesColumn,
  ],
  fields: [],
};

/** The minutes of a row, which a server may send as a text (docs/api.md, Time log entry). */
export function minutesOf(row: JsonObject): number {
  const minutes = Number(ownText(row, 'minutes') ?? 0);
  return Number.isFinite(minutes) ? minutes : 0;
}

function personCell(row: JsonObject, { people, recall }: Setting): string {
  const id = ownText(row, 'user');
  const name = personName(people, id);
  return id !== undefined && name === id ? (recall?.(id) ?? id) : name;
}

/** `Fri 20 Nov`. */
function dayCell(row: JsonObject, { now }: Setting): Cell {
  const day = (ownText(row, 'date') ?? '').slice(0, 'YYYY-MM-DD'.length);
  const number = dayNumber(day);
  return { text: number === undefined ? day : `${weekdayOf(number)} ${shortDay(day, localDay(now))}` };
}
