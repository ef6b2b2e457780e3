import type { Context } from '../../args/context.js';
import { parseAge } from '../../args/duration.js';
import { type Filter, filterByFound, filterByText } from '../../args/filter.js';
import { choice, type Flag, type FlagValues, listWords, names, text, toggle, value } from '../../args/flag.js';
import { kind, oneOf, pipedText, serverWord } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { usageError } from '../../contract/errors.js';
import { type Row, refOf, textOf, textsOf, uuidOf } from '../../contract/row.js';
import { someOf } from '../../output/text/sentence.js';
import { resolveOrg } from '../../references/people.js';
import { lastActivity, ticketChanges, ticketList, ticketsBy } from '../../views/tickets/list.js';
import { dueOf, requireTargets } from '../conversations/targets.js';
import {
  isAsleep,
  mayWait,
  placeOf,
  readSnoozed,
  readWaiting,
  type WaitState,
  waitWords,
} from '../conversations/waiting.js';
import { namesIn } from '../showing/arrange.js';
import { withListPage } from '../showing/open-web.js';
import { filterByAssignees, filterByPeople } from '../work/listing/by-name.js';
import {
  askedBy,
  asksForOthers,
  listWork,
  type More,
  type Order,
  type RowFilter,
  workFlags,
} from '../work/listing/work-list.js';
import { spellings } from '../work/words.js';

const segments = ['mine', 'watched', 'all'] as const;

/** Which tickets a list contains; `otherwise` says which without the flag. */
export function segmentFlag(otherwise: string): Flag<(typeof segments)[number] | undefined> {
  const help = `which tickets: mine (you are the customer, author or assignee), watched (you pinned them) or all that you can see (default: ${otherwise})`;
  return choice('--segment', help, oneOf('segment', segments));
}

const flags = {
  segment: segmentFlag('mine; all if you filter by other people, an organisation or text'),
  waiting: toggle('--waiting', 'only tickets waiting for the team, longest wait first'),
  snoozed: toggle('--snoozed', 'only tickets that you have put off with tracker snooze or in triage'),
  status: names('-s, --status', 'only these statuses', serverWord('ticket-status')),
  priority: names('-p, --priority', 'only these priorities', serverWord('ticket-priority')),
  category: names('--category', 'only these categories', serverWord('ticket-category')),
  org: names('--org', 'only tickets of these organisations: slug, name or id', kind('org')),
  customer: names(
    '--customer',
    'only tickets of these customers: a name or part of one, an id',
    kind('user', 'customer'),
  ),
  tag: names('--tag', 'only tickets with one of these tags', serverWord('ticket-tag')),
  stale: value('--stale', 'only tickets without activity for this long, such as 3d or 12h', {
    value: kind('age'),
    parse: parseAge,
  }),
  search: text(
    '--search',
    'only tickets with these words in their reference, subject or description',
    pipedText('line'),
  ),
  ...workFlags('ticket'),
};

const listed: VerbBody = defineVerb({
  details: [
    'Shows unfinished tickets unless --state or --status says otherwise. Repeat a flag, or join values with commas, to match any of',
    "them; a ticket must match every flag you give. A ! before a value leaves it out: -s '!paused'. Rows are in the server's order",
    'unless you give --sort.',
  ].join('\n'),
  prints: { list: ticketList },
  flags,
  examples: [
    { line: 'tracker tickets', does: 'list your unfinished tickets' },
    { line: 'tracker tickets list --segment all --waiting', does: 'list what needs an answer, longest waiting first' },
    { line: "tracker tickets list --view 'For tonight'", does: 'list the tickets of a saved view' },
    { line: 'tracker tickets list --unassigned -s open', does: 'list open tickets that are not assigned' },
    { line: 'tracker tickets list --segment all --waiting --sort target', does: 'list what is to be answered first' },
    {
      line: 'tracker tickets list --segment all --stale 3d --sort updated',
      does: 'list inactive tickets, oldest first',
    },
    {
      line: 'tracker tickets list --since yesterday --segment all --state all',
      does: 'list what has changed since yesterday',
    },
    { line: 'tracker tickets list --segment all --state all --json | jq length', does: 'use it in a script' },
  ],
  run: async (context, _args, given) => {
    const list = { kind: 'ticket', verb: listed, narrow: narrowBy } as const;
    const { client, all: asked, sort, isWide } = await askedBy(context, { ...given }, list);
    requireTargets(context, sort);
    const has = (isAsked: (flags: ListFlags) => boolean): boolean => asked.some((each) => isAsked(each.given));
    const segment = asked.flatMap((each) => each.given.segment ?? [])[0] ?? (isWide ? 'all' : 'mine');
    const [waiting, snoozed] = [has((flags) => flags.waiting), has((flags) => flags.snoozed)];
    return await listWork(
      context,
      client,
      { ...given, sort },
      {
        view: ticketsBy(sortOf({ sort, waiting }), { waiting, snoozed }, context.show.isAsked),
        more: columnsHere(context, {
          waiting,
          snoozed,
          names: [...namesIn(sort), ...context.show.shownFields(ticketList)],
        }),
        route: 'GET /tickets',
        query: { segment, ...statusOnWire(client, asked) },
        asked,
        needsPeople: has(({ customer }) => customer.length > 0),
        // Organisations are looked for among all rows, which --waiting sorts.
        wholeFlags: [
          ...(has(({ org }) => org.length > 0) ? ['--org'] : []),
          ...(waiting ? ['--waiting'] : []),
          ...(snoozed ? ['--snoozed'] : []),
        ],
        changes: ticketChanges,
        placeOf:
          waiting || snoozed
            ? (row) => placeOf(row, { since: textOf(waiting ? row.waiting : row.snoozedUntil) })
            : undefined,
        emptyHint: emptyHints[segment],
      },
    );
  },
});

