import {
  applyFilters,
  checkFilters,
  type Filter,
  type FilterValues,
  filterByNames,
  splitValues,
} from '../../args/filter.js';
import { choice, names, toggle } from '../../args/flag.js';
import { sinceFlag } from '../../args/since.js';
import { kind, oneOf } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import type { ListRoute, Query } from '../../contract/routes.js';
import { type Row, rowsAt, textOf } from '../../contract/row.js';
import { TrackerError, usageError } from '../../errors.js';
import { TooLarge } from '../../http/body/arriving.js';
import type { RowWriter } from '../../output/row-writer.js';
import type { ListView } from '../../output/view.js';
import { arrange } from '../../views/arrange.js';
import { isFinished } from '../../views/cells/tones.js';
import { settingFor } from '../showing/setting.js';
import { type Changes, filterBySince } from './changed-since.js';
import type { LongWork } from './long-work.js';
import type { WantedWords } from './warn-unseen.js';

const state = choice(
  '--state',
  'open (not finished), finished (resolved, done, completed, closed, cancelled, archived) or all (default: open; all with --status)',
  oneOf('state', ['open', 'finished', 'all']),
);

/** The flags of the lists of tasks and tickets. */
export const workFlags = {
  state: {
    ...state,
    parse(given: string, previous: ReturnType<NonNullable<typeof state.parse>>) {
      try {
        return state.parse?.(given, previous);
      } catch (error) {
        // People often take this flag for --status.
        if (!(error instanceof TrackerError) || !/^[\w-]+$/.test(given)) throw error;
        const status = `for a status: --status ${given}`;
        throw usageError(error.message, isFinished(given) ? `did you mean --state finished? ${status}` : status);
      }
    },
  },
  assignee: names(
    '-a, --assignee',
    'only those assigned to these people: @me, a name or part of one, an id; or none',
    kind('user'),
  ),
  unassigned: toggle('--unassigned', 'only unassigned ones'),
  since: sinceFlag('only those changed'),
};

interface WorkGiven {
  readonly state: 'open' | 'finished' | 'all' | undefined;
  readonly status: readonly string[];
  readonly assignee: readonly string[];
  readonly unassigned: boolean;
  readonly since: string | undefined;
  readonly sort: readonly string[];
  readonly limit: number | undefined;
}

/** Whether the filters name someone other than the user, or nobody. Throws a usage error if both flags are given. */
export function asksForOthers({ assignee, unassigned }: Pick<WorkGiven, 'assignee' | 'unassigned'>): boolean {
  if (unassigned && assignee.length > 0) throw usageError('--assignee and --unassigned cannot be used together');
  return unassigned || assignee.some((name) => !/^(?:!.*|@?me)$/is.test(name));
}

/** How rows name people. */
export interface PeopleIn {
  readonly fields: readonly string[];
  readonly idsOf: (row: Row) => readonly string[];
  /** From user id to display data, as the answer carries it. */
  readonly people: unknown;
}

/** Keeps rows by people in one of their fields; `none` matches rows that name nobody. */
export async function filterByPeople(
  client: Client,
  [flag, given]: readonly [flag: string, given: readonly string[]],
  { fields, idsOf, people }: PeopleIn,
): Promise<readonly Filter[]> {
  if (given.length === 0) return [];
  const { resolvePeople } = await import('../../client/find/people.js');
  const idsFor = async (names: readonly string[]): Promise<readonly string[]> => {
    const isNobody = (name: string): boolean => name.toLowerCase() === 'none';
    const ids = await resolvePeople(
      names.filter((name) => !isNobody(name)),
      { client, people },
    );
    return [...ids, ...(names.some(isNobody) ? ['none'] : [])];
  };
  const { wanted, unwanted } = splitValues(flag, given);
  const ids: FilterValues = { wanted: await idsFor(wanted), unwanted: await idsFor(unwanted) };
  return filterByNames(flag, ids, { fields, namesOf: idsOf });
}

/** Keeps rows by assignees. */
export async function filterByAssignees(
  client: Client,
  { assignee, unassigned }: Pick<WorkGiven, 'assignee' | 'unassigned'>,
  people: PeopleIn,
): Promise<readonly Filter[]> {
  return await filterByPeople(client, unassigned ? ['--unassigned', ['none']] : ['--assignee', assignee], people);
}

/** The rows of a response and its people, from user id to display data. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly users: unknown;
}

/** What is read from the details of rows where the user asks for it. */
export interface More {
  /** The columns it makes. */
  readonly columns: readonly string[];
  /** Whether it is needed whatever columns are shown. */
  readonly isFilter: boolean;
  /** The rows with those columns, without those that are left out. `onPart` gets those known so far while it takes long. */
  readonly read: (rows: readonly Row[], onPart?: (rows: readonly Row[]) => void) => Promise<readonly Row[]>;
}

