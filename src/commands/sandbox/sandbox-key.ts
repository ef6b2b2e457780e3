import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../args/context.js';
import type { RunningSandbox } from '../../auth/running-sandbox.js';
import { attempt, TrackerError } from '../../contract/errors.js';
import { isRow, type Row } from '../../contract/row.js';
import { parseServerUrl } from '../../contract/server-url.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { readBytes } from '../../http/body/read.js';
import type { App } from '../../sandbox/http/exchange.js';
import { findPlace, findRunningAt } from './place.js';

/** What the key gives access to, apart from the API: a new session, the people, a new password. */
type SandboxAnswers = Readonly<Record<'session' | 'users' | 'password', () => Row>>;

const folder = '/sandbox/';

/** The app, which also answers questions of this program to whoever sends the key. */
export function withSandboxKey(app: App, key: string, answers: SandboxAnswers): App {
  return async (request) => {
    const name = request.target.startsWith(folder) ? request.target.slice(folder.length) : '';
    const isAsked = request.method === 'POST' && Object.hasOwn(answers, name);
    if (!isAsked || !isSame(request.headers.authorization ?? '', bearer(key))) return await app(request);
    const body = JSON.stringify(answers[name as keyof SandboxAnswers]());
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
  };
}

/** Asks the sandbox with its data in this folder, or else the usual one. Throws `network` if it is not running. */
export async function askSandbox(context: Context, data: string | undefined, question: keyof SandboxAnswers) {
  const running = findRunningAt(context, findPlace(context, data));
  if (!running)
    throw new TrackerError('network', 'the sandbox is not running', {
      hint: `tracker sandbox start${data === undefined ? '' : ` --data ${shellWord(data)}`}`,
    });
  return { url: running.url, answer: await askRunning(context, running, question) };
}

/** Asks a running sandbox. Throws a TrackerError if it does not answer. */
export async function askRunning(
  { servers, signal }: Context,
  { url, key = '' }: RunningSandbox,
  question: keyof SandboxAnswers,
): Promise<Row> {
  const server = parseServerUrl(url);
  const request = {
    method: 'POST',
    url: new URL(folder + question, server.url),
    headers: { authorization: bearer(key) },
    signal,
  };
  const reply = await (await servers.unsigned(server)).raw(request);
  const bytes = reply.status === 200 ? await readBytes(reply) : Buffer.alloc(0);
  const answer: unknown = attempt(() => JSON.parse(bytes.toString('utf8')));
  if (isRow(answer)) return answer;
  reply.discard();
  throw new TrackerError('failed', `the sandbox at ${url} does not answer this program`, {
    hint: 'tracker sandbox stop, then tracker sandbox start',
  });
}

function bearer(key: string): string {
  return `Bearer ${key}`;
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
