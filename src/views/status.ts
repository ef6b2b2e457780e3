import { refOf, sortedBy } from '../contract/row.js';
import { isFinished } from '../contract/server-word.js';
import { identify } from '../output/columns/identity.js';
import type { ObjectData } from '../output/shown.js';
import { localDay } from '../output/time.js';
import type { Cell, DetailLines, HumanLine, JsonObject, ListView, Setting, Tone } from '../output/view.js';
import { priorityCell, statusCell } from './cells/columns.js';
import { ageCell, dueDay, timeCell } from './cells/times.js';
import { ownText } from './read-row.js';
import { taskList } from './tasks/list.js';
import { lastActivity, ticketList } from './tickets/list.js';

/** The blocks of `tracker status`. A block that failed is null and has an entry in `errors`. */
export interface StatusData {
  readonly me: JsonObject | null;
  readonly unread: number | bigint | null;
  /** How many notifications have come since the time that was asked for. */
  readonly new?: number | null;
  /** My tasks and my tickets as the server sent them. */
  readonly tasks: readonly JsonObject[] | null;
  readonly tickets: readonly JsonObject[] | null;
  /** Which of my tickets wait for an answer of the team, longest first, and how many may, but were not read; only for people. */
  readonly queue?:
    | {
        readonly waiting: readonly { readonly row: JsonObject; readonly since: string | undefined }[];
        readonly unread: number;
        /** Those that are put off. */
        readonly asleep: ReadonlySet<JsonObject>;
      }
    | undefined;
  readonly errors: Readonly<Record<string, string>>;
}

/** How many rows of a block are shown; the rest are counted. */
const shownRows = 5;

export const statusPipeLines: DetailLines = { keys: 'me unread tasks tickets errors'.split(' ') };

/** `tracker status` in every format. With `isSince` the rows are those that have changed, finished ones too. */
export function statusObject(data: StatusData, setting: Setting, isSince = false): ObjectData {
  const { me, unread, tasks, tickets, errors } = data;
  const countOf = (rows: readonly JsonObject[] | null) => rows && (isSince ? rows : openOf(rows)).length;
  const shape = (rows: readonly JsonObject[] | null, { sideOf }: Pick<ListView, 'sideOf'>) =>
    rows?.map((row) => identify(row, setting.people, sideOf)) ?? null;
  return {
    object: {
      me,
      unread,
      ...(data.new !== undefined && { new: data.new }),
      tasks: shape(tasks, taskList),
      tickets: shape(tickets, ticketList),
      errors,
    },
    fields: [
      { key: 'me', label: 'Me', value: ownName(me) },
      { key: 'unread', label: 'Unread', value: unread },
      ...(data.new === undefined ? [] : [{ key: 'new', label: 'New', value: data.new }]),
      { key: 'tasks', label: 'Tasks', value: countOf(tasks) },
      { key: 'tickets', label: 'Tickets', value: countOf(tickets) },
      { key: 'errors', label: 'Errors', value: Object.keys(errors) },
    ],
    human: () => statusLines(data, setting, isSince),
  };
}

/** `tracker status` for people: the user, the inbox, open tasks by due date, and open tickets that wait before the others. */
function statusLines(data: StatusData, setting: Setting, isSince: boolean): readonly HumanLine[] {
  const { me, unread, tasks, tickets } = data;
  const lines: HumanLine[] = [];
  if (me !== null) lines.push({ text: ownName(me), tone: 'strong' }, '');
  const arrived = typeof data.new === 'number' ? [countCell(data.new, 'new', 'strong')] : [];
  const waiting = unread === null ? notLoaded : countCell(unread, 'unread', 'strong');
  lines.push(heading('Inbox', [...arrived, waiting]));
  if (tasks === null) lines.push(heading('Tasks', [notLoaded]));
  else lines.push(...(isSince ? changedLines('Tasks', tasks) : taskLines(openOf(tasks), setting)));
  if (tickets === null) lines.push(heading('Tickets', [notLoaded]));
  else lines.push(...(isSince ? changedLines('Tickets', tickets) : ticketLines(openOf(tickets), data.queue, setting)));
  return lines;
}

/** In place of a block that failed; the error of the command says why. */
const notLoaded: Cell = { text: 'could not be loaded', tone: 'bad' };

/**
 * `tracker status --short`, for a shell prompt: `3 unread, 12 tasks, 2 overdue, 4 tickets`. Zeros are left out, so the text is
 * empty if there is nothing to do. A count that could not be loaded is `?`.
 */
export function shortStatus({ unread, tasks, tickets }: Omit<StatusData, 'me' | 'errors'>, now: Date): string {
  const count = (rows: readonly JsonObject[] | null): number | null => rows && openOf(rows).length;
  const overdue = tasks === null ? 0 : openOf(tasks).filter((task) => isOverdue(task, now)).length;
  const [taskCount, ticketCount] = [count(tasks), count(tickets)];
  const parts = [
    [unread, 'unread'],
    [taskCount, taskCount === 1 ? 'task' : 'tasks'],
    [overdue, 'overdue'],
    [ticketCount, ticketCount === 1 ? 'ticket' : 'tickets'],
  ] as const;
  return parts
    .filter(([number]) => number !== 0)
    .map(([number, word]) => `${number ?? '?'} ${word}`)
    .join(', ');
}

