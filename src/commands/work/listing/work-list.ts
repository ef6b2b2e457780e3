import type { Context } from '../../../args/context.js';
import { type Filter, filterByTag, filterByWord, lacksFields } from '../../../args/filter.js';
import { assigneeFlag, choice, type FlagValues, text, toggle } from '../../../args/flag.js';
import type { SharedFlags } from '../../../args/list-flags.js';
import { periodFlags, readPeriod } from '../../../args/since.js';
import { kind, oneOf } from '../../../args/value.js';
import type { Client, LongReply, TakeLong } from '../../../client/client.js';
import type { LearnedValue } from '../../../client/learn/rows.js';
import { TrackerError, usageError } from '../../../contract/errors.js';
import { type ListRoute, type Query, rowFields } from '../../../contract/routes.js';
import { type Row, rowsAt, sortedBy, textOf } from '../../../contract/row.js';
import { isFinished } from '../../../contract/server-word.js';
import { TooLarge } from '../../../http/body/read.js';
import { keysOf } from '../../../output/columns/fields.js';
import type { Writer } from '../../../output/format.js';
import { listed, type VerbResult } from '../../../output/shown.js';
import type { ListView } from '../../../output/view.js';
import { arrange, namesIn } from '../../showing/arrange.js';
import { mostSearchedIn, sourceOf, unsearched } from '../../showing/row-source.js';
import { settingFor } from '../../showing/setting.js';
import { type Changes, filterBySince } from './changed-since.js';
import type { filterRows } from './filter-rows.js';
import type { Answer } from './named-people.js';
import type { ViewQuestion } from './saved-view.js';

const state = choice(
  '--state',
  'open (not finished), finished (resolved, done, completed, closed, cancelled, archived) or all (default: open; all with --status)',
  oneOf('state', ['open', 'finished', 'all']),
);

const flagsOfBoth = {
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
  assignee: assigneeFlag('only those assigned to these people: @me, a name or part of one, an id; or none'),
  unassigned: toggle('--unassigned', 'only unassigned ones'),
  ...periodFlags('only those changed'),
};

/** The flags of a list of tasks or tickets, with those for the saved views of its page of the web app. */
export function workFlags(of: 'task' | 'ticket') {
  const help = `only ${of}s in this saved view of the web app: its name or part of it; other flags narrow it`;
  return {
    ...flagsOfBoth,
    view: text('--view', help, kind(`${of}-view`, 'view')),
    partly: toggle('--partly', 'use the saved view of --view even if only part of it is understood'),
  };
}

/** Throws a usage error for --partly alone. */
export function checkPartly({ view, partly }: { readonly view?: unknown; readonly partly?: unknown }): void {
  if (partly === true && view === undefined) throw usageError('--partly can only be used with --view');
}

interface WorkFlags extends FlagValues<ReturnType<typeof workFlags>> {
  readonly status: readonly string[];
  /** Whether assignees are given by id. */
  readonly areIds?: boolean;
}

/** How the rows of a list are arranged. */
export type Order = FlagValues<SharedFlags<{ readonly list: unknown }>>;