/** A list of tasks or tickets, before state and age have been looked at. */
export interface Work<R extends ListRoute> {
  readonly view: ListView;
  readonly route: R;
  readonly query: Query<R>;
  /** The field of the response with the rows. */
  readonly field: string;
  readonly filtersFor: (answer: Answer) => Promise<readonly Filter[]>;
  /** Whether `filtersFor` looks at people, apart from assignees. */
  readonly needsPeople?: boolean;
  /** The given flags that need all rows at once. */
  readonly wholeFlags: readonly string[];
  readonly changes: Changes;
  /** The order of the rows if the user asks for none; the server's if left out. */
  readonly order?: ((one: Row, other: Row) => number) | undefined;
  /** What only details say. */
  readonly more?: More | undefined;
  /** Words given to filters, which may be unknown. */
  readonly words: readonly WantedWords[];
  /** Shown if there are no rows and no filters. */
  readonly emptyHint: string;
}

/** Gets, filters, sorts and prints a list of tasks or tickets. On a terminal it says how many finished ones are hidden. */
export async function showWork<R extends ListRoute>(
  context: Context,
  client: Client,
  given: WorkGiven,
  work: Work<R>,
): Promise<void> {
  const { view, route, query, field, changes, order, more, words, emptyHint } = work;
  const { sort, limit } = given;
  const { show } = context;
  const asksMore = (names: readonly string[]): boolean => names.some((name) => more?.columns.includes(name));
  // Rows that are neither sorted nor left out by it are read once they are chosen.
  const isMoreFirst = more?.isFilter === true || asksMore(sort.map((name) => name.replace(/^-/, '')));
  const isMoreLast = !isMoreFirst && asksMore(show.choice.fields);
  const state = given.state ?? (given.status.length > 0 ? 'all' : 'open');
  // An unknown word, or none, counts as unfinished. Rows need a status only if --state is given.
  const byState: Filter = {
    flag: '--state',
    fields: given.state === undefined ? [] : ['status'],
    reads: ['status'],
    keeps: (row) => state === 'all' || isFinished(textOf(row.status)) === (state === 'finished'),
  };
  const filtersFor = async (answer: Answer): Promise<readonly Filter[]> => [
    ...(await work.filtersFor(answer)),
    ...filterBySince(context, given.since, changes),
  ];
  // A row can be shown before the next ones are read if it does not depend on them.
  const wholeFlags = [...(sort.length > 0 ? ['--sort'] : []), ...(isMoreLast ? ['--fields'] : []), ...work.wholeFlags];
  const openWriter = wholeFlags.length > 0 ? undefined : show.long(view);
  let long: LongWork | undefined;
  const open = async (writer: RowWriter): Promise<LongWork> => {
    const { takeLongWork } = await import('./long-work.js');
    long = takeLongWork(writer, {
      filtersFor: async (users) => [...(await filtersFor({ rows: [], users })), byState],
      settingFor: (users) => settingFor(context, client, users),
      needsPeople: work.needsPeople === true || given.assignee.length > 0,
      limit,
    });
    return long;
  };
  const openTaker = openWriter && (async (): Promise<LongWork> => await open(await openWriter()));
  const reply = await client.list(route, { query }, openTaker).catch(async (error: unknown) => {
    if (!(error instanceof TooLarge)) throw error;
    const { explainTooLarge } = await import('./too-large.js');
    throw explainTooLarge(error, context, {
      flags: wholeFlags,
      isByRow: show.long(view) !== undefined,
      // The only filter that the server applies.
      canFilter: route === 'GET /tickets' && !('status' in query),
    });
  });
  const select = async (rows: readonly Row[], users: unknown): Promise<() => Promise<void>> => {
    const filters = await filtersFor({ rows, users });
    const found = applyFilters(rows, filters);
    const inState = found.filter(byState.keeps);
    checkFilters(rows, [byState]);
    const setting = settingFor(context, client, users);
    const inOrder = (chosen: readonly Row[]) => {
      const ordered = order === undefined || sort.length > 0 ? chosen : chosen.toSorted(order);
      return arrange(view, ordered, { sort, limit, allRows: isMoreFirst ? [...chosen, ...rows] : rows, setting });
    };
    const showPart = show.part && ((part: readonly Row[]) => show.part?.(view, { ...inOrder(part), setting }));
    const arranged = inOrder(isMoreFirst && more ? await more.read(inState, showPart) : inState);
    const shown = isMoreLast && more ? { ...arranged, rows: await more.read(arranged.rows) } : arranged;
    const hidden = given.state === undefined ? found.length - inState.length : 0;
    const hint = filters.length > 0 ? 'match' : emptyHint;
    return () => show.list(view, { ...shown, setting, emptyHint: hint, hidden });
  };
  if (reply === undefined) long?.check();
  const finish = reply === undefined ? long?.end : await select(rowsAt(reply, field), reply.users);
  if (words.some(({ words: asked }) => asked.length > 0)) {
    const { warnUnseen } = await import('./warn-unseen.js');
    await warnUnseen(context, client, words);
  }
  await finish?.();
}
