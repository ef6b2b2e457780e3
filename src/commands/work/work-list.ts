import type { Context } from '../../args/context.js';
import {
  type Filter,
  type FilterValues,
  filterByNames,
  filterByTag,
  filterByWord,
  lacksFields,
  splitValues,
} from '../../args/filter.js';
import { choice, names, toggle } from '../../args/flag.js';
import { sinceFlag } from '../../args/since.js';
import { kind, oneOf } from '../../args/value.js';
import type { Client, LongReply, TakeLong } from '../../client/client.js';
import type { LearnedValue } from '../../client/learn/rows.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { type ListRoute, type Query, rowFields } from '../../contract/routes.js';
import { type Row, rowsAt, textOf } from '../../contract/row.js';
import { isFinished } from '../../contract/server-word.js';
import { TooLarge } from '../../http/body/read.js';
import type { LongWork } from '../../lists/long/filter-rows.js';
import { keysOf } from '../../output/columns/fields.js';
import type { Writer } from '../../output/format.js';
import type { ListView } from '../../output/view.js';
import { arrange } from '../showing/arrange.js';
import { completeRows, mostSearchedIn, unsearched } from '../showing/complete-rows.js';
import { settingFor } from '../showing/setting.js';
import { type Changes, filterBySince } from './changed-since.js';

const state = choice(
  '--state',
  'open (not finished), finished (resolved, done, completed, closed, cancelled, archived) or all (default: open; all with --status)',
  oneOf('state', ['open', 'finished', 'all']),
);

