import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import type { Outcome } from '../../support/computer/program.js';
import { callHere, runHere as tracker } from '../../support/run-here.js';
import { canary, signIn, startSmallService, task } from '../../support/sandbox/service.js';
import { json, redirect, startMisbehavingServer } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
const elsewhere = eachTest(startMisbehavingServer);
/** How many requests a sign-in has cost. */
let before: number;

beforeEach(async () => {
  before = 0;
});

/** Signs in, and forgets the requests of that. */
async function signInFirst(): Promise<void> {
  await signIn(home, service.origin, service.token());
  before = service.requests.length;
}

const list = async (...flags: readonly string[]): Promise<Outcome> =>
  await tracker(home, ['tasks', 'list', ...flags], service);

const call = async (route: string, options: object): Promise<Outcome> =>
  await callHere(home, [route, JSON.stringify(options)], service);

const note = { body: { title: 'A note', body: 'secret words' } };
const id = task.uuid;

/** What was asked since the sign-in, without the sign-in's own requests, and without whose a token is. */
const asked = (): readonly string[] =>
  service.requests
    .slice(before)
    .map(({ method, target }) => `${method} ${target.split('?')[0]}`)
    .filter((each) => each !== 'GET /api/v1/me');

const targets: readonly (readonly [string, () => string])[] = [
  ['another port', () => elsewhere.origin],
  ['another host name', () => `http://localhost:${service.port}`],
  ['another scheme', () => `https://127.0.0.1:${service.port}`],
];

const statuses = [301, 302, 303, 307, 308];

/** What a write ends with that may have been applied, or was surely not. */
const codeOfWrite = (status: number): number => (status <= 303 ? 8 : 1);

describe.each(statuses)('R29: a %i', (status) => {
  test.each(targets)('R29: to %s is followed neither for a GET nor for a POST', async (_what, target) => {
    const away = redirect(`${target()}/api/v1/elsewhere`, status);
    service.on('GET /api/v1/tasks', away);
    service.on('POST /api/v1/notes', away);
    for (const [at, outcome] of (await Promise.all([list(), call('POST /notes', note)])).entries()) {
      expect(outcome).toMatchObject({ code: at === 1 ? codeOfWrite(status) : 1, stdout: '' });
      expect(outcome.stderr).toMatch(
        /^error: \S+ redirects (GET|POST) \/api\/v1\/\w+ to \S+; the redirect was not followed(, .*)?\nhint: .*\n$/,
      );
      expect(outcome.stderr).toContain(` to ${target()};`);
      expect(outcome.stderr).not.toContain(service.token());
    }
    expect([...asked()].sort()).toEqual(['GET /api/v1/tasks', 'POST /api/v1/notes']);
    // A write has one of its own, beside that of whose its token is.
    expect([service.connections(), elsewhere.connections()]).toEqual([3, 0]);
  });

  test('R29: to another port ends a probe and a sign-in, and a sign-out says it', async () => {
    await signInFirst();
    const away = redirect(`${elsewhere.origin}/x?canary`, status);
    service.on('GET /api/v1/instance', away);
    service.on('POST /api/auth/sign-out', away);
    const token = canary();
    const outcomes = [
      tracker(home, `instances probe ${service.origin}`),
      tracker(home, ['login', service.origin, '--token'], { stdin: token }),
      tracker(home, ['login', service.origin, '--no-browser']),
    ];
    for (const { code, stdout, stderr } of await Promise.all(outcomes)) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(` to ${elsewhere.origin}; the redirect was not followed\n`);
      expect(stderr).not.toContain(token);
    }
    const left = await tracker(home, 'logout');
    expect(left.code).toBe(0);
    expect(left.stderr).toContain(
      `warning: the session on ${service.origin} may still be open: 127.0.0.1:${service.port} redirects POST /api/auth/sign-out to ${elsewhere.origin}; the redirect was not followed`,
    );
    expect(asked().filter((line) => !line.includes('/instance'))).toEqual(['POST /api/auth/sign-out']);
    expect(elsewhere.connections()).toBe(0);
  });
});

test('R30: a write that is redirected to no address at all may have been applied', async () => {
  for (const status of [300, 301, 302, 303]) {
    service.on('POST /api/v1/notes', redirect('http://[', status));
    const { code, stderr } = await call('POST /notes', note);
    expect([status, code]).toEqual([status, 8]);
    expect(stderr).toMatch(/^error: \S+ returned 30\d for POST \S+\nhint: it may have been applied; check before/);
  }
});

