import type { Context } from '../../args/context.js';
import { applyFilters, type Filter } from '../../args/filter.js';
import { toggle } from '../../args/flag.js';
import type { Period } from '../../args/period.js';
import { filterByCreation, isPast, periodFlags, readPeriod } from '../../args/since.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { inboxPages } from '../../client/inbox.js';
import { orElse, usageError } from '../../contract/errors.js';
import { isRow, numberAt, type Row, rowAt, rowsAt, sortedBy } from '../../contract/row.js';
import { type StatusData, statusObject, statusPipeLines } from '../../views/status.js';
import { ticketChanges } from '../../views/tickets/list.js';
import type { SnoozedTicket } from '../conversations/snoozed.js';
import type { WaitState } from '../conversations/waiting.js';
import { openBlocks } from '../showing/blocks.js';
import { refuseFormat } from '../showing/open-web.js';
import { settingFor } from '../showing/setting.js';
import { filterBySince, taskChanges } from '../work/listing/changed-since.js';

/** The most tickets whose details are read to see who waits. */
const mostRead = 50;

export const verb = defineVerb({
  details: [
    'If part of it cannot be loaded, the rest is still shown, and the exit code is 8.',
    `On a terminal, it also says which of your ${mostRead} oldest tickets are waiting for the team, longest wait first, and leaves out`,
    'those that you have put off (tracker snooze), and counts them.',
    '--since and --until show the tasks and tickets that have changed in that time, finished ones included, and count its notifications',
    '(new in JSON and in a pipe).',
    '--short prints one line for a shell prompt, or nothing if nothing is waiting. It uses what was read in the last minute.',
    'Otherwise, it asks the server, waits at most 0.3 s, and keeps a late response for the next prompt. It never prints an error.',
    'In a pipe, tasks and tickets are the numbers of open ones; in JSON, they list all of yours.',
  ].join('\n'),
  prints: { detail: statusPipeLines },
  flags: { short: toggle('--short', 'print one line for a shell prompt'), ...periodFlags('what has changed') },
  copesWithUnsafe: ({ short }) => Boolean(short),
  examples: [
    { line: 'tracker status', does: 'see what is waiting' },
    { line: "PS1='$(tracker status --short) $ '", does: 'use it in a shell prompt' },
    { line: 'tracker status --json | jq .unread', does: 'use it in a script' },
  ],
  run: async (context, _args, { short, since, until }) => {
    if (short) {
      refuseFormat(context, '--short');
      if (since !== undefined || until !== undefined)
        throw usageError(`--short and --${since === undefined ? 'until' : 'since'} cannot be used together`);
      const { printShort } = await import('./short.js');
      return await printShort(context);
    }
    const period = await readPeriod({ since, until }, context.now());
    const client = await context.client();
    const { ask, errors, failure } = openBlocks();
    const [me, inbox, tasks, tickets] = await Promise.all([
      ask('me', async () => rowAt(await client.call('GET /me'), 'user')),
      ask('inbox', async () => await readInbox(client, period)),
      ask('tasks', async () => {
        const reply = await client.call('GET /tasks', { query: { scope: 'mine' } });
        return await readBlock(context, 'task', reply, filterBySince(context, client, period, taskChanges));
      }),
      ask('tickets', async () => {
        const reply = await client.call('GET /tickets', { query: { segment: 'mine' } });
        return await readBlock(context, 'ticket', reply, filterBySince(context, client, period, ticketChanges));
      }),
    ]);
    const data: StatusData = {
      me: me ?? null,
      unread: inbox?.unread ?? null,
      ...(period && { new: inbox?.new ?? null }),
      tasks: tasks?.rows ?? null,
      tickets: tickets?.rows ?? null,
      errors: errors(),
    };
    const setting = settingFor(context, client, { ...tasks?.people, ...tickets?.people });
    const queue = period ? undefined : await readQueue(context, data.tickets);
    return { is: 'object', failure: failure(), data: statusObject({ ...data, queue }, setting, period !== undefined) };
  },
});

/** Which tickets wait for an answer; only for people, because it takes details. */
async function readQueue(context: Context, tickets: StatusData['tickets']): Promise<StatusData['queue']> {
  if (tickets === null || !context.io.stdout.isTerminal || context.show.isAsked) return undefined;
  const { mayWait, placeOf, readSnoozed, readWaiting } = await import('../conversations/waiting.js');
  const snoozed = await orElse(readSnoozed(context, tickets), () => new Map<Row, SnoozedTicket>());
  const asleep = new Set([...snoozed].flatMap(([row, { woken }]) => (woken ? [] : [row])));
  const open = tickets.filter((row) => mayWait(row) && !asleep.has(row));
  const found = new Map<Row, WaitState>();
  await orElse(readWaiting(context, open, { most: mostRead, found, isQuiet: true }), () => undefined);
  const waiting = [...found].flatMap(([row, each]) => (each.isWaiting ? [{ row, since: each.since }] : []));
  return { waiting: sortedBy(waiting, (each) => placeOf(each.row, each)), unread: open.length - found.size, asleep };
}

/** How many notifications are unread, and how many have come in in that time. */
async function readInbox(client: Client, period: Period | undefined): Promise<Pick<StatusData, 'unread' | 'new'>> {
  const unread = numberAt(await client.call('GET /inbox/badge'), 'unread');
  if (!period) return { unread };
  let count = 0;
  for await (const { items } of inboxPages(client, { count: Number.POSITIVE_INFINITY, unread: false })) {
    count += applyFilters(items, filterByCreation(period)).length;
    if (isPast(items, period)) break;
  }
  return { unread, new: count };
}

async function readBlock(context: Context, kind: 'task' | 'ticket', reply: Row, filters: readonly Filter[]) {
  const rows = rowsAt(reply, `${kind}s`);
  const people = isRow(reply.users) ? reply.users : {};
  if (filters.length === 0) return { rows, people };
  // Loaded here, because only --since needs it.
  const { sourceOf } = await import('../showing/row-source.js');
  const view = { noun: `${kind}s`, columns: [], fields: [] };
  const source = sourceOf(context, await context.client(), { kind, view, rows, people });
  return { rows: await source.filter(filters), people };
}