/** The flags of the lists of tasks and tickets. */
export const workFlags = {
  state: {
    ...state,
    parse(given: string, previous: ReturnType<NonNullable<typeof state.parse>>, now: Date) {
      try {
        return state.parse?.(given, previous, now);
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
  readonly answer: Answer;
}

/** Keeps rows by people in one of their fields; `none` matches rows that name nobody. */
export async function filterByPeople(
  client: Client,
  [flag, given]: readonly [flag: string, given: readonly string[]],
  { fields, idsOf, answer: { kind, rows, users } }: PeopleIn,
): Promise<readonly Filter[]> {
  if (given.length === 0) return [];
  const { resolvePeople } = await import('../../references/people.js');
  const ids = new Set(rows.flatMap(idsOf));
  const resolve = async (names: readonly string[]): Promise<ReadonlySet<string>> =>
    await resolvePeople(names, { client, people: users, ids });
  const idsFor = async (names: readonly string[]): Promise<readonly string[]> => {
    const isNobody = (name: string): boolean => name.toLowerCase() === 'none';
    const given = names.filter((name) => !isNobody(name));
    const found = await resolve(given).catch(async (error: unknown) => {
      if (!(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
      const { learnNames } = await import('./learn-names.js');
      await learnNames(client, { kind, rows, idsOf, users });
      return await resolve(given);
    });
    return [...found, ...(names.some(isNobody) ? ['none'] : [])];
  };
  const { wanted, unwanted } = splitValues(flag, given);
  const values: FilterValues = { wanted: await idsFor(wanted), unwanted: await idsFor(unwanted) };
  return filterByNames(flag, values, { fields, namesOf: idsOf });
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
  readonly kind: 'task' | 'ticket';
  /** None if they have not been read yet. */
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
  /** Words given to filters, which may be unknown, by the fields they are for. */
  readonly words: Readonly<Record<string, readonly string[]>>;
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
  const { view, route, query, changes, order, more, emptyHint } = work;
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
  const kind = route === 'GET /tasks' ? 'task' : 'ticket';
  const words = Object.entries(work.words).filter(([, asked]) => asked.length > 0);
  const filtersFor = async (answer: Omit<Answer, 'kind'>): Promise<readonly Filter[]> => [
    ...words.flatMap(([name, asked]) =>
      name === 'tag' ? filterByTag('--tag', asked) : filterByWord(`--${name}`, name, asked),
    ),
    ...(await work.filtersFor({ kind, ...answer })),
    ...filterBySince(context, client, given.since, changes),
  ];
  // A row can be shown before the next ones are read if it does not depend on them.
  const wholeFlags = [
    ...(sort.length > 0 ? ['--sort'] : []),
    ...(isMoreLast ? ['--fields'] : []),
    ...(given.since === undefined ? [] : ['--since']),
    ...work.wholeFlags,
  ];
  const openWriter = wholeFlags.length > 0 ? undefined : show.byRow(view);
  let long: LongWork | undefined;
  const takeByRow = async (writer: Writer, reply: LongReply): Promise<undefined> => {
    const { filterRows, NeedsWhole } = await import('../../lists/long/filter-rows.js');
    long = filterRows({
      writer,
      view,
      filtersFor: async (users) => {
        const filters = await filtersFor({ rows: [], users }).catch((error: unknown) => {
          // Somebody may only be named in the rows.
          throw error instanceof TrackerError && error.kind === 'not_found' ? new NeedsWhole() : error;
        });
        return [...filters, byState];
      },
      fields: show.choice.fields.map((name) => keysOf(view, name)).filter((keys) => keys.length > 0),
      settingFor: (users) => settingFor(context, client, users),
      needsPeople: work.needsPeople === true || given.assignee.length > 0,
      limit,
      mostSearched: mostSearchedIn(context),
    });
    return await long.take(reply);
  };
  const readList = async (take?: TakeLong): Promise<Row | undefined> =>
    await client.list(route, { query }, take).catch(async (error: unknown) => {
      if (!(error instanceof TooLarge)) throw error;
      const { explainTooLarge } = await import('./too-large.js');
      throw explainTooLarge(error, context, {
        flags: wholeFlags,
        isByRow: show.byRow(view) !== undefined,
        // The only filter that the server applies.
        canFilter: route === 'GET /tickets' && !('status' in query),
      });
    });
  let reply = await readList(openWriter && (async (each) => await takeByRow(await openWriter(), each))).catch(
    (error: unknown) => {
      if (!long?.isLacking()) throw error;
    },
  );
  // What the rows lack is read from details, for which all rows are needed at once.
  if (reply === undefined && long?.isLacking()) reply = await readList();
  const select = async (rows: readonly Row[], users: unknown): Promise<() => Promise<void>> => {
    const filters = await filtersFor({ rows, users });
    const setting = settingFor(context, client, users);
    const details = completeRows(context, client, { kind, view, rows, setting, made: more?.columns });
    const found = await details.filter([...filters, byState]);
    const hidden = given.state === undefined ? hiddenRows(rows, filters, byState) : {};
    const inOrder = (chosen: readonly Row[]): readonly Row[] =>
      order === undefined || sort.length > 0 ? chosen : chosen.toSorted(order);
    const showPart =
      show.part &&
      ((part: readonly Row[]) =>
        show.part?.(view, {
          ...arrange(view, inOrder(part), { sort, limit, allRows: [...part, ...rows], setting }),
          setting,
        }));
    const chosen = isMoreFirst && more ? await more.read(found, showPart) : found;
    const arranged = await details.arrange(inOrder(chosen), { sort, limit });
    const shown = isMoreLast && more ? { ...arranged, rows: await more.read(arranged.rows) } : arranged;
    const hint = filters.length > 0 ? 'match' : emptyHint;
    return () => show.list(view, { ...shown, emptyHint: hint, ...hidden });
  };
  const finish = reply === undefined ? long?.end : await select(rowsAt(reply, rowFields[route]), reply.users);
  const unseen = reply === undefined ? (long?.unseen() ?? []) : [];
  if (unseen.length > 0) await context.show.warn(unsearched(unseen, `all ${view.noun}`));
  if (words.length > 0) {
    const { warnUnseen } = await import('./words.js');
    // The fields of a kind, which the type does not show.
    const wanted = words.map(([name, asked]) => ({
      flag: `--${name}`,
      kind: `${kind}-${name}` as LearnedValue,
      words: asked,
    }));
    await warnUnseen(context, client, wanted);
  }
  await finish?.();
}

/** How many finished rows are hidden: those that match, or if only their details could tell, those that may. */
function hiddenRows(
  rows: readonly Row[],
  filters: readonly Filter[],
  byState: Filter,
): { readonly hidden: number; readonly unread: number } {
  const isUnsure = ({ fields, wants = [] }: Filter): boolean => lacksFields(rows, fields) || lacksFields(rows, wants);
  const sure = filters.filter((each) => !isUnsure(each));
  const count = rows.filter((row) => !byState.keeps(row) && sure.every(({ keeps }) => keeps(row))).length;
  return sure.length === filters.length ? { hidden: count, unread: 0 } : { hidden: 0, unread: count };
}
