import type { Context } from '../../../args/context.js';
import type { LoadVerb } from '../../../args/verb.js';
import type { Client } from '../../../client/client.js';
import { changedSince } from '../../../client/state/seen.js';
import { clientRecalling, clientUntil } from '../../../client/through.js';
import { type Sentence, usageError } from '../../../contract/errors.js';
import { type Row, refOf, sortedBy, textOf, textsOf, uuidOf } from '../../../contract/row.js';
import type { ListData } from '../../../output/shown.js';
import type { Setting } from '../../../output/view.js';
import { withShortTexts } from '../../../triage/model/rows/rows.js';
import type { Item, Kind } from '../../../triage/model/state.js';
import { assigneeIds } from '../../../views/cells/people.js';
import { aboutRef } from '../../../views/inbox.js';
import { filterWords, isAge } from '../../../views/saved/words.js';
import { timeBy, timeHead } from '../../../views/tickets/list.js';
import type { SnoozedTicket } from '../../conversations/snoozed.js';
import { isAsleep, readSnoozed } from '../../conversations/waiting.js';
import { placeByDue } from '../../next/queue.js';
import { sortOf } from '../../tickets/list.js';
import { asksForOthers } from '../../work/listing/work-list.js';
import { listIn, runVerb, valuesFor } from '../run-verb.js';

type SourceFlags = Readonly<Record<string, unknown>>;

const verbs = {
  'tickets list': () => import('../../tickets/list.js'),
  'tasks list': () => import('../../tasks/list.js'),
  'inbox list': () => import('../../inbox/list.js'),
} satisfies Readonly<Record<string, LoadVerb>>;

type ListName = keyof typeof verbs;

/** A way to fill the list: a command that lists. */
export interface Source {
  readonly title: string;
  readonly kind: Kind;
  readonly verb: ListName;
  readonly given: SourceFlags;
  readonly tab?: number;
}

const tickets = (title: string, given: SourceFlags): Source => ({ title, kind: 'ticket', verb: 'tickets list', given });
const tasks = (title: string, given: SourceFlags): Source => ({ title, kind: 'task', verb: 'tasks list', given });

/** The lists that can be chosen, by name. */
const sources: readonly Source[] = [
  tickets('waiting on us', { segment: 'all', waiting: true }),
  tickets('my tickets', { segment: 'mine' }),
  tickets('unassigned tickets', { segment: 'all', unassigned: true, state: 'open' }),
  tickets('all open tickets', { segment: 'all' }),
  tickets('watched tickets', { segment: 'watched' }),
  tickets('put off', { segment: 'all', snoozed: true }),
  tasks('my tasks', { scope: 'mine' }),
  tasks('all open tasks', { scope: 'all' }),
  { title: 'inbox', kind: 'notification', verb: 'inbox list', given: unreadOnes({}) },
];

/** As many notifications as one request gives (docs/api.md, Limits), or those since a time. */
function unreadOnes(asked: SourceFlags): SourceFlags {
  return { unread: true, ...(!('since' in asked) && { limit: 100 }), ...asked };
}

/** All lists that can be chosen, the user's saved views last. */
export function sourcesOf({ views }: { readonly views: readonly Source[] }): readonly Source[] {
  return [...sources, ...views.filter(({ title }) => !sources.some((each) => each.title === title))];
}

