import type { Client } from '../../client/client.js';
import { isFresh, isUsable, readShortStatus } from '../../client/learn/short-status.js';
import { parseExactly } from '../../client/responses/exact-numbers.js';
import type { Context } from '../../context.js';
import { numberAt, type Row, rowsAt } from '../../contract/row.js';
import { readBytes } from '../../http/body/read.js';
import { rememberStatus } from './remember.js';

/** How long a prompt may wait for the server (milliseconds). */
const patienceMs = 300;

/**
 * Prints the line for a shell prompt: as remembered, or else as the server answers at once. Where it cannot, a line of the last
 * hour is shown if the server is only slow, and nothing otherwise. Never fails.
 */
export async function printShort(context: Context): Promise<void> {
  const line = await readLine(context).catch(() => '');
  if (line !== '') await context.show.text(`${line}\n`);
}

async function readLine(context: Context): Promise<string> {
  const client = await context.client();
  const now = context.now();
  const known = readShortStatus(client.index.remembered('status'), client.userId);
  if (known && isFresh(known, now)) return known.line;
  const late = AbortSignal.timeout(patienceMs);
  try {
    return rememberStatus(client, await ask(client, AbortSignal.any([context.signal, late])), now);
  } catch {
    return late.aborted && known && isUsable(known, now) ? known.line : '';
  }
}

async function ask(client: Client, signal: AbortSignal) {
  const read = async (path: string): Promise<Row | undefined> => {
    const url = new URL(`api/v1/${path}`, client.base);
    const reply = await client.raw({ method: 'GET', url, headers: { accept: 'application/json' }, signal });
    if (reply.status === 200) return parseExactly(Buffer.from(await readBytes(reply)).toString('utf8')) as Row;
    reply.discard();
    return undefined;
  };
  const [inbox, tasks, tickets] = await Promise.all([
    read('inbox/badge'),
    read('tasks?scope=mine'),
    read('tickets?segment=mine'),
  ]);
  if (!inbox && !tasks && !tickets) throw new Error('nothing could be read');
  return {
    unread: inbox ? numberAt(inbox, 'unread') : null,
    tasks: tasks ? rowsAt(tasks, 'tasks') : null,
    tickets: tickets ? rowsAt(tickets, 'tickets') : null,
  };
}
