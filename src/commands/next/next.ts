import { choice, toggle } from '../../args/flag.js';
import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { TrackerError, usageError } from '../../errors.js';
import { verb as viewTask } from '../tasks/view.js';
import { verb as viewTicket } from '../tickets/view.js';
import { type Queue, taskQueue, ticketQueue } from './queue.js';

export const verb = defineVerb({
  details: [
    'Shows the unfinished ticket that has gone longest without a message, of those that are neither paused nor waiting for',
    'the customer. From then on, @ stands for it: tracker reply @ "On it." The next call shows the one after @. Without a',
    'terminal, the first is shown every time.',
  ].join('\n'),
  prints: 'text',
  flags: {
    first: toggle('--first', 'begin again with the one that has waited longest'),
    tasks: toggle('--tasks', 'show your unfinished tasks instead, by due day and priority'),
    segment: choice(
      '--segment',
      'the tickets to choose from: mine, watched or all (default: all)',
      oneOf('segment', ['mine', 'watched', 'all']),
    ),
  },
  examples: [
    { line: 'tracker next', does: 'show what should be answered first' },
    { line: 'tracker next --first', does: 'begin again' },
    { line: 'tracker next --tasks', does: 'show what you should do next' },
  ],
  run: async (context, _args, { first, tasks, segment }) => {
    if (tasks && segment !== undefined) throw usageError('--segment and --tasks cannot be used together');
    const client = await context.client();
    const queue = tasks ? await taskQueue(client) : await ticketQueue(client, segment ?? 'all');
    const at = first ? 0 : await followingIn(client, queue);
    const row = queue.rows[at];
    if (row === undefined) return await sayEnd(context, queue);
    const view = queue.kind === 'task' ? viewTask : viewTicket;
    const { keep } = await client.lastShown();
    const goOn = (): void => keep({ place: JSON.stringify([queue.kind, row.uuid, row.key]) });
    try {
      await view.run(context, [`${queue.kind}:${row.uuid}`], { comments: undefined, public: false, web: false });
    } catch (error) {
      // A row that the server lists and does not show must not block the queue; after any other error it is tried again.
      if (error instanceof TrackerError && ['not_found', 'forbidden'].includes(error.kind)) goOn();
      throw error;
    }
    goOn();
  },
});

/**
 * Where the queue goes on: after `@`, or, if that is what `next` showed last, after the place it had then, since a reply may
 * have moved it.
 */
async function followingIn(client: Client, { kind, rows }: Queue): Promise<number> {
  const { entity, place } = await client.lastShown();
  const last = readPlace(place);
  const shown = rows.findIndex(({ uuid }) => uuid === entity?.uuid);
  if (shown >= 0 && entity?.uuid !== last?.uuid) return shown + 1;
  if (last === undefined || last.kind !== kind) return 0;
  const after = rows.findIndex(({ uuid, key }) => uuid !== last.uuid && key > last.key);
  return after < 0 ? rows.length : after;
}

interface Place {
  readonly kind: string;
  readonly uuid: string;
  readonly key: string;
}

function readPlace(text: string | undefined): Place | undefined {
  try {
    const [kind, uuid, key]: unknown[] = JSON.parse(text ?? '');
    if (typeof kind === 'string' && typeof uuid === 'string' && typeof key === 'string') return { kind, uuid, key };
  } catch {
    // Nothing was shown yet.
  }
  return undefined;
}

async function sayEnd({ show }: Context, { kind, rows }: Queue): Promise<void> {
  if (rows.length > 0) return await show.say(`That was the last ${kind}; tracker next --first begins again.`);
  await show.say(kind === 'task' ? 'You have no unfinished tasks.' : 'No tickets are waiting.');
}
