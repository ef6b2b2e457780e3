import type { Context } from '../../args/context.js';
import { applyFilters, type Filter } from '../../args/filter.js';
import { choice, names } from '../../args/flag.js';
import { parseSince, sinceFlag } from '../../args/since.js';
import { kind, oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { isRow, type Row, refOf, rowAt, rowsAt, rowsWithin, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { TooLarge } from '../../http/body/read.js';
import { localDay } from '../../output/time.js';
import type { ListView } from '../../output/view.js';
import { minutesOf, timeByDay, timeByPerson, timeByTask, timeList } from '../../views/time.js';
import { arrange } from '../showing/arrange.js';
import { readNote } from '../showing/complete-rows.js';
import { readMany } from '../showing/read-many.js';
import { settingFor } from '../showing/setting.js';
import { filterByPeople } from '../work/by-people.js';
import { filterByProject } from '../work/by-project.js';

export const verb = defineVerb({
  details: [
    'Lists the time logged on all tasks you can see, including finished ones, newest day first; on a terminal, the last row is the',
    'total. --since goes by the day the time was logged for. --by adds it up, with the largest sum or the newest day first.',
    'Servers do not list archived tasks, so their time is missing.',
    '',
    'Unless the list has the entries already, the details of the tasks are read, eight at a time, except for tasks with no time',
    'logged. Reading more than 1,000 needs confirmation, or --yes.',
  ].join('\n'),
  prints: {
    list: timeList,
    instead: { '--by person': timeByPerson, '--by task': timeByTask, '--by day': timeByDay },
  },
  flags: {
    since: sinceFlag('only time spent'),
    by: choice('--by', 'add up by person, task or day', oneOf('group', ['person', 'task', 'day'])),
    project: names('--project', 'only these projects: key, name or id', kind('project')),
    user: names('--user', 'only the time of these people: @me, a name or part of one, an id', kind('user')),
  },
  examples: [
    { line: 'tracker time list --since mon --by person', does: 'report the week' },
    { line: 'tracker time list --user @me --since yesterday', does: 'list what you have logged since yesterday' },
    { line: 'tracker time list --project SCM --by task -L 5', does: 'find what took the longest' },
    { line: 'tracker time list --since 2026-11-01 --csv > november.csv', does: 'open it in a spreadsheet' },
  ],
  run: async (context, _args, { since, by, project, user, sort, limit }) => {
    const from = since === undefined ? undefined : localDay(new Date(parseSince(since, '--since', context.now())));
    const client = await context.client();
    const reply = await readTasks(context, client);
    const all = rowsAt(reply, 'tasks');
    const tasks = applyFilters(all, await filterByProject(client, project, all));
    const { entries, people, read } = await readEntries(context, client, tasks, reply.users);
    const filters = [
      ...(await filterByPeople(client, ['--user', user], {
        ...{ fields: ['user'], idsOf: (row) => [textOf(row.user) ?? 'none'] },
        answer: { kind: 'task', rows: entries, users: people },
      })),
      ...filterByDay(from),
    ];
    const found = applyFilters(entries, filters);
    const { view, rows } = by === undefined ? { view: timeList, rows: newestFirst(found) } : groups[by](found);
    const setting = settingFor(context, client, people);
    const shown = arrange(view, rows, { sort, limit, allRows: rows, setting });
    const isFiltered = filters.length + project.length > 0;
    await context.show.list(view, {
      ...{ ...shown, sum: sumOf(shown.rows), note: readNote(['time'], read) },
      emptyHint: isFiltered ? 'match' : 'on the tasks that you can see',
    });
  },
});

async function readTasks(context: Context, client: Client): Promise<Row> {
  // Whoever can read a task may log time on it, so yours may be on any.
  const reply = await client.list('GET /tasks', { query: { scope: 'all' } }).catch(async (error: unknown) => {
    if (!(error instanceof TooLarge)) throw error;
    const { explainTooLarge } = await import('../work/too-large.js');
    throw explainTooLarge(error, context, { flags: [], isByRow: true, canFilter: false });
  });
  return reply ?? {};
}

interface Logged {
  readonly entries: readonly Row[];
  /** From user id to display data. */
  readonly people: Row;
  /** How many details were read. */
  readonly read: number;
}

/**
 * The time entries of tasks, each with the reference, uuid and title of its task. Only the details of tasks that can have some
 * are read, if their rows do not have them. Throws `failed` if the server sends no entries at all.
 */
async function readEntries(context: Context, client: Client, tasks: readonly Row[], users: unknown): Promise<Logged> {
  const people: Record<string, unknown> = isRow(users) ? { ...users } : {};
  const logs = new Map<Row, readonly Row[]>();
  const unread = tasks.filter((row) => {
    if (Object.hasOwn(row, 'timeLogs')) logs.set(row, rowsWithin(row, 'timeLogs'));
    return !logs.has(row) && row.loggedMinutes !== 0;
  });
  let hasLogs = logs.size > 0 || unread.length === 0;
  const wanted = [...unread, ...namingRows(logs, people)];
  const seen = new Set<Row>();
  let read = 0;
  await readMany(context, client, {
    ...{ kind: 'task', rows: wanted, noun: 'tasks', name: 'the time entries', isEnough: () => false },
    take(row, detail) {
      const task = rowAt(detail, 'task');
      if (isRow(detail.authors)) Object.assign(people, detail.authors);
      hasLogs ||= Object.hasOwn(task, 'timeLogs');
      if (!logs.has(row)) logs.set(row, rowsWithin(task, 'timeLogs'));
      seen.add(row);
      read += 1;
    },
  });
  if (!hasLogs) throw new TrackerError('failed', 'cannot list logged time: this server does not send timeLogs');
  const missing = unread.filter((row) => !seen.has(row)).map(refOf);
  if (missing.length > 0) await context.show.warn(`could not read, so their time is missing: ${missing.join(', ')}`);
  const entriesOf = (row: Row): readonly Row[] =>
    (logs.get(row) ?? []).map((log) => ({ ...log, ref: refOf(row), uuid: uuidOf(row), title: titleOf(row) }));
  return { entries: tasks.flatMap(entriesOf), people, read };
}

/** A row for each person who logged time and has no name yet, since the people of the list are only those assigned. */
function namingRows(logs: ReadonlyMap<Row, readonly Row[]>, people: Row): readonly Row[] {
  const named = new Set(Object.keys(people));
  return [...logs].flatMap(([row, own]) => {
    const unnamed = own.map(({ user }) => textOf(user) ?? '').filter((id) => id !== '' && !named.has(id));
    for (const id of unnamed) named.add(id);
    return unnamed.length > 0 ? [row] : [];
  });
}

function filterByDay(from: string | undefined): readonly Filter[] {
  if (from === undefined) return [];
  return [{ flag: '--since', fields: ['date'], keeps: (row) => dayOf(row) >= from }];
}

function dayOf({ date }: Row): string {
  return (textOf(date) ?? '').slice(0, 'YYYY-MM-DD'.length);
}

function newestFirst(entries: readonly Row[]): readonly Row[] {
  const timeOf = (row: Row): string => `${dayOf(row)} ${textOf(row.createdAt) ?? ''}`;
  return entries.toSorted((one, other) => compare(timeOf(other), timeOf(one)));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

interface Grouped {
  readonly view: ListView;
  readonly rows: readonly Row[];
}

const mostFirst = (one: Row, other: Row): number => minutesOf(other) - minutesOf(one);

/** How entries are added up: their rows, by what identifies a group, and their order. */
const groups = {
  person: (entries: readonly Row[]): Grouped => ({
    view: timeByPerson,
    rows: addUp(entries, ({ user }) => ({ ref: textOf(user) ?? '', uuid: textOf(user) ?? '', user })).sort(mostFirst),
  }),
  task: (entries: readonly Row[]): Grouped => ({
    view: timeByTask,
    rows: addUp(entries, ({ ref, uuid, title }) => ({ ref, uuid, title })).sort(mostFirst),
  }),
  day: (entries: readonly Row[]): Grouped => ({
    view: timeByDay,
    rows: addUp(newestFirst(entries), (row) => ({ ref: dayOf(row), date: dayOf(row) })),
  }),
};

/** A row for each group, in the order of their first entries. */
function addUp(entries: readonly Row[], groupOf: (entry: Row) => Row): Row[] {
  const rows = new Map<unknown, Row>();
  for (const entry of entries) {
    const group = groupOf(entry);
    const before = rows.get(group.ref) ?? { minutes: 0, entries: 0 };
    const minutes = minutesOf(before) + minutesOf(entry);
    rows.set(group.ref, { ...group, minutes, entries: Number(before.entries) + 1 });
  }
  return [...rows.values()];
}

/** Of rows of entries, or of groups of them. */
function sumOf(rows: readonly Row[]): Row {
  const add = (sum: number, entries: unknown): number => sum + (typeof entries === 'number' ? entries : 1);
  return {
    minutes: rows.reduce((sum, row) => sum + minutesOf(row), 0),
    entries: rows.reduce((sum, row) => add(sum, row.entries), 0),
  };
}
