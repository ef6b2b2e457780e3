import { parseAge } from '../../args/duration.js';
import { applyFilters, type Filter, filterByTag, filterByText, filterByWord } from '../../args/filter.js';
import { choice, type FlagValues, names, text, toggle, value } from '../../args/flag.js';
import { kind, oneOf, serverWord } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { resolveOrg } from '../../client/find/orgs.js';
import { resolvePeople } from '../../client/find/people.js';
import type { Context } from '../../context.js';
import { type Row, rowsAt, textOf, textsOf } from '../../contract/row.js';
import { usageError } from '../../errors.js';
import { arrange } from '../../views/arrange.js';
import { lastActivity, ticketList } from '../../views/tickets/list.js';
import { settingFor } from '../setting.js';

const flags = {
  segment: choice(
    '--segment',
    'mine: yours as customer, author or assignee; watched: pinned by you; all: every ticket you can see (default: mine)',
    oneOf('segment', ['mine', 'watched', 'all']),
  ),
  status: names('-s, --status', 'only these statuses', serverWord('ticket-status')),
  priority: names('-p, --priority', 'only these priorities', serverWord('ticket-priority')),
  category: names('--category', 'only these categories', serverWord('ticket-category')),
  org: names('--org', 'only tickets of these organisations: slug, name or id', kind('org')),
  assignee: names('-a, --assignee', 'only tickets of these people: @me, a name or part of one, an id', kind('user')),
  unassigned: toggle('--unassigned', 'only unassigned tickets'),
  tag: names('--tag', 'only tickets with one of these tags', serverWord('ticket-tag')),
  stale: value('--stale', 'only tickets without activity for this long, such as 3d or 12h', {
    value: kind('age'),
    parse: parseAge,
  }),
  search: text('--search', 'only tickets with these words in their reference, subject or description', kind('text')),
};

export const verb = defineVerb({
  details:
    'Several values of a flag match any of them; different flags must all match. Tickets are listed in the order of the server, most recently active first, unless --sort is given.',
  prints: { list: ticketList },
  flags,
  examples: [
    { line: 'tracker tickets', does: 'list your tickets' },
    {
      line: 'tracker tickets list --segment all --unassigned -s open',
      does: 'list open tickets that are not assigned',
    },
    {
      line: 'tracker tickets list --segment all --stale 3d --sort updated',
      does: 'list inactive tickets, oldest first',
    },
    { line: 'tracker tickets list --segment all --json | jq length', does: 'use it in a script' },
  ],
  run: async (context, _args, given) => {
    if (given.unassigned && given.assignee.length > 0)
      throw usageError('--assignee and --unassigned cannot be used together');
    const client = await context.client();
    const [status] = given.status.length === 1 ? given.status : [];
    const query = {
      segment: given.segment ?? ('mine' as const),
      ...(status !== undefined && { status: wordOnWire(status) }),
    };
    const reply = await client.call('GET /tickets', { query });
    const rows = rowsAt(reply, 'tickets');
    const filters = [
      // A server ignores a status it does not know, so rows are also filtered here.
      ...filterByWord('--status', 'status', given.status),
      ...filterByWord('--priority', 'priority', given.priority),
      ...filterByWord('--category', 'category', given.category),
      ...(await filterByOrg(client, given.org, rows)),
      ...(await filterByAssignee(client, given, reply.users)),
      ...filterByTag('--tag', given.tag),
      ...(given.stale === undefined ? [] : [filterStale(context, given.stale)]),
      ...filterByText(given.search, ['id', 'displayId', 'subject', 'description']),
    ];
    const setting = settingFor(context, client, reply.users);
    const { limit, sort } = given;
    const arranged = arrange(ticketList, applyFilters(rows, filters), { sort, limit, allRows: rows, setting });
    if (arranged.rows.length === 0) {
      const { warnUnseen } = await import('../unseen.js');
      await warnUnseen(context, client, [
        { flag: '--status', kind: 'ticket-status', words: given.status },
        { flag: '--priority', kind: 'ticket-priority', words: given.priority },
        { flag: '--category', kind: 'ticket-category', words: given.category },
      ]);
    }
    await context.show.list(ticketList, { ...arranged, setting, emptyHint: emptyHint(filters, given.segment) });
  },
});

function wordOnWire(word: string): string {
  return word.toLowerCase().replaceAll('-', '_');
}

function emptyHint(filters: readonly Filter[], segment: string | undefined): string {
  if (filters.length > 0) return 'match';
  if (segment === 'watched') return 'watched by you';
  return segment === 'all' ? 'that you can see' : 'of yours (--segment all shows every ticket)';
}

function filterStale(context: Context, age: number): Filter {
  const limit = context.now().getTime() - age;
  const keeps = (row: Row): boolean => Date.parse(lastActivity(row) ?? '') <= limit;
  return { flag: '--stale', fields: ['lastMessageAt', 'updatedAt', 'updated'], keeps };
}

async function filterByOrg(
  client: Client,
  wanted: readonly string[],
  rows: readonly Row[],
): Promise<readonly Filter[]> {
  if (wanted.length === 0) return [];
  const seen = new Set(rows.flatMap(orgNames));
  const accepted = new Set<string>();
  for (const name of wanted) {
    if (seen.has(name.toLowerCase())) accepted.add(name.toLowerCase());
    else accepted.add((await resolveOrg(client, name)).toLowerCase());
  }
  return [
    {
      flag: '--org',
      fields: ['orgId', 'orgSlug', 'orgName'],
      keeps: (row) => orgNames(row).some((name) => accepted.has(name)),
    },
  ];
}

function orgNames(row: Row): readonly string[] {
  return [row.orgId, row.orgSlug, row.orgName].flatMap((name) => textOf(name)?.toLowerCase() ?? []);
}

async function filterByAssignee(
  client: Client,
  given: FlagValues<typeof flags>,
  users: unknown,
): Promise<readonly Filter[]> {
  const idsOf = (row: Row): readonly string[] => textsOf(row.assignees ?? [row.assignedAgentId]);
  if (given.unassigned)
    return [
      { flag: '--unassigned', fields: ['assignees', 'assignedAgentId'], keeps: (row) => idsOf(row).length === 0 },
    ];
  if (given.assignee.length === 0) return [];
  const ids = await resolvePeople(given.assignee, { client, people: users });
  return [
    {
      flag: '--assignee',
      fields: ['assignees', 'assignedAgentId'],
      keeps: (row) => idsOf(row).some((id) => ids.has(id)),
    },
  ];
}
