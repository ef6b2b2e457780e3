import { minutesText } from '../contract/server-word.js';
import { dayNumber, localDay, shortDay, weekdayOf } from '../output/time.js';
import type { Cell, Column, JsonObject, ListView, Setting } from '../output/view.js';
import { toned } from './cells/columns.js';
import { personColumn, rememberedName } from './cells/people.js';
import { minutesOf, ownColumn, ownText } from './read-row.js';

const minutesColumn: Column = {
  key: 'minutes',
  head: 'Time',
  ...ownColumn('minutes'),
  human: (row) => minutesText(minutesOf(row)),
  right: true,
  keep: true,
};

const userColumn = personColumn('person', 'user', {
  head: 'Who',
  human: (row, setting) => rememberedName(setting, ownText(row, 'user')),
  keep: true,
});

const dateColumn: Column = { key: 'date', head: 'Day', ...ownColumn('date'), human: dayCell, keep: true };

const taskColumn: Column = { key: 'ref', head: 'Ref', ...ownColumn('ref'), human: toned('accent', 'ref') };

const titleColumn: Column = { key: 'title', ...ownColumn('title') };

/** Logged time: a row for each entry, with the reference, uuid and title of its task. Scripts rely on the order of columns. */
export const timeList: ListView = {
  noun: 'time entries',
  columns: [
    taskColumn,
    dateColumn,
    userColumn,
    minutesColumn,
    { key: 'note', head: 'Note', ...ownColumn('note'), grow: true },
    titleColumn,
  ],
  fields: ['user', 'createdAt'],
};

/** What logged time can be added up by, with the columns that say which group a row is. */
const groupColumns = {
  person: [userColumn],
  task: [
    { key: 'task', head: 'Task', ...ownColumn('task'), human: toned('accent', 'task') },
    { ...titleColumn, head: 'Title', grow: true },
  ],
  day: [dateColumn],
  week: [{ key: 'week', head: 'Week', ...ownColumn('week'), keep: true }],
} satisfies Readonly<Record<string, readonly Column[]>>;

export type TimeGroup = keyof typeof groupColumns;

export const timeGroups = ['person', 'task', 'day', 'week'] as const satisfies readonly TimeGroup[];

const groupNouns = { person: 'people', task: 'tasks', day: 'days', week: 'weeks' } as const;

/** Logged time by one or two of these; `ref` is the id of the person, the reference of the task, the day, the week, or two of them. */
export function timeBy(by: readonly TimeGroup[]): ListView {
  const [only, second] = by;
  const isTask = only === 'task' && second === undefined;
  return {
    noun: second === undefined ? groupNouns[only ?? 'day'] : 'groups',
    columns: [
      isTask ? taskColumn : { key: 'ref', head: 'Id', ...ownColumn('ref'), isInTable: false },
      ...by.flatMap((each) => (isTask ? groupColumns.task.slice(1) : groupColumns[each])),
      minutesColumn,
      { key: 'entries', head: 'Entries', ...ownColumn('entries'), right: true },
    ],
    fields: by.includes('person') ? ['user'] : [],
  };
}

function dayCell(row: JsonObject, { now }: Setting): Cell {
  const day = (ownText(row, 'date') ?? '').slice(0, 'YYYY-MM-DD'.length);
  const number = dayNumber(day);
  return { text: number === undefined ? day : `${weekdayOf(number)} ${shortDay(day, localDay(now))}` };
}
