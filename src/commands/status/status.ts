import { applyFilters, type Filter } from '../../args/filter.js';
import { toggle } from '../../args/flag.js';
import { sinceFlag } from '../../args/since.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { isRow, numberAt, type Row, rowAt, rowsAt } from '../../contract/row.js';
import { TrackerError, usageError } from '../../errors.js';
import { type StatusData, statusObject, statusPipeLines } from '../../views/status.js';
import { refuseFormat } from '../showing/open-web.js';
import { settingFor } from '../showing/setting.js';
import { filterBySince, taskChanges } from '../tasks-and-tickets/changed-since.js';
import { ticketChanges } from '../tickets/changes.js';
import { rememberStatus } from './remember.js';

export const verb = defineVerb({
  details: [
    'Sends four requests at once. If some fail, the rest is still shown, and the exit code is 8.',
    '--since shows the tasks and tickets that have changed since then, finished ones included.',
    '--short prints one line for a shell prompt, or nothing if nothing is waiting. It remembers the line for a minute; after\nthat it waits at most 0.3 s for the server. It never prints an error. In a pipe, tasks and tickets are the numbers of open ones; in JSON, they\nare all your rows.',
  ].join('\n'),
  prints: { detail: statusPipeLines },
  flags: { short: toggle('--short', 'print one line for a shell prompt'), since: sinceFlag('what has changed') },
  examples: [
    { line: 'tracker status', does: 'see what is waiting' },
    { line: "PS1='$(tracker status --short) $ '", does: 'use it in a shell prompt' },
    { line: 'tracker status --json | jq .unread', does: 'use it in a script' },
  ],
  run: async (context, _args, { short, since }) => {
    if (short) {
      refuseFormat(context, '--short');
      if (since !== undefined) throw usageError('--short and --since cannot be used together');
      return await (await import('./short.js')).printShort(context);
    }
    const changed = {
      tasks: filterBySince(context, since, taskChanges),
      tickets: filterBySince(context, since, ticketChanges),
    };
    const client = await context.client();
    const { data, people, failures } = await askAll(client, changed);
    const setting = settingFor(context, client, people);
    if (since === undefined) rememberStatus(client, data, context.now());
    if (failures.length < blocks) await context.show.object(statusObject(data, setting, since !== undefined));
    if (failures.length > 0) throw summarize(failures);
  },
});

const blocks = 4;

interface Answers {
  readonly data: StatusData;
  readonly people: Row;
  readonly failures: readonly (readonly [block: string, error: unknown])[];
}

async function askAll(
  client: Client,
  changed: Readonly<Record<'tasks' | 'tickets', readonly Filter[]>>,
): Promise<Answers> {
  const failures: [string, unknown][] = [];
  const ask = async <T>(block: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      failures.push([block, error]);
      return undefined;
    }
  };
  const [me, unread, tasks, tickets] = await Promise.all([
    ask('me', async () => rowAt(await client.call('GET /me'), 'user')),
    ask('inbox', async () => numberAt(await client.call('GET /inbox/badge'), 'unread')),
    ask('tasks', async () =>
      readBlock(await client.call('GET /tasks', { query: { scope: 'mine' } }), 'tasks', changed.tasks),
    ),
    ask('tickets', async () =>
      readBlock(await client.call('GET /tickets', { query: { segment: 'mine' } }), 'tickets', changed.tickets),
    ),
  ]);
  const data = {
    me: me ?? null,
    unread: unread ?? null,
    tasks: tasks?.rows ?? null,
    tickets: tickets?.rows ?? null,
    errors: Object.fromEntries(failures.map(([block, error]) => [block, reasonOf(error)])),
  };
  return { data, people: { ...tasks?.people, ...tickets?.people }, failures };
}

/** The rows of a list and the people in them. */
function readBlock(
  reply: Row,
  field: string,
  filters: readonly Filter[],
): { readonly rows: readonly Row[]; readonly people: Row } {
  return { rows: applyFilters(rowsAt(reply, field), filters), people: isRow(reply.users) ? reply.users : {} };
}

/** One error for all: the common one if every block failed in the same way, else `partial`. */
function summarize(failures: Answers['failures']): unknown {
  const [first] = failures;
  const kinds = new Set(failures.map(([, error]) => (error instanceof TrackerError ? error.kind : 'failed')));
  const isSignIn = failures.find(([, error]) => error instanceof TrackerError && error.kind === 'sign_in_required');
  if (isSignIn) return isSignIn[1];
  if (failures.length === blocks && kinds.size === 1) return first?.[1];
  const blocksByReason = new Map<string, string[]>();
  for (const [block, error] of failures)
    blocksByReason.set(reasonOf(error), [...(blocksByReason.get(reasonOf(error)) ?? []), block]);
  const reasons = [...blocksByReason].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
  return new TrackerError('partial', `could not load ${reasons.join('; ')}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'failed';
}
