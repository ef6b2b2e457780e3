import { statSync } from 'node:fs';
import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { isFresh, isUsable, readShortStatus } from '../../client/learn/short-status.js';
import { parseExactly } from '../../client/responses/exact-json.js';
import { numberAt, type Row, rowsAt } from '../../contract/row.js';
import { readBytes } from '../../http/body/read.js';
import { type StatusData, shortStatus } from '../../views/status.js';

/** How long a prompt may wait for the server (milliseconds). */
const patienceMs = 300;

/** How long a process of its own may wait for a response that may bring a new token (milliseconds). */
const longestMs = 3_000;

/** Set for that process. */
const patientVariable = 'TRACKER_STATUS_PATIENT';

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
  const known = readShortStatus(client.index.remembered('status'), await client.owner());
  // No prompt may start a helper, which may ask for a password.
  if (await context.servers.vault.needsHelper())
    return known && isUsable(known, now) && (await isSignedIn(context)) ? known.line : '';
  const rotates = await client.rotates();
  if (known && isFresh(known, now)) return known.line;
  const isApart = Boolean(context.settings.env[patientVariable]);
  const usable = known && isUsable(known, now) ? known.line : '';
  if (!isApart) {
    const said = await askApart(context, client);
    if (said !== undefined) return said.line || (said.isLate ? usable : '');
  }
  const late = AbortSignal.timeout(isApart ? longestMs : patienceMs);
  // A server that has been asked before without a rotation is unlikely to begin now.
  const isPatient = rotates || known === undefined;
  const read = async (path: string): Promise<Row | undefined> =>
    await readInTime(context, client, { path, late, isPatient });
  try {
    return await rememberStatus(client, await ask(read, rotates), now);
  } catch {
    return late.aborted ? usable : '';
  } finally {
    if (isApart) client.index.remember('asking', '0');
  }
}

async function isSignedIn({ servers, settings: { env } }: Context): Promise<boolean> {
  if (env.TRACKER_TOKEN || env.TRACKER_TOKEN_FILE) return true;
  return await servers.vault.isSignedIn((await servers.chosen()).entry);
}

/** What another process has said so far. */
interface Said {
  readonly line: string;
  /** Whether it is still waiting for the server. */
  readonly isLate: boolean;
}

/**
 * Lets another process ask, and waits for it no longer than for a server. That may not be interrupted, because a new token in the
 * response would be lost, and the user signed out (docs/requirements.md, R16); nor can looking up a name, which keeps a process
 * from ending. Undefined if it cannot be started.
 */
async function askApart(context: Context, client: Client): Promise<Said | undefined> {
  const { target, insecureHttp } = context.settings;
  const now = context.now().getTime();
  const asked = Number(client.index.remembered('asking') ?? 0);
  // The one that was started at an earlier prompt may still wait.
  if (now >= asked && now - asked < longestMs) return { line: '', isLate: true };
  client.index.remember('asking', String(now));
  const where = target.kind === 'named' && target.source === '-I' ? ['-I', target.text] : [];
  const isPiped = isFromPipe(context);
  const late = AbortSignal.timeout(patienceMs);
  const line = await context.launch.apart({
    args: ['status', '--short', ...where, ...(insecureHttp ? ['--insecure-http'] : [])],
    env: { [patientVariable]: '1', ...(isPiped && { TRACKER_TOKEN_FILE: client.givenToken ? '/dev/stdin' : '' }) },
    input: isPiped ? client.givenToken : undefined,
    signal: AbortSignal.any([context.signal, late]),
  });
  if (line === undefined) client.index.remember('asking', '0');
  return line === undefined ? undefined : { line: line.trimEnd(), isLate: late.aborted };
}

/** Whether the token comes from a pipe, or standard input like `/dev/stdin`, which no other process can read again. */
function isFromPipe({ settings: { env } }: Context): boolean {
  const { TRACKER_TOKEN: token, TRACKER_TOKEN_FILE: file } = env;
  if (token || !file) return false;
  return /^\/(?:dev|proc)\//.test(file) || !statSync(file, { throwIfNoEntry: false })?.isFile();
}

async function ask(read: (path: string) => Promise<Row | undefined>, rotates: boolean) {
  const paths = ['inbox/badge', 'tasks?scope=mine', 'tickets?segment=mine'] as const;
  // One after another where each response may have the token of the next request.
  let last: Promise<unknown> = Promise.resolve();
  const replies = paths.map((path) => {
    const reply = rotates ? last.then(() => read(path)) : read(path);
    last = reply;
    return reply;
  });
  const [inbox, tasks, tickets] = await Promise.all(replies);
  if (!inbox && !tasks && !tickets) throw new Error('nothing could be read');
  return {
    unread: inbox ? numberAt(inbox, 'unread') : null,
    tasks: tasks ? rowsAt(tasks, 'tasks') : null,
    tickets: tickets ? rowsAt(tickets, 'tickets') : null,
  };
}

interface Reading {
  readonly path: string;
  readonly late: AbortSignal;
  readonly isPatient: boolean;
}

/** Reads something unless it is late. Where the server may rotate the token, a request that was sent is not given up. */
async function readInTime(
  context: Context,
  client: Client,
  { path, late, isPatient }: Reading,
): Promise<Row | undefined> {
  const gaveUp = new AbortController();
  const giveUp = (): void => gaveUp.abort(late.reason);
  if (late.aborted) giveUp();
  else late.addEventListener('abort', giveUp, { once: true });
  const longest = AbortSignal.timeout(longestMs);
  const reply = await client.brief({
    method: 'GET',
    url: new URL(`api/v1/${path}`, client.base),
    headers: { accept: 'application/json' },
    signal: AbortSignal.any([context.signal, gaveUp.signal, longest]),
    ...(isPatient && { onSent: () => late.removeEventListener('abort', giveUp) }),
  });
  if (reply.status === 200) return parseExactly(Buffer.from(await readBytes(reply)).toString('utf8')) as Row;
  reply.discard();
  return undefined;
}

/** Keeps the line of `status --short` for the next minute, if all of it was loaded, and gives it. */
export async function rememberStatus(
  client: Client,
  data: Omit<StatusData, 'me' | 'errors'>,
  now: Date,
): Promise<string> {
  const line = shortStatus(data, now);
  const isWhole = data.unread !== null && data.tasks !== null && data.tickets !== null;
  const userId = await client.owner();
  if (isWhole && userId !== undefined)
    client.index.remember('status', JSON.stringify({ at: now.getTime(), userId, line }));
  return line;
}