/** What a set of flags asks for: those that are given, or one for each filter of a saved view. A row must match every set. */
export interface RowFilter<G extends WorkFlags = WorkFlags> {
  readonly given: G;
  /** Whether it asks for more than what is the user's. */
  readonly isWide: boolean;
  /** Words given to filters, which may be unknown, by the fields they are for. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly filtersFor: (client: Client, answer: Answer) => Promise<readonly Filter[]>;
}

/** What a set of flags asks for. Throws usage errors for flags that cannot be used together. */
type Narrow<G extends WorkFlags> = (context: Context, given: G) => RowFilter<G> | Promise<RowFilter<G>>;

/** The flags as given, and those of the saved view that they name. Throws what `narrow` throws, before anything is sent. */
export async function askedBy<G extends WorkFlags & Order>(
  context: Context,
  given: G,
  { narrow, ...list }: Pick<ViewQuestion, 'kind' | 'verb'> & { readonly narrow: Narrow<G> },
) {
  checkPartly(given);
  const own = await narrow(context, given);
  const client = await context.client();
  if (given.view === undefined) return { client, all: [own], sort: given.sort, isWide: own.isWide };
  const { readView } = await import('./saved-view.js');
  const view = await readView(context, client, { ...list, name: given.view, partly: given.partly });
  const filtersFor: typeof own.filtersFor = async (...args) => [...(await own.filtersFor(...args)), ...view.filters];
  // The values are those of the verb's own flags.
  const sets = await Promise.all(view.sets.map(async (set) => view.naming(await narrow(context, set as G))));
  const all = [{ ...own, filtersFor }, ...sets];
  const sort = given.sort.length > 0 ? given.sort : view.sort;
  return { client, all, sort, isWide: all.some((each) => each.isWide) };
}

/** Whether the filters name someone other than the user, or nobody. Throws a usage error if both flags are given. */
export function asksForOthers({ assignee, unassigned }: Pick<WorkFlags, 'assignee' | 'unassigned'>): boolean {
  if (unassigned && assignee.length > 0) throw usageError('--assignee and --unassigned cannot be used together');
  return unassigned || assignee.some((name) => !/^(?:!.*|@?me)$/is.test(name));
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
  readonly asked: readonly RowFilter[];
  /** Whether `filtersFor` looks at people, apart from assignees. */
  readonly needsPeople?: boolean;
  /** The given flags that need all rows at once. */
  readonly wholeFlags: readonly string[];
  readonly changes: Changes;
  /** What rows are sorted by unless the user says so; left out, they stay in the server's order. */
  readonly placeOf?: ((row: Row) => string) | undefined;
  /** What only details say. */
  readonly more?: More | undefined;
  /** Shown if there are no rows and no filters. */
  readonly emptyHint: string;
}

/** Gets, filters and sorts a list of tasks or tickets; undefined if its rows were printed as they came. */
export async function listWork<R extends ListRoute>(
  context: Context,
  client: Client,
  { sort, ...given }: Pick<Order, 'sort' | 'limit'>,
  work: Work<R>,
): Promise<VerbResult | undefined> {
  const { route, query, asked, changes, placeOf, more, emptyHint } = work;
  const view = keepSorted(work.view, sort);
  const { show } = context;
  const limit = given.limit ?? show.mostRows;
  const asksMore = (names: readonly string[]): boolean => names.some((name) => more?.columns.includes(name));
  // Rows that are neither sorted nor left out by it are read once they are chosen.
  const isMoreFilter = more?.isFilter === true;
  const isMoreFirst = isMoreFilter || asksMore(namesIn(sort));
  const isMoreLast = !isMoreFirst && asksMore(show.shownFields(view));
  const byState = filterByState(asked);
  const kind = route === 'GET /tasks' ? 'task' : 'ticket';
  const periods = await Promise.all(asked.map(async ({ given }) => await readPeriod(given, context.now())));
  const filtersFor = async (answer: Omit<Answer, 'kind'>): Promise<readonly Filter[]> => [
    ...asked
      .flatMap(wordsIn)
      .flatMap(([name, wanted]) =>
        name === 'tag' ? filterByTag('--tag', wanted) : filterByWord(`--${name}`, name, wanted),
      ),
    ...(await Promise.all(asked.map((each) => each.filtersFor(client, { kind, ...answer })))).flat(),
    ...periods.flatMap((period) => filterBySince(context, client, period, changes)),
  ];
  // A row can be shown before the next ones are read if it does not depend on them.
  const wholeFlags = [
    ...(sort.length > 0 ? ['--sort'] : []),
    ...(isMoreLast ? ['--fields'] : []),
    ...(periods.some((period) => period !== undefined) ? ['--since'] : []),
    ...work.wholeFlags,
  ];
  let long: ReturnType<typeof filterRows> | undefined;
  const takeByRow = async (writer: Writer, reply: LongReply): Promise<undefined> => {
    const { filterRows, NeedsWhole } = await import('./filter-rows.js');
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
      needsPeople: work.needsPeople === true || asked.some(({ given }) => given.assignee.length > 0),
      limit,
      mostSearched: mostSearchedIn(context),
    });
    return await long.take(reply);
  };
  const select = async (rows: readonly Row[], users: unknown): Promise<VerbResult> => {
    const filters = await filtersFor({ rows, users });
    const source = sourceOf(context, client, { kind, view, rows, people: users, made: more?.columns });
    const found = await source.filter([...filters, byState]);
    const hidden = asked.some(({ given }) => given.state) ? {} : await hiddenRows(rows, filters, { byState, more });
    const inOrder = (chosen: readonly Row[]): readonly Row[] =>
      placeOf === undefined || sort.length > 0 ? chosen : sortedBy(chosen, placeOf);
    const by = { sort, limit, setting: source.setting };
    const showPart = (part: readonly Row[]): void =>
      show.part?.(view, arrange(view, inOrder(part), { ...by, allRows: [...part, ...rows] }));
    const chosen = isMoreFirst && more ? await more.read(found.map(source.whole), show.part && showPart) : found;
    const arranged = await source.arrange(inOrder(chosen), { sort, limit });
    const shown = isMoreLast && more ? { ...arranged, rows: await more.read(arranged.rows) } : arranged;
    return listed(view, { ...shown, emptyHint: filters.length > 0 || isMoreFilter ? 'match' : emptyHint, ...hidden });
  };
  const readList = async (take?: TakeLong): Promise<Row | undefined> =>
    await client.list(route, { query }, take).catch(async (error: unknown) => {
      if (!(error instanceof TooLarge)) throw error;
      const { explainTooLarge } = await import('./too-large.js');
      // The only filter that the server applies.
      const canFilter = route === 'GET /tickets' && !('status' in query);
      throw explainTooLarge(error, context, { flags: wholeFlags, isByRow: show.byRow(view) !== undefined, canFilter });
    });
  const openWriter = wholeFlags.length > 0 ? undefined : show.byRow(view);
  let reply = await readList(openWriter && (async (each) => await takeByRow(await openWriter(), each))).catch(
    (error: unknown): undefined => {
      if (!long?.isLacking()) throw error;
    },
  );
  // What the rows lack is read from details, for which all rows are needed at once.
  if (reply === undefined && long?.isLacking()) reply = await readList();
  const whole = reply && (await select(rowsAt(reply, rowFields[route]), reply.users));
  for (const each of whole ? [] : (long?.unseen() ?? [])) await show.warn(unsearched(each, `all ${view.noun}`));
  // Those of a saved view are chosen from what the web app offers.
  const typed = wordsIn(asked[0]).map(([name, words]) => {
    // The fields of a kind, which the type does not show.
    return { flag: `--${name}`, kind: `${kind}-${name}` as LearnedValue, words };
  });
  if (typed.length > 0) await (await import('../words.js')).warnUnseen(context, client, typed);
  if (!whole) await long?.end();
  return whole;
}

