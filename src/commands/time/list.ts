import type { Context } from '../../args/context.js';
import { weekOf } from '../../args/day.js';
import { applyFilters, type Filter } from '../../args/filter.js';
import { names, refuseTwice } from '../../args/flag.js';
import { choices } from '../../args/more-flags.js';
import type { Period } from '../../args/period.js';
import { periodFlags, readPeriod } from '../../args/since.js';
import { kind, oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { groupedBy, isRow, type Row, rowAt, rowsAt, sortedBy, textOf, uuidOf } from '../../contract/row.js';
import { minutesText } from '../../contract/server-word.js';
import { TooLarge } from '../../http/body/read.js';
import { listed } from '../../output/shown.js';
import { minutesOf } from '../../views/read-row.js';
import { type TimeGroup, timeBy, timeGroups, timeList } from '../../views/time.js';
import { arrange } from '../showing/arrange.js';
import { readMany } from '../showing/read-many.js';
import { readNote } from '../showing/row-source.js';
import { settingFor } from '../showing/setting.js';
import { daysWithin, type HistoryEvent, loggedDay } from '../work/history/events.js';
import { readEvents } from '../work/history/read-events.js';
import { filterByPeople, filterByProject } from '../work/listing/by-name.js';

export const verb = defineVerb({
  details: [
    'Lists the time logged on all tasks you can see, including finished ones, newest day first; on a terminal, the last row is the',
    'total. --since and --until go by the day the time was logged for; entries without one are left out then, and counted. --by adds',
    'it up, with the largest sum or the newest day first; of two, as in --by person,week, the second is within the first.',
    'Servers do not list archived tasks, so their time is missing.',
    '',
    'Unless the list has the entries already, the details of the tasks are read, eight at a time, except for tasks with no time',
    'logged. Reading more than 1,000 needs confirmation, or --yes.',
  ].join('\n'),
  prints: {
    list: timeList,
    instead: Object.fromEntries(
      [...timeGroups.map((each) => [each]), ['person', 'week'] as const].map((by) => [
        `--by ${by.join(',')}`,
        timeBy(by),
      ]),
    ),
  },
  flags: {
    ...periodFlags('only time spent'),
    by: choices('--by', 'add up by person, task, day or week, or by two of them', oneOf('group', timeGroups)),
    project: names('--project', 'only these projects: key, name or id', kind('project')),
    user: names('--user', 'only the time of these people: @me, a name or part of one, an id', kind('user')),
  },
  examples: [
    { line: 'tracker time list --since mon --by person', does: 'report the week' },
    {
      line: 'tracker time list --since 2026-11 --until 2026-11 --by person,week',
      does: 'report a month, week by week',
    },
    { line: 'tracker time list --user @me --since yesterday', does: 'list what you have logged since yesterday' },
    { line: 'tracker time list --project SCM --by task -L 5', does: 'find what took the longest' },
    { line: 'tracker time list --since 2026-11-01 --csv > november.csv', does: 'open it in a spreadsheet' },
  ],
  run: async (context, _args, { since, until, by, project, user, sort, limit }) => {
    refuseTwice(by, '--by');
    if (by.length > 2) throw usageError('--by takes at most two');
    const period = await readPeriod({ since, until }, context.now());
    const client = await context.client();
    const reply = await readTasks(context, client);
    const all = rowsAt(reply, 'tasks');
    const tasks = applyFilters(all, await filterByProject(client, project, all));
    const { entries, people, read } = await readEntries(context, client, tasks, reply.users);
    const byPerson = await filterByPeople(client, ['--user', user], {
      ...{ fields: ['user'], idsOf: (row) => [textOf(row.user) ?? 'none'] },
      answer: { kind: 'task', rows: entries, users: people },
    });
    const filters = [...byPerson, ...filterByDay(period, by)];
    const found = applyFilters(entries, filters);
    if (filters.length > byPerson.length) await warnDayless(context, applyFilters(entries, byPerson));
    const [group, within] = by;
    const [view, rows] =
      group === undefined ? [timeList, newestFirst(found)] : [timeBy(by), addUp(found, group, within)];
    const setting = settingFor(context, client, people);
    const shown = arrange(view, rows, { sort, limit, allRows: rows, setting });
    const isFiltered = filters.length + project.length > 0;
    return listed(view, {
      ...{ ...shown, sum: sumOf(shown.rows), note: readNote(['time'], read) },
      emptyHint: isFiltered ? 'match' : 'on the tasks that you can see',
    });
  },
});

async function readTasks(context: Context, client: Client): Promise<Row> {
  // Whoever can read a task may log time on it, so yours may be on any.
  const reply = await client.list('GET /tasks', { query: { scope: 'all' } }).catch(async (error: unknown) => {
    if (!(error instanceof TooLarge)) throw error;
    const { explainTooLarge } = await import('../work/listing/too-large.js');
    throw explainTooLarge(error, context, { flags: [], isByRow: true, canFilter: false });
  });
  return reply ?? {};
}

/**
 * The time entries of tasks, each with the reference, uuid and title of its task, the people by id, and how many details were read:
 * only those of tasks that can have entries, if their rows do not have them. Throws `failed` if the server sends no entries at all.
 */
async function readEntries(context: Context, client: Client, tasks: readonly Row[], users: unknown) {
  const { events, wholes, people, read } = await readEvents(context, client, {
    ...{ kind: 'task', rows: tasks, lists: ['timeLogs'], name: 'the time entries', missing: 'their time' },
    mayMatter: (row) => row.loggedMinutes !== 0,
  });
  const entries = events.filter(({ what }) => what === 'time');
  const hasLogs = [...wholes.values()].some((whole) => Object.hasOwn(rowAt(whole, 'task'), 'timeLogs'));
  if (wholes.size > 0 && !hasLogs)
    throw new TrackerError('failed', 'cannot list logged time: this server does not send timeLogs');
  const named = { ...(isRow(users) && users), ...people };
  await readMany(context, client, {
    ...{ kind: 'task', rows: namingRows(entries, tasks, named), noun: 'tasks', name: 'who logged time' },
    take: (_row, { authors }) => void (isRow(authors) && Object.assign(named, authors)),
  });
  return {
    entries: entries.map(({ entry, ref, uuid, title }): Row => ({ ...entry, ref, uuid, title })),
    people: named,
    read,
  };
}

/** A row for each person who logged time and has no name yet, since the people of the list are only those assigned. */
function namingRows(entries: readonly HistoryEvent[], tasks: readonly Row[], people: Row): readonly Row[] {
  const unnamed = new Map(
    entries.flatMap(({ who, uuid }) => (who === '' || Object.hasOwn(people, who) ? [] : [[who, uuid]])),
  );
  const uuids = new Set(unnamed.values());
  return tasks.filter((row) => uuids.has(uuidOf(row)));
}

/** Where the day matters, those without one are left out. */
function filterByDay(period: Period | undefined, by: readonly TimeGroup[]): readonly Filter[] {
  if (!period && !by.some(isTime)) return [];
  const isWithin = period ? daysWithin(period) : () => true;
  const keeps = (row: Row): boolean => loggedDay(row) !== '' && isWithin(loggedDay(row));
  return [{ flag: period ? '--since' : '--by', fields: ['date'], keeps }];
}

async function warnDayless({ show }: Context, entries: readonly Row[]): Promise<void> {
  const dayless = entries.filter((row) => loggedDay(row) === '');
  if (dayless.length === 0) return;
  const sum = minutesText(sumOf(dayless).minutes);
  await show.warn(`entries without a day, which are left out: ${dayless.length} (${sum})`);
}

function newestFirst(entries: readonly Row[]): readonly Row[] {
  const timeOf = (row: Row): string => `${loggedDay(row)} ${textOf(row.createdAt) ?? ''}`;
  return sortedBy(entries.toReversed(), timeOf).toReversed();
}

/** What a group is called, and what else its row has. */
const groups: Readonly<Record<TimeGroup, (entry: Row) => Row & { readonly ref: string }>> = {
  person: ({ user }) => ({ ref: textOf(user) ?? '', uuid: textOf(user) ?? '', user }),
  task: ({ ref, uuid, title }) => ({ ref: String(ref), uuid, title }),
  day: (entry) => ({ ref: loggedDay(entry), date: loggedDay(entry) }),
  week: (entry) => ({ ref: weekOf(loggedDay(entry)), week: weekOf(loggedDay(entry)) }),
};

const isTime = (group: TimeGroup): boolean => group === 'day' || group === 'week';

/** A row for each group, or for each that is within one: days and weeks from the newest on, others by their sums. */
function addUp(entries: readonly Row[], group: TimeGroup, within?: TimeGroup): readonly Row[] {
  const found = groupedBy(newestFirst(entries), (entry) => groups[group](entry).ref);
  const all = [...found.values()].map((own) => ({ own, ...sumOf(own) }));
  if (!isTime(group)) all.sort((one, other) => other.minutes - one.minutes);
  return all.flatMap(({ own, minutes, entries }): readonly Row[] => {
    const { uuid, ...row } = groups[group](own[0] ?? {});
    if (within === undefined) return [{ ...row, ...(uuid !== undefined && { uuid }), minutes, entries }];
    return addUp(own, within).map(({ uuid: _uuid, ref, ...inner }) => ({
      ...{ ...row, ...inner, ref: `${row.ref} ${ref}` },
      ...(group === 'task' ? { task: row.ref } : within === 'task' && { task: ref }),
    }));
  });
}

/** Of rows of entries, or of groups of them. */
function sumOf(rows: readonly Row[]): { readonly minutes: number; readonly entries: number } {
  const add = (sum: number, entries: unknown): number => sum + (typeof entries === 'number' ? entries : 1);
  return {
    minutes: rows.reduce((sum, row) => sum + minutesOf(row), 0),
    entries: rows.reduce((sum, row) => add(sum, row.entries), 0),
  };
}