type ListFlags = FlagValues<typeof flags> & Order;

function narrowBy(context: Context, given: ListFlags): RowFilter<ListFlags> {
  refuseContradictions(given);
  return {
    given,
    isWide:
      asksForOthers(given) ||
      given.snoozed ||
      given.org.length > 0 ||
      given.customer.length > 0 ||
      given.search !== undefined,
    // A server ignores a status it does not know, so rows are also filtered by it here.
    words: { status: given.status, priority: given.priority, category: given.category, tag: given.tag },
    filtersFor: async (client, answer) => [
      ...(await filterByOrg(client, given.org, answer.rows)),
      ...(await filterByPeople(client, ['--customer', given.customer], { ...customers, answer })),
      ...(await filterByAssignees(client, given, { ...assigned, answer })),
      ...(given.waiting ? [mayBeWaiting] : []),
      ...(given.stale === undefined ? [] : [filterStale(context, given.stale)]),
      ...filterByText(given.search, ['id', 'displayId', 'subject', 'description']),
    ],
  };
}

export const verb: VerbBody = withListPage(listed, 'tickets');

/** Throws a usage error for flags that cannot be used together. */
export function refuseContradictions(given: Readonly<Record<string, unknown>>): void {
  const { waiting, state, assignee, unassigned } = given;
  if (waiting === true && state !== undefined) throw usageError('--waiting and --state cannot be used together');
  asksForOthers({ assignee: textsOf(assignee), unassigned: unassigned === true });
}

/** The column or field by which the list is sorted first; by default that of the last activity (docs/api.md, Tickets). */
export function sortOf({ sort, waiting }: Readonly<Record<string, unknown>>): string {
  return textsOf(sort)[0]?.replace(/^-/, '') ?? (waiting === true ? 'waiting' : 'updated');
}

const emptyHints = {
  mine: 'of yours (--segment all shows every ticket)',
  watched: 'watched by you',
  all: 'that you can see',
};

/** The server filters by one status at most, in its own spelling: by the first that must be the one. */
function statusOnWire(client: Client, asked: readonly RowFilter<ListFlags>[]): { readonly status?: string } {
  const [only] = asked.map(({ given }) => given.status).find((words) => words.length === 1) ?? [];
  if (only === undefined || only.startsWith('!')) return {};
  const [status, other] = spellings(client, 'ticket-status', only);
  return status === undefined || other !== undefined ? {} : { status };
}

/** The others need not be read. */
const mayBeWaiting: Filter = { flag: '--waiting', fields: [], reads: ['status'], keeps: mayWait };

/** The most details that a list reads. */
const mostRead = 500;

interface ColumnChoice {
  /** What is filtered by. */
  readonly waiting: boolean;
  readonly snoozed: boolean;
  /** The columns that are sorted by or shown. */
  readonly names: readonly string[];
}

