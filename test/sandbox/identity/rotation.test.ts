import { expect, it } from 'vitest';
import { createApiKey } from '../../../src/sandbox/identity/authentication.js';
import { openBareService, send } from '../bare-service.js';

it('replaces no token unless asked to', async () => {
  const { ask } = await openBareService();
  for (let index = 0; index < 5; index++) {
    expect((await ask('GET /api/v1/tasks')).headers['set-auth-token']).toBeUndefined();
  }
});

it('replaces the token at every third request, and voids the old one at once', async () => {
  const { ask, token: first } = await openBareService({ rotateEvery: 3 });
  let token = first;
  const rotated: boolean[] = [];
  for (let index = 0; index < 9; index++) {
    const reply = await ask('GET /api/v1/tasks', { token });
    expect(reply.status).toBe(200);
    const next = reply.headers['set-auth-token'];
    rotated.push(next !== undefined);
    if (next === undefined) continue;
    expect((await ask('GET /api/v1/tasks', { token })).status).toBe(401);
    token = next;
  }
  expect(rotated).toEqual([false, false, true, false, false, true, false, false, true]);
});

it.each([
  ['GET /api/v1/tasks', 200],
  ['POST /api/v1/tasks', 201],
  ['DELETE /api/v1/tasks/x', 403],
  ['GET /api/v1/nothing', 404],
  ['PUT /api/v1/tasks', 405],
  ['GET /api/v1/projects', 500],
  ['GET /api/tasks/x/meetings', 200],
  ['GET /api/auth/get-session', 200],
  ['HEAD /api/v1/tasks', 200],
])('%s returns %i with a new token', async (line, status) => {
  const { ask } = await openBareService({ rotateEvery: 1 });
  const reply = await ask(line);
  expect(reply.status).toBe(status);
  const token = reply.headers['set-auth-token'] ?? '';
  expect((await ask('GET /api/v1/tasks', { token })).status).toBe(200);
});

it('a body that is refused, and a fault, carry it too', async () => {
  const { ask } = await openBareService({ rotateEvery: 1, faults: ['GET /tasks=503'] });
  const refused = await ask('POST /api/v1/tasks', { body: '{' });
  expect(refused).toMatchObject({ status: 400, headers: { 'set-auth-token': expect.any(String) } });
  const failed = await ask('GET /api/v1/tasks', { token: refused.headers['set-auth-token'] ?? '' });
  expect(failed).toMatchObject({ status: 503, headers: { 'set-auth-token': expect.any(String) } });
});

it('the event stream carries it', async () => {
  const { app, token, hints } = await openBareService({ rotateEvery: 1 });
  const reply = await send(app, 'GET /api/v1/events', { token });
  expect(reply.headers['set-auth-token']).toMatch(/^[\w-]{43}\./);
  hints.close();
});

it('the probe and API keys are left alone', async () => {
  const { ask, world } = await openBareService({ rotateEvery: 1 });
  expect((await ask('GET /api/v1/instance')).headers['set-auth-token']).toBeUndefined();
  const key = createApiKey(world, 'ann');
  for (let index = 0; index < 3; index++) {
    expect(await ask('GET /api/v1/tasks', { token: key })).toMatchObject({ status: 200 });
  }
});

it('of parallel requests with one token, those after the rotation are 401', async () => {
  const { ask } = await openBareService({ rotateEvery: 2 });
  const replies = await Promise.all([1, 2, 3, 4].map(() => ask('GET /api/v1/tasks')));
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 401, 401]);
});