/** The words given to filters, by the fields they are for. */
function wordsIn(narrowing: RowFilter | undefined): readonly (readonly [name: string, wanted: readonly string[]])[] {
  return Object.entries(narrowing?.words ?? {}).filter(([, wanted]) => wanted.length > 0);
}

/** What --state says, or else what is usual. Rows need a status only if it is given; an unknown one, or none, counts as unfinished. */
function filterByState(asked: readonly RowFilter[]): Filter {
  const said = asked.flatMap(({ given }) => given.state ?? []);
  const states = said.length > 0 || asked.some(({ given }) => given.status.length > 0) ? said : ['open'];
  return {
    flag: '--state',
    fields: said.length > 0 ? ['status'] : [],
    reads: ['status'],
    keeps: (row) =>
      states.every((state) => state === 'all' || isFinished(textOf(row.status)) === (state === 'finished')),
  };
}

/** What a list is sorted by goes after the people where there is little room. */
function keepSorted(view: ListView, sort: readonly string[]): ListView {
  const names = new Set(namesIn(sort));
  const columns = view.columns.map((column) =>
    names.has(column.key) && !column.keep ? { ...column, keep: 'short' as const } : column,
  );
  return { ...view, columns };
}

/** How many finished rows are hidden: those that match, or if only their details could tell, those that may. */
async function hiddenRows(
  rows: readonly Row[],
  filters: readonly Filter[],
  { byState, more }: Pick<Work<ListRoute>, 'more'> & { readonly byState: Filter },
) {
  const isUnsure = ({ fields, wants = [] }: Filter): boolean => lacksFields(rows, fields) || lacksFields(rows, wants);
  const sure = filters.filter((each) => !isUnsure(each));
  const finished = rows.filter((row) => !byState.keeps(row) && sure.every(({ keeps }) => keeps(row)));
  const { length: count } = more?.isFilter && finished.length > 0 ? await more.read(finished) : finished;
  return sure.length === filters.length ? { hidden: count, unread: 0 } : { hidden: 0, unread: count };
}
