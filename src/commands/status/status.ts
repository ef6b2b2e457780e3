import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { isRow, type Row, rowsOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import { type StatusData, shortStatus, statusObject } from '../../views/status.js';
import { refuseFormat } from '../open-web.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: [
    'The four requests go out together. Where one fails the others are shown all the same, and the exit code is 8.',
    '--short prints one line for a shell prompt, and nothing when nothing waits.',
  ].join('\n'),
  flags: { short: toggle('--short', 'one line for a shell prompt') },
  examples: [
    { line: 'tracker status', does: 'at a glance' },
    { line: "PS1='$(tracker status --short) $ '", does: 'in a prompt' },
    { line: 'tracker status --json | jq .unread', does: 'for scripts' },
  ],
  run: async (context, _args, { short }) => {
    if (short) refuseFormat(context, '--short');
    const client = await context.client();
    const { data, people, failures } = await askAll(client);
    const setting = settingFor(context, client, people);
    if (short) {
      const line = shortStatus(data, context.now());
      await context.show.text(line === '' ? '' : `${line}\n`);
    } else if (failures.length < blocks) {
      await context.show.object(statusObject(data, setting));
    }
    if (failures.length > 0) throw summarize(failures);
  },
});

const blocks = 4;

interface Answers {
  readonly data: StatusData;
  readonly people: Row;
  readonly failures: readonly (readonly [block: string, error: unknown])[];
}

async function askAll(client: Client): Promise<Answers> {
  const failures: [string, unknown][] = [];
  const ask = async <T>(block: string, call: Promise<T>): Promise<T | undefined> => {
    try {
      return await call;
    } catch (error) {
      failures.push([block, error]);
      return undefined;
    }
  };
  const [me, badge, tasks, tickets] = await Promise.all([
    ask('me', client.call('GET /me')),
    ask('inbox', client.call('GET /inbox/badge')),
    ask('tasks', client.call('GET /tasks', { query: { scope: 'mine' } })),
    ask('tickets', client.call('GET /tickets', { query: { segment: 'mine' } })),
  ]);
  const data = {
    me: isRow(me?.user) ? me.user : null,
    unread: typeof badge?.unread === 'number' ? badge.unread : null,
    tasks: tasks && rowsOf(tasks.tasks),
    tickets: tickets && rowsOf(tickets.tickets),
    errors: Object.fromEntries(
      failures.map(([block, error]) => [block, error instanceof Error ? error.message : 'failed']),
    ),
  };
  const people = { ...(isRow(tasks?.users) ? tasks.users : {}), ...(isRow(tickets?.users) ? tickets.users : {}) };
  return { data: { ...data, tasks: data.tasks ?? null, tickets: data.tickets ?? null }, people, failures };
}

/** One error for all: the common one where every block failed alike, else `partial`. */
function summarize(failures: Answers['failures']): unknown {
  const [first] = failures;
  const kinds = new Set(failures.map(([, error]) => (error instanceof TrackerError ? error.kind : 'failed')));
  const isSignIn = failures.find(([, error]) => error instanceof TrackerError && error.kind === 'sign_in_required');
  if (isSignIn) return isSignIn[1];
  if (failures.length === blocks && kinds.size === 1) return first?.[1];
  return new TrackerError('partial', `could not load ${failures.map(([block]) => block).join(', ')}`);
}