/** The list that the flags ask for. Throws a usage error for flags that it does not have. */
export async function sourceFor(given: SourceFlags): Promise<Source> {
  const { tasks: isTasks, inbox: isInbox, plain: _plain, teach: _teach, dir: _dir, proposed: _first, ...rest } = given;
  if (isTasks && isInbox) throw usageError('--tasks and --inbox cannot be used together');
  const name: ListName = isInbox ? 'inbox list' : isTasks ? 'tasks list' : 'tickets list';
  const { verb } = await verbs[name]();
  const initial = valuesFor((await verbs['tickets list']()).verb, {});
  const chosen = Object.entries(rest).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(initial[key]));
  for (const [key] of chosen) {
    if (!(key in verb.flags)) throw usageError(`--${key} cannot be used with ${isInbox ? '--inbox' : '--tasks'}`);
  }
  const asked = Object.fromEntries(chosen);
  if (isInbox)
    return { title: listTitle('notification', asked), kind: 'notification', verb: name, given: unreadOnes(asked) };
  if (isTasks) return tasks(listTitle('task', asked), asked);
  const isOther = ['status', 'state', 'stale', 'since', 'until', 'search', 'snoozed'].some((key) => key in asked);
  // A saved view may say itself which tickets it is about.
  const all = 'view' in asked ? asked : { segment: 'all', ...(!isOther && { waiting: true }), ...asked };
  return tickets(listTitle('ticket', all), all);
}

export interface SourceList {
  readonly items: readonly Item[];
  readonly people: Row;
  /** All rows of the response, also those that filters leave out. */
  readonly allRows?: readonly Row[];
  /** What was said of the list, such as how many rows are missing. */
  readonly warned?: readonly Sentence[];
  readonly asleep?: ReadonlySet<string> | undefined;
  readonly isPart?: boolean;
}

/** Reads a list. `onPart` gets the rows known so far while it takes long. */
export async function readSource(
  context: Context,
  source: Source,
  onPart?: (listed: SourceList) => void,
): Promise<SourceList> {
  const { verb, given } = source;
  const client = await context.client();
  const run = await runVerb(context, verb, [], {
    // What is left out depends on the order.
    given: isByDue(source) ? { ...given, limit: undefined } : given,
    ...(onPart && { onPart: (part: ListData) => onPart(listedIn(client, source, { list: part })) }),
  });
  const list = listIn(run);
  const snoozed = source.kind === 'ticket' ? await readSnoozed(context, list?.rows ?? []) : undefined;
  return { ...listedIn(client, source, { list, snoozed }), warned: run.warned.map(({ message }) => message) };
}

/** The most details that are read before the first screen: if there are rows to show by then, and if there are none. */
const [enough, most] = [128, 512];

/** The list as it was the last time, or as much of it as takes few details; undefined if it was never read. */
export async function rememberedList(context: Context, source: Source): Promise<SourceList | undefined> {
  let recalled = 0;
  let part: SourceList | undefined;
  const client = clientRecalling((await context.client()).remembered(), () => {
    recalled += 1;
    // Nobody waits for the rest, which is read once the screen is there.
    if (recalled > (part ? enough : most)) throw new Error('enough is known');
  });
  const keepPart = (listed: SourceList): void => {
    if (listed.items.length > 0) part = listed;
  };
  const reading = readSource(withClient(context, client), source, keepPart);
  const listed = await reading.catch(() => part && { ...part, isPart: true });
  // Whether rows belong here whose details were never read, only the server can say.
  return listed && { ...listed, isPart: listed.isPart === true || listed.warned?.length !== 0 };
}

/** The same context with another client. */
export function withClient(context: Context, client: Client): Context {
  return Object.freeze({ ...context, client: async () => client });
}

/** The same context, in which what is being read is given up with the signal. */
export async function contextUntil(context: Context, signal: AbortSignal): Promise<Context> {
  const all = AbortSignal.any([context.signal, signal]);
  return withClient({ ...context, signal: all }, clientUntil(await context.client(), signal));
}

/** Tasks are in the order of `tracker next --tasks`, unless another is asked for. */
function isByDue({ kind, given }: Source): boolean {
  return kind === 'task' && textsOf(given.sort).length === 0;
}

interface ListParts {
  readonly list: ListData | undefined;
  /** What of it is put off; left out while that is not known. */
  readonly snoozed?: ReadonlyMap<Row, SnoozedTicket> | undefined;
}

