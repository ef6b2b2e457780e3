import type { Client } from '../../client/client.js';
import { type Row, refOf, rowsAt, textOf, uuidOf } from '../../contract/row.js';
import { isFinished, rankOf } from '../../views/cells/tones.js';
import { isWaiting, silentSince } from '../tickets/waiting.js';

/** Tasks or tickets in the order in which they should be done. */
export interface Queue {
  readonly kind: 'task' | 'ticket';
  /** Sorted by `key`. */
  readonly rows: readonly { readonly uuid: string; readonly key: string }[];
}

/** The tickets waiting for the team, those silent the longest first. */
export async function ticketQueue(client: Client, segment: 'mine' | 'watched' | 'all'): Promise<Queue> {
  const reply = await client.call('GET /tickets', { query: { segment } });
  const keyOf = (row: Row): string => new Date(Date.parse(silentSince(row)) || 0).toISOString();
  return toQueue('ticket', rowsAt(reply, 'tickets').filter(isWaiting), keyOf);
}

/** The user's unfinished tasks by due day, then by priority; those without a day come last. */
export async function taskQueue(client: Client): Promise<Queue> {
  const reply = await client.call('GET /tasks', { query: { scope: 'mine' } });
  const open = rowsAt(reply, 'tasks').filter((row) => !isFinished(textOf(row.status)));
  const keyOf = (row: Row): string =>
    `${textOf(row.due) || '9999-12-31'} ${9 - (rankOf('priority', textOf(row.priority) ?? '') ?? 0)}`;
  return toQueue('task', open, keyOf);
}

function toQueue(kind: Queue['kind'], rows: readonly Row[], keyOf: (row: Row) => string): Queue {
  const keyed = rows.map((row) => ({ uuid: uuidOf(row), key: `${keyOf(row)} ${refOf(row)}` }));
  return { kind, rows: keyed.sort((one, other) => (one.key < other.key ? -1 : 1)) };
}