/** Adds what this computer knows of being put off, and with `waitingColumns` who waits, where that is asked for. */
function columnsHere(context: Context, asked: ColumnChoice): More {
  const waiting = waitingColumns(context, asked.waiting);
  const isAsked = asked.waiting || asked.names.some((name) => waiting.columns.includes(name));
  const read: More['read'] = async (rows, onPart) => {
    const found = new Map([...(await readSnoozed(context, rows))].map(([row, each]) => [uuidOf(row), each]));
    const whole = (row: Row): Row => {
      const { until = null, woken = null } = found.get(uuidOf(row)) ?? {};
      return { snoozedUntil: woken ? null : until, woken, ...row };
    };
    const chosen = asked.snoozed ? rows.filter((row) => isAsleep(found.get(uuidOf(row)))) : rows;
    const part = onPart && ((known: readonly Row[]) => onPart(known.map(whole)));
    const shown = (isAsked ? await waiting.read(chosen, part) : chosen).map(whole);
    const asleep = asked.snoozed ? [] : shown.filter(({ snoozedUntil }) => snoozedUntil).map(refOf);
    if (asked.waiting && asleep.length > 0 && context.io.stdout.isTerminal)
      await context.show.say(`${someOf(asleep, 3)} ${asleep.length === 1 ? 'is' : 'are'} put off.`);
    return shown;
  };
  const columns = [...waiting.columns, 'snoozedUntil', 'woken'];
  return { columns, isFilter: asked.waiting || asked.snoozed, read };
}

/** Adds since when tickets wait and who wrote last, and leaves out those that were not read, and says how many. */
function waitingColumns(context: Context, isFilter: boolean): More {
  const hasTargets = context.settings.stored['response-target'] !== undefined;
  const isBrief = context.show.shownFields(ticketList).includes('waitsFor');
  // What was not read is shown as such.
  const isKept = isBrief && !isFilter;
  const read: More['read'] = async (rows, onPart) => {
    const found = new Map<Row, WaitState>();
    const shown = (): readonly Row[] =>
      rows.flatMap((row): readonly Row[] => {
        const waiting = found.get(row);
        if (waiting === undefined && isKept) return [row];
        if (waiting === undefined || (isFilter && !waiting.isWaiting)) return [];
        const due = (waiting.isWaiting && dueOf(context, row, waiting.since)) || null;
        return [
          {
            ...{ waiting: waiting.since ?? null, lastBy: waiting.lastBy ?? null },
            ...(hasTargets && { due }),
            ...(isBrief && { waitsFor: waitWords(waiting) }),
            ...row,
          },
        ];
      });
    const { unread } = await readWaiting(context, rows, {
      most: mostRead,
      found,
      // After 32, 64 and so on, so that all of these together take no longer than the last one.
      onFound: () => found.size >= 32 && Number.isInteger(Math.log2(found.size)) && onPart?.(shown()),
    });
    if (unread > 0)
      await context.show.warn(
        `${unread === 1 ? '1 ticket was' : `${unread} tickets were`} not read${isKept ? '' : unread === 1 ? ' and is left out' : ' and are left out'}`,
        rows.length > mostRead
          ? `a list reads at most ${mostRead}; choose fewer with --segment, --org or --status`
          : undefined,
      );
    const columns = shown();
    const refs = columns.filter(({ lastBy }) => lastBy === 'unknown').map(refOf);
    const named = listWords(refs.length > 3 ? [...refs.slice(0, 3), 'others'] : refs, 'and');
    // The column that says so has no room on most screens.
    if (isFilter && refs.length > 0 && context.io.stdout.isTerminal)
      await context.show.say(`It is not known whether the last message on ${named} is from the team.`);
    return columns;
  };
  return { columns: ['waiting', 'lastBy', 'waitsFor', 'due', 'target'], isFilter, read };
}

const assigned = {
  fields: ['assignees', 'assignedAgentId'],
  idsOf: (row: Row) => textsOf(row.assignees ?? [row.assignedAgentId]),
};

const customers = { fields: ['customerId'], idsOf: (row: Row) => textsOf([row.customerId]) };

function filterStale(context: Context, age: number): Filter {
  const limit = context.now().getTime() - age;
  const keeps = (row: Row): boolean => Date.parse(lastActivity(row) ?? '') <= limit;
  return { flag: '--stale', fields: ['lastMessageAt', 'updatedAt', 'updated'], keeps };
}

async function filterByOrg(client: Client, given: readonly string[], rows: readonly Row[]): Promise<readonly Filter[]> {
  const find = async (org: string): Promise<readonly string[]> => [await resolveOrg(client, org)];
  const fields = ['orgId', 'orgSlug', 'orgName'];
  const namesOf = (row: Row): readonly string[] => fields.flatMap((field) => textOf(row[field])?.toLowerCase() ?? []);
  return await filterByFound('--org', given, { fields, namesOf, rows, find });
}
