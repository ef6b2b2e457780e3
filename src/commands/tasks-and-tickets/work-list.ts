import { applyFilters, type Filter, type FilterValues, filterByNames, splitValues } from '../../args/filter.js';
import { choice, names, toggle } from '../../args/flag.js';
import { sinceFlag } from '../../args/since.js';
import { kind, oneOf } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { type Row, textOf } from '../../contract/row.js';
import { TrackerError, usageError } from '../../errors.js';
import type { ListView } from '../../output/view.js';
import { arrange } from '../../views/arrange.js';
import { isFinished } from '../../views/cells/tones.js';
import { settingFor } from '../showing/setting.js';
import { type Changes, filterBySince } from './changed-since.js';
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

/** A list of tasks or tickets, before state and age have been looked at. */
export interface Work {
  readonly view: ListView;
  readonly rows: readonly Row[];
  /** From user id to display data. */
  readonly users: unknown;
  readonly filters: readonly Filter[];
  readonly changes: Changes;
  /** The order of the rows if the user asks for none; the server's if left out. */
  readonly order?: ((one: Row, other: Row) => number) | undefined;
  /** Words given to filters, which may be unknown. */
  readonly words: readonly WantedWords[];
  /** Shown if there are no rows and no filters. */
  readonly emptyHint: string;
}

/** Filters, sorts and prints a list of tasks or tickets. On a terminal it says how many finished ones are hidden. */
export async function showWork(context: Context, client: Client, given: WorkGiven, work: Work): Promise<void> {
  const { view, rows, users, filters, changes, order, words, emptyHint } = work;
  const state = given.state ?? (given.status.length > 0 ? 'all' : 'open');
  const asked = [...filters, ...filterBySince(context, given.since, changes)];
  const found = applyFilters(rows, asked);
  // An unknown word, or none, counts as unfinished. Rows need a status only if --state is given.
  const inState = found.filter((row) => state === 'all' || isFinished(textOf(row.status)) === (state === 'finished'));
  if (given.state !== undefined) applyFilters(rows, [{ flag: '--state', fields: ['status'], keeps: () => true }]);
  const setting = settingFor(context, client, users);
  const { sort, limit } = given;
  const ordered = order === undefined || sort.length > 0 ? inState : inState.toSorted(order);
  const arranged = arrange(view, ordered, { sort, limit, allRows: rows, setting });
  if (words.some(({ words: asked }) => asked.length > 0)) {
    const { warnUnseen } = await import('./warn-unseen.js');
    await warnUnseen(context, client, words);
  }
  const hidden = given.state === undefined ? found.length - inState.length : 0;
  const hint = asked.length > 0 ? 'match' : emptyHint;
  await context.show.list(view, { ...arranged, setting, emptyHint: hint, hidden });
}