function taskLines(tasks: readonly JsonObject[], { now, flags }: Setting): readonly HumanLine[] {
  const overdue = tasks.filter((task) => isOverdue(task, now)).length;
  const today = tasks.filter((task) => ownText(task, 'due')?.startsWith(localDay(now))).length;
  const counts = [countCell(tasks.length, 'open')];
  if (overdue > 0) counts.push(countCell(overdue, 'overdue', 'bad'));
  if (today > 0) counts.push(countCell(today, 'due today', 'warn'));
  const first = sortedBy(tasks, (task) => ownText(task, 'due') ?? '~').slice(0, shownRows);
  const rows = first.map((task): readonly Cell[] => [
    { text: refOf(task), tone: 'accent' },
    named('due', dueDay(ownText(task, 'due') ?? '', now)),
    { text: ownText(task, 'title') ?? '' },
  ]);
  return [heading('Tasks', counts), ...alignRows(rows), ...moreLine(tasks.length, 'tasks list', flags)];
}

/** What has changed, with its status now. */
function changedLines(title: string, rows: readonly JsonObject[]): readonly HumanLine[] {
  const cells = rows.map((row): readonly Cell[] => [
    { text: refOf(row), tone: 'accent' },
    named('status', statusCell(ownText(row, 'status'))),
    { text: ownText(row, 'title', 'subject') ?? '' },
  ]);
  return [heading(title, [countCell(rows.length, 'changed')]), ...alignRows(cells)];
}

function ticketLines(open: readonly JsonObject[], queue: StatusData['queue'], { now, flags = '' }: Setting) {
  const tickets = open.filter((each) => !queue?.asleep.has(each));
  const urgent = tickets.filter((ticket) => ownText(ticket, 'priority')?.toLowerCase() === 'urgent').length;
  const counts = [countCell(tickets.length, 'open')];
  if (urgent > 0) counts.push(countCell(urgent, 'urgent', 'bad'));
  const { waiting = [], unread = 0 } = queue ?? {};
  if (waiting.length + unread > 0) counts.push(countCell(waiting.length, 'waiting for an answer', 'warn'));
  if (unread > 0) counts.push(countCell(unread, 'not checked', 'dim'));
  const since = new Map(waiting.map(({ row, since }) => [row, since]));
  const first = [...since.keys(), ...tickets.filter((ticket) => !since.has(ticket))];
  const rows = first.slice(0, shownRows).map((ticket): readonly Cell[] => {
    const waits = ageCell(since.get(ticket), now).text;
    return [
      { text: refOf(ticket), tone: 'accent' },
      waits === '' ? named('last', timeCell(lastActivity(ticket), now)) : { text: `waiting ${waits}`, tone: 'warn' },
      named('priority', priorityCell(ownText(ticket, 'priority'))),
      { text: ownText(ticket, 'subject', 'title') ?? '' },
    ];
  });
  const asleep = open.length - tickets.length;
  const putOff: Cell = { text: `  ${asleep} put off: tracker ${flags}tickets list --snoozed`, tone: 'dim' };
  return [
    heading('Tickets', counts),
    ...alignRows(rows),
    ...moreLine(tickets.length, 'tickets list', flags),
    ...(asleep > 0 ? [putOff] : []),
  ];
}

function heading(title: string, counts: readonly Cell[]): HumanLine {
  const parts = counts.flatMap((count, index): readonly (Cell | string)[] => (index === 0 ? [count] : [', ', count]));
  return [{ text: title.padEnd(9), tone: 'strong' }, ...parts];
}

function countCell(count: number | bigint, word: string, tone: Tone = 'plain'): Cell {
  return { text: `${count} ${word}`, tone: count > 0 ? tone : 'dim' };
}

/** A cell of which only its column says what it is. */
function named(name: string, cell: Cell): Cell {
  return { ...cell, word: cell.text === '' ? '' : `${name}: ${cell.text}` };
}

/** Pads every cell but the last to its column, in UTF-16 units: references, days and priorities are plain ASCII. */
function alignRows(rows: readonly (readonly Cell[])[]): readonly HumanLine[] {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.text.length ?? 0));
  const padded = ({ text, word = text, ...cell }: Cell, at: number): Cell => ({
    ...cell,
    text: `${text.padEnd(widthOf(at))}  `,
    word: word === '' ? '' : `${word}; `,
  });
  return rows.map((row) => ['  ', ...row.slice(0, -1).map(padded), ...row.slice(-1)]);
}

function moreLine(count: number, command: string, flags = ''): readonly HumanLine[] {
  return count <= shownRows
    ? []
    : [{ text: `  and ${count - shownRows} more: tracker ${flags}${command}`, tone: 'dim' }];
}

function openOf(rows: readonly JsonObject[]): readonly JsonObject[] {
  return rows.filter((row) => !isFinished(ownText(row, 'status')));
}

function isOverdue(task: JsonObject, now: Date): boolean {
  return dueDay(ownText(task, 'due') ?? '', now).tone === 'bad';
}

function ownName(me: JsonObject | null): string {
  return me === null ? '' : (ownText(me, 'name', 'email', 'id') ?? '');
}