describe.each(statuses)('R30: a %i within the origin', (status) => {
  test('R30: of a write is neither done nor sent again', async () => {
    const onward = redirect('/api/v1/onward', status);
    const routes = ['POST /notes', 'PATCH /tasks/:id', 'DELETE /tasks/:id', 'PUT /tickets/:id/checklist'];
    for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
      service.on(`${method} /api/v1/onward`, json({ ok: true }));
    for (const route of routes) service.on(route.replace(' /', ' /api/v1/').replace(':id', id), onward);
    const outcomes = routes.map((route) => call(route, { id, ...(route.startsWith('DELETE') ? {} : note) }));
    for (const { code, stdout, stderr } of await Promise.all(outcomes)) {
      expect({ code, stdout }).toEqual({ code: codeOfWrite(status), stdout: '' });
      expect(stderr).toMatch(/^error: .* to another address on 127\.0\.0\.1:\d+; the redirect was not followed/);
    }
    expect([...asked()].sort()).toEqual(
      routes.map((route) => route.replace(' /', ' /api/v1/').replace(':id', id)).sort(),
    );
  });

  test('R30: of a sign-out is no sign-out on the server, and is warned about', async () => {
    await signInFirst();
    service.on('POST /api/auth/sign-out', redirect('/login', status));
    service.on('GET /login', json({}));
    const { code, stderr } = await tracker(home, 'logout');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^warning: the session on \S+ may still be open: .*; the redirect was not followed(, .*)?\nSigned out of /,
    );
    expect(asked()).toEqual(['POST /api/auth/sign-out']);
    expect((await tracker(home, 'token')).code).toBe(3);
  });

  test('R30: of a GET is followed with the token, and the token of the hop is kept', async () => {
    await signInFirst();
    const next = canary();
    const first = service.token();
    service.on('GET /api/v1/tasks', redirect('moved?page=1', status, { 'set-auth-token': next }));
    service.on('GET /api/v1/moved', json({ tasks: [task] }));
    const { code, stdout, stderr } = await tracker(home, 'tasks list -q');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'ABC-1\n', stderr: '' });
    const sent = service.requests
      .slice(before)
      .map(({ target, headers }) => [target.replace('?scope=mine', ''), headers.authorization]);
    expect(sent).toEqual([
      ['/api/v1/tasks', `Bearer ${first}`],
      ['/api/v1/moved?page=1', `Bearer ${next}`],
    ]);
    expect((await tracker(home, 'token')).stdout).toBe(`${next}\n`);
  });
});

test('R30: a GET that goes in a circle ends after five hops, for every command that asks', async () => {
  service.on('GET /api/v1/tasks', redirect('/api/v1/tasks/'));
  service.on('GET /api/v1/tasks/', redirect('/api/v1/tasks'));
  service.on('GET /api/v1/instance', redirect('/api/v1/instance', 307));
  for (const { code, stdout, stderr } of [await list(), await tracker(home, 'instances probe', service)]) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*127\.0\.0\.1:\d+ redirects in a loop\n/);
  }
  expect(asked().filter((line) => line.includes('/tasks')).length).toBe(6);
  expect(asked().filter((line) => line.includes('/instance')).length).toBe(6);
});

test('R30: what a redirect carries apart from its address reaches nobody', async () => {
  const secret = canary();
  service.on('GET /api/v1/tasks', redirect(`http://${secret}:${secret}@127.0.0.1:${service.port}/api/v1/moved`));
  service.on('GET /api/v1/moved', service.guarded(json({ tasks: [task] })));
  const followed = await list('-q', '--debug');
  expect(followed).toMatchObject({ code: 0, stdout: 'ABC-1\n' });
  expect(followed.stderr).not.toContain(secret);
  service.on('GET /api/v1/tasks', redirect(`http://${secret}@${new URL(elsewhere.origin).host}/${secret}?t=${secret}`));
  const refused = await list('--debug');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(elsewhere.origin);
  expect(refused.stderr).not.toContain(secret);
  expect(elsewhere.connections()).toBe(0);
});

test('R98: a redirect leads to nothing that access does not allow', async () => {
  service.on('GET /api/v1/tasks', redirect(`/api/v1/chat/threads/${id}`, 302));
  service.on(`GET /api/v1/chat/threads/${id}`, json({ tasks: [] }));
  const env = { ...service.env, TRACKER_ACCESS: 'read' };
  const { code, stderr } = await tracker(home, 'tasks list --json', { env });
  expect({ code, error: JSON.parse(stderr).error.code, asked: asked() }).toEqual({
    ...{ code: 5, error: 'read_only', asked: ['GET /api/v1/tasks'] },
  });
});