function listedIn(client: Client, source: Source, { list, snoozed }: ListParts): SourceList {
  const { kind, given } = source;
  const { rows: read = [], allRows = [], setting } = list ?? {};
  const most = typeof given.limit === 'number' ? given.limit : undefined;
  const isPutOff = (row: Row): boolean => (snoozed ? isAsleep(snoozed.get(row)) : Boolean(row.snoozedUntil));
  const hasPutOff = given.snoozed === true;
  const awake = hasPutOff ? read : read.filter((row) => !isPutOff(row));
  const asleep = hasPutOff ? undefined : snoozed && new Set(read.filter(isPutOff).map(uuidOf));
  const rows = isByDue(source) ? sortedBy(awake, placeByDue).slice(0, most) : awake;
  const named = sortOf(given);
  // What has a target waits.
  const sort = named === 'target' || named === 'due' ? sortOf({ waiting: given.waiting }) : named;
  const timeOf = timeBy(sort);
  const items = rows.flatMap((row) =>
    itemOf(row, kind, {
      ...(kind === 'ticket' && setting && { last: timeOf(row, setting), head: timeHead(sort) }),
      since: changedSince(client, row),
      ...snoozed?.get(row),
      about: kind === 'notification' ? aboutRef(row, setting?.refOf) : undefined,
    }),
  );
  return { items, asleep, people: withShortTexts({ ...namedIn(rows, setting), ...setting?.people }), allRows };
}

/** The people in rows whose names this computer knows, whether or not the response has them too. */
function namedIn(rows: readonly Row[], setting: Setting | undefined): Row {
  const ids = new Set(rows.flatMap((row) => [...assigneeIds(row), row.customerId, row.actorId]));
  return Object.fromEntries(
    [...ids].flatMap((id) => {
      const name = typeof id === 'string' ? setting?.recall?.(id) : undefined;
      return name ? [[id, { name }]] : [];
    }),
  );
}

/** The row on the screen for a row of a response; none if it has no id. */
export function itemOf(
  row: Row,
  kind: Kind,
  beside: Omit<Item, 'uuid' | 'ref' | 'kind' | 'row'> = {},
): readonly Item[] {
  const uuid = kind === 'notification' ? (textOf(row.id) ?? '') : uuidOf(row);
  return uuid === '' ? [] : [{ uuid, ref: refOf(row), kind, row: withShortTexts(row), ...beside }];
}

/** What is said of a list beside its base, by flag. */
const narrowing = { ...filterWords, snoozed: () => 'put off', view: (name: unknown) => `view ${String(name)}` };

/** What a list is called by the flags that choose it, such as `my tickets waiting on us, high or urgent priority`. */
function listTitle(kind: Kind, given: SourceFlags): string {
  const { since } = given;
  if (kind === 'notification')
    return since === undefined ? 'inbox' : isAge(since) ? `inbox of the last ${since}` : `inbox since ${String(since)}`;
  const narrowed = Object.entries(narrowing).flatMap(([flag, words]) => (flag in given ? [words(given[flag])] : []));
  const base = [baseTitle(kind, given), ...(given.waiting === true ? ['waiting on us'] : [])].join(' ').trim();
  return [base, ...narrowed].filter((part) => part !== '').join(', ');
}

/** Whose work it is, and in which state: `my finished tickets`. Empty for unfinished tickets of anyone. */
function baseTitle(kind: Kind, given: SourceFlags): string {
  const { segment, state = '' } = given;
  const ofTasks = isOfOthers(given) ? '' : 'my';
  const whose = kind === 'task' ? ofTasks : { mine: 'my', watched: 'watched' }[String(segment)];
  const isNamed = kind === 'ticket' || 'view' in given;
  if (isNamed && !whose && state === '') return '';
  const words = state === 'all' ? ['all', whose] : [whose, state];
  return [...words.filter(Boolean), kind === 'task' ? 'tasks' : 'tickets'].join(' ');
}

/** Whether a list of tasks is not only of those of the user, or may not be. */
function isOfOthers({ assignee, unassigned, search, view }: SourceFlags): boolean {
  return (
    search !== undefined ||
    view !== undefined ||
    asksForOthers({ assignee: textsOf(assignee), unassigned: unassigned === true })
  );
}
