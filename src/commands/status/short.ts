import { dirname, join } from 'node:path';
import type { Context } from '../../args/context.js';
import { isTokenFromPipe } from '../../auth/tokens/token-file.js';
import type { Client } from '../../client/client.js';
import { buildRequest } from '../../client/request.js';
import { parseExactly } from '../../client/responses/exact-json.js';
import { attempt } from '../../contract/errors.js';
import { isRow, numberAt, type Row, rowsAt } from '../../contract/row.js';
import { addressName } from '../../disk/address-name.js';
import { makeFolder } from '../../disk/folder.js';
import { readOwn } from '../../disk/read-regular.js';
import { replaceFile } from '../../disk/replace-file.js';
import { readBytes } from '../../http/body/read.js';
import { type StatusData, shortStatus } from '../../views/status.js';

/** How long a prompt may wait for the server (milliseconds). */
const patienceMs = 300;

/** How long a process of its own may wait for a response that may bring a new token (milliseconds). */
const longestMs = 3_000;

/** Set for that process. */
const patientVariable = 'TRACKER_STATUS_PATIENT';

/** How old answers may be to be used without asking again, and where the server is too slow (milliseconds). */
const freshMs = 60_000;
const usableMs = 60 * freshMs;

/** What the line is made of. */
const questions = [
  ['GET /inbox/badge', {}],
  ['GET /tasks', { query: { scope: 'mine' } }],
  ['GET /tickets', { query: { segment: 'mine' } }],
] as const;

type Question = (typeof questions)[number];

/**
 * Prints the line for a shell prompt: from what was read in the last minute, or else as the server answers at once. Where it cannot,
 * it is made of what was read in the last hour if the server is only slow, and nothing is printed otherwise. Never fails.
 */
export async function printShort(context: Context): Promise<undefined> {
  const line = await readLine(context).catch(() => '');
  if (line !== '') await context.show.text(`${line}\n`);
}

async function readLine(context: Context): Promise<string> {
  const client = await context.client();
  const now = context.now();
  const { maxAge } = context.settings;
  const known = await recallAll(client, now, typeof maxAge === 'number' ? maxAge : freshMs);
  const usable =
    known && known.age < (context.settings.offline ? Number.POSITIVE_INFINITY : usableMs) ? known.line : '';
  // No prompt may start a helper, which may ask for a password.
  if (context.settings.offline || (await context.servers.vault.needsHelper()))
    return (await isSignedIn(context)) ? usable : '';
  const rotates = await client.rotates();
  if (known?.isFresh) return known.line;
  const isApart = Boolean(context.settings.env[patientVariable]);
  if (!isApart) {
    const said = await askApart(context, client);
    if (said !== undefined) return said.line || (said.isLate ? usable : '');
  }
  const late = AbortSignal.timeout(isApart ? longestMs : patienceMs);
  // A server that has been asked before without a rotation is unlikely to begin now.
  const isPatient = rotates || known === undefined;
  try {
    return shortStatus(
      await ask((question) => readInTime(context, client, { question, late, isPatient }), rotates),
      now,
    );
  } catch {
    return late.aborted ? usable : '';
  } finally {
    if (isApart) await noteAsking(context, client, 0);
  }
}

/** The line as remembered answers make it, the age of the oldest one (milliseconds), and whether none need be asked for. */
async function recallAll(client: Client, now: Date, freshMs: number) {
  const kept = await Promise.all(questions.map(([route, options]) => client.recall(route, options)));
  const replies = kept.flatMap((each): readonly Row[] => (isRow(each?.reply) ? [each.reply] : []));
  if (replies.length < questions.length) return undefined;
  // What changed since is old.
  const age = Math.max(...kept.map((each) => (each && !each.isStale ? each.age : usableMs)));
  const isFresh = age < freshMs && !kept.some((each) => each?.isTouched());
  return { line: shortStatus(dataOf(replies), now), age, isFresh };
}

async function isSignedIn({ servers, settings: { env } }: Context): Promise<boolean> {
  if (env.TRACKER_TOKEN || env.TRACKER_TOKEN_FILE) return true;
  return await servers.vault.isSignedIn((await servers.chosen()).entry);
}

