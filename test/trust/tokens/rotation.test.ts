import { beforeEach, expect, test } from 'vitest';
import { placesOf } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, signIn, startSmallService, task } from '../../support/sandbox/service.js';
import {
  type Answer,
  cutGzip,
  html,
  json,
  redirect,
  shortBody,
  text,
} from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';
import { answerWork, sentTokens, storedToken } from './helpers.js';
import { sendHere } from './send-here.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);

beforeEach(async () => {
  answerWork(service, service.guarded);
  await signIn(home, service.origin, service.token(), ['--name', 'work']);
});

/** The next process sends the newest token alone, and no older one is anywhere on the disk. */
async function expectNewestAlone(): Promise<void> {
  const before = sentTokens(service);
  expect(before).not.toContain(service.token());
  expect(storedToken(home, 'work')).toBe(service.token());
  for (const old of before) expect(placesOf(old, home.folder)).toEqual([]);
  expect(home.leftovers()).toEqual([]);
  expect(await tracker(home, 'whoami')).toMatchObject({ code: 0, stderr: '' });
  expect(new Set(sentTokens(service).slice(before.length))).toEqual(new Set([service.token()]));
}

/** Rotates in an answer that is written to the socket by hand. */
const rotatingByHand = (make: (header: Readonly<Record<string, string>>) => Answer): Answer =>
  service.guarded((exchange) => {
    const next = canary();
    service.take(next);
    make({ 'set-auth-token': next })(exchange);
  });

const refusal = (status: number, headers = {}): Answer => json({ message: 'Not now' }, status, headers);

const list = json({ tasks: [task] });

/** What a list of tasks meets, and how it ends. */
const reads: readonly (readonly [string, number, () => readonly Answer[]])[] = [
  ['200', 0, () => [service.rotating(list)]],
  ['400', 1, () => [service.rotating(refusal(400))]],
  ['403', 5, () => [service.rotating(refusal(403))]],
  ['404', 4, () => [service.rotating(refusal(404))]],
  ['429 that asks for a long wait', 7, () => [service.rotating(refusal(429, { 'retry-after': '600' }))]],
  ['429, and then 200', 0, () => [service.rotating(refusal(429, { 'retry-after': '0' })), service.rotating(list)]],
  ['500, and then 200', 0, () => [service.rotating(refusal(500)), service.rotating(list)]],
  ['503, and then 200', 0, () => [service.rotating(refusal(503)), service.rotating(list)]],
  ['503 for ever', 7, () => [service.rotating(refusal(503))]],
  [
    '200 with broken JSON',
    1,
    () => [service.rotating(text('{"tasks":[', 200, { 'content-type': 'application/json' }))],
  ],
  ['200 with HTML', 1, () => [service.rotating(html())]],
  ['200 with no body', 1, () => [service.rotating(text(''))]],
  ['200 with half a gzip stream, and then 200', 0, () => [service.rotating(cutGzip({})), service.rotating(list)]],
  ['200 with a body that is cut', 7, () => [rotatingByHand((header) => shortBody('{"tasks":[', 200, header))]],
  ['200 with a chunk that is cut, and then 200', 0, () => [service.rotating(cutMidway), service.rotating(list)]],
  ['501', 1, () => [service.rotating(refusal(501))]],
];

/** Sends headers and a part of a chunked body, and closes the connection. */
const cutMidway: Answer = ({ response, socket }) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"tasks":[', () => socket.destroy());
};

test.each(reads)('R15: a token on %s is stored', async (_what, expected, answers) => {
  service.on('GET /api/v1/tasks', ...answers());
  const { code, stderr } = await tracker(home, 'tasks list');
  expect({ code, isSilent: stderr === '' }, stderr).toEqual({ code: expected, isSilent: expected === 0 });
  await expectNewestAlone();
});

test('R15: a token on each hop of a redirect within the origin is stored, and sent on the next hop', async () => {
  service.on('GET /api/v1/tasks', service.rotating(redirect('/api/v1/moved')));
  service.on('GET /api/v1/moved', service.rotating(redirect(`${service.origin}/api/v1/again`, 307)));
  service.on('GET /api/v1/again', service.rotating(list));
  expect(await tracker(home, 'tasks list')).toMatchObject({ code: 0, stderr: '' });
  expect(new Set(sentTokens(service)).size).toBe(3);
  await expectNewestAlone();
});

/** What a write, an upload and the event stream meet. */
const others: readonly (readonly [string, string, string, number, () => Answer])[] = [
  ['201 to a POST', 'create', 'POST /api/v1/tasks', 0, () => json({ id: 'ABC-2' }, 201)],
  ['204 to a DELETE', 'delete', 'DELETE /api/v1/tasks/ABC-1', 0, () => text('', 204)],
  ['400 to a POST', 'create', 'POST /api/v1/tasks', 1, () => refusal(400)],
  ['500 to a POST', 'create', 'POST /api/v1/tasks', 1, () => refusal(500)],
  ['503 to a POST', 'create', 'POST /api/v1/tasks', 1, () => refusal(503)],
  ['201 with broken JSON', 'create', 'POST /api/v1/tasks', 8, () => text('{"id":', 201)],
  ['a redirect of a POST', 'create', 'POST /api/v1/tasks', 8, () => redirect('/api/v1/elsewhere')],
  ['201 to an upload', 'upload', 'POST /api/v1/tasks/ABC-1/comments', 0, () => json({ id: 'c' }, 201)],
  ['413 to an upload', 'upload', 'POST /api/v1/tasks/ABC-1/comments', 0, () => refusal(413)],
  [
    'the event stream',
    'events',
    'GET /api/v1/events',
    0,
    () => text('data: {}\n\n', 200, { 'content-type': 'text/event-stream' }),
  ],
];

test.each(others)('R15: a token on %s is stored', async (_what, kind, route, expected, answer) => {
  service.on(route, service.rotating(answer()));
  const { code, stderr } = await sendHere(home, kind);
  expect(code, stderr).toBe(expected);
  expect(service.requests.at(-1)?.method).toBe(route.split(' ')[0]);
  await expectNewestAlone();
});

test('R15: a token of the event stream is stored while the stream goes on', async () => {
  let finish = (): void => undefined;
  service.on(
    'GET /api/v1/events',
    service.rotating(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {}\n\n');
      finish = () => void response.end();
    }),
  );
  const before = service.token();
  const ended = sendHere(home, 'events');
  await until('a rotated token being stored', () => storedToken(home, 'work') !== before);
  await expectNewestAlone();
  finish();
  expect((await ended).code).toBe(0);
});

test.each([200, 403, 500])(
  'R15: neither the old token nor the one that came stays after a logout that got %i',
  async (status) => {
    service.on('POST /api/auth/sign-out', service.rotating(json({}, status)));
    expect((await tracker(home, 'logout')).code).toBe(0);
    for (const token of [...sentTokens(service), service.token()]) expect(placesOf(token, home.folder)).toEqual([]);
  },
);