/** Since when another process asks, and for which account, or token whose account is not known yet. */
function askingFile({ settings }: Context, { base }: Client): string {
  return join(settings.folders.cache(addressName(base.href.replace(/\/$/, ''))), 'asking');
}

async function noteAsking(context: Context, client: Client, since: number): Promise<void> {
  const path = askingFile(context, client);
  const text = `${await client.owner()} ${since}`;
  attempt(() => {
    makeFolder(dirname(path));
    replaceFile(path, text);
  });
}

/**
 * Lets another process ask, and waits for it no longer than for a server. That may not be interrupted, because a new token in the
 * response would be lost, and the user signed out (docs/requirements.md, R16); nor can looking up a name, which keeps a process
 * from ending. Gives what it has said so far, and whether it still waits for the server; undefined if it cannot be started.
 */
async function askApart(context: Context, client: Client) {
  const { target, insecureHttp, maxAge } = context.settings;
  const now = context.now().getTime();
  const [owner, since] = (attempt(() => readOwn(askingFile(context, client)).toString('utf8')) ?? '').split(' ');
  const asked = owner === (await client.owner()) ? Number(since) : 0;
  // The one that was started at an earlier prompt may still wait.
  if (now >= asked && now - asked < longestMs) return { line: '', isLate: true };
  await noteAsking(context, client, now);
  const where = target.kind === 'named' && target.source === '-I' ? ['-I', target.text] : [];
  const fresh = typeof maxAge !== 'number' ? [] : maxAge > 0 ? ['--max-age', `${maxAge / 1000}s`] : ['--refresh'];
  const isPiped = isTokenFromPipe(context.settings.env);
  const late = AbortSignal.timeout(patienceMs);
  const line = await context.launch.apart({
    args: ['status', '--short', ...where, ...(insecureHttp ? ['--insecure-http'] : []), ...fresh],
    env: { [patientVariable]: '1', ...(isPiped && { TRACKER_TOKEN_FILE: client.givenToken ? '/dev/stdin' : '' }) },
    input: isPiped ? client.givenToken : undefined,
    signal: AbortSignal.any([context.signal, late]),
  });
  if (line === undefined) await noteAsking(context, client, 0);
  return line === undefined ? undefined : { line: line.trimEnd(), isLate: late.aborted };
}

async function ask(read: (question: Question) => Promise<Row | undefined>, rotates: boolean): Promise<ShortData> {
  // One after another where each response may have the token of the next request.
  let last: Promise<unknown> = Promise.resolve();
  const replies = questions.map((question) => {
    const reply = rotates ? last.then(() => read(question)) : read(question);
    last = reply;
    return reply;
  });
  const all = await Promise.all(replies);
  if (all.every((reply) => reply === undefined)) throw new Error('nothing could be read');
  return dataOf(all);
}

type ShortData = Omit<StatusData, 'me' | 'errors'>;

function dataOf([inbox, tasks, tickets]: readonly (Row | undefined)[]): ShortData {
  return {
    unread: inbox ? numberAt(inbox, 'unread') : null,
    tasks: tasks ? rowsAt(tasks, 'tasks') : null,
    tickets: tickets ? rowsAt(tickets, 'tickets') : null,
  };
}

interface ShortQuestion {
  readonly question: Question;
  readonly late: AbortSignal;
  readonly isPatient: boolean;
}

/** Reads something unless it is late. Where the server may rotate the token, a request that was sent is not given up. */
async function readInTime(context: Context, client: Client, reading: ShortQuestion): Promise<Row | undefined> {
  const { late, isPatient } = reading;
  const [route, options] = reading.question;
  const gaveUp = new AbortController();
  const giveUp = (): void => gaveUp.abort(late.reason);
  if (late.aborted) giveUp();
  else late.addEventListener('abort', giveUp, { once: true });
  const longest = AbortSignal.timeout(longestMs);
  const signal = AbortSignal.any([context.signal, gaveUp.signal, longest]);
  const reply = await client.brief({
    ...buildRequest(route, options, client.base, signal),
    ...(isPatient && { onSent: () => late.removeEventListener('abort', giveUp) }),
  });
  if (reply.status === 200) return parseExactly(Buffer.from(await readBytes(reply)).toString('utf8')) as Row;
  reply.discard();
  return undefined;
}
