import { describe, expect, it } from 'vitest';
import { sessionLife } from '../../../src/sandbox/identity/sessions.js';
import { eachTest } from '../../support/set-up.js';
import { type BareService, openBareService, password } from '../bare-service.js';

const service = eachTest(openBareService);
const ask: BareService['ask'] = (line, options) => service.ask(line, options);

const hour = 60 * 60 * 1000;

const json: Record<string, string> = { 'content-type': 'application/json' };

describe('session tokens', () => {
  it('hold characters that an address has to encode', async () => {
    const { token } = await openBareService();
    expect(token).toMatch(/^[\w-]{43}\.[A-Za-z0-9+/]{43}=$/);
  });

  it('are stored as hashes only', async () => {
    const { token, world } = await openBareService();
    const everything = JSON.stringify([world.db.all('SELECT * FROM sessions'), world.db.all('SELECT * FROM meta')]);
    for (const part of [token, ...token.split('.')]) expect(everything).not.toContain(part);
  });

  it('live seven days after their last use', async () => {
    const { ask, pass } = await openBareService();
    for (let day = 0; day < 20; day++) {
      pass(sessionLife - 2 * hour);
      expect((await ask('GET /api/v1/tasks')).status).toBe(200);
    }
    pass(sessionLife);
    expect((await ask('GET /api/v1/tasks')).status).toBe(401);
  });

  it('are void when one character differs', async () => {
    const { ask, token } = await openBareService();
    const changed = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
    expect((await ask('GET /api/v1/tasks', { token: changed })).status).toBe(401);
    expect((await ask('GET /api/v1/tasks', { token: token.slice(0, -1) })).status).toBe(401);
  });
});

describe('signing in by email', () => {
  const signIn = (ask: Awaited<ReturnType<typeof openBareService>>['ask'], body: unknown, headers = json) =>
    ask('POST /api/auth/sign-in/email', { token: null, headers, body: JSON.stringify(body) });

  it('gives a token that works', async () => {
    const reply = await signIn(ask, { email: 'BOB@example.com', password });
    expect(reply).toMatchObject({ status: 200, json: { user: { id: 'bob', email: 'bob@example.com' } } });
    expect(reply.text).not.toContain('scrypt');
    const token = reply.headers['set-auth-token'] ?? '';
    expect((await ask('GET /api/auth/get-session', { token })).json).toMatchObject({ user: { id: 'bob' } });
  });

  it('says the same for a wrong password and an unknown email', async () => {
    const wrong = await signIn(ask, { email: 'bob@example.com', password: 'nope' });
    const unknown = await signIn(ask, { email: 'nobody@example.com', password });
    expect(wrong).toMatchObject({
      status: 401,
      json: { message: expect.any(String), code: 'INVALID_EMAIL_OR_PASSWORD' },
    });
    expect(unknown.json).toEqual(wrong.json);
    expect(wrong.headers['set-auth-token']).toBeUndefined();
  });

  it.each([{}, { email: 'bob@example.com' }, { email: 1, password: 2 }, { email: null, password }])(
    '%j is 400',
    async (body) => {
      expect((await signIn(ask, body)).status).toBe(400);
    },
  );

  it('from a page of another site is refused', async () => {
    const right = { email: 'bob@example.com', password };
    expect((await signIn(ask, right, { ...json, origin: 'https://evil.example' })).status).toBe(403);
    expect((await signIn(ask, right, { ...json, origin: 'http://127.0.0.1:4000' })).status).toBe(200);
    expect((await signIn(ask, right, { ...json, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('fifty wrong passwords close the account for a while, and no other', async () => {
    const { ask, pass } = await openBareService();
    const statuses: number[] = [];
    for (let tries = 0; tries < 50; tries++) {
      statuses.push((await signIn(ask, { email: 'bob@example.com', password: 'nope' })).status);
    }
    expect(statuses.slice(0, 49)).toEqual(Array(49).fill(401));
    expect(statuses[49]).toBe(429);
    const closed = await signIn(ask, { email: ' Bob@Example.com', password });
    expect(closed).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
    expect((await signIn(ask, { email: 'ann@example.com', password })).status).toBe(200);
    pass(15 * 60 * 1000);
    expect((await signIn(ask, { email: 'bob@example.com', password })).status).toBe(200);
  });

  it('a correct password in between resets the count', async () => {
    for (let tries = 0; tries < 40; tries++) await signIn(ask, { email: 'bob@example.com', password: 'nope' });
    await signIn(ask, { email: 'bob@example.com', password });
    for (let tries = 0; tries < 40; tries++) {
      expect((await signIn(ask, { email: 'bob@example.com', password: 'nope' })).status).toBe(401);
    }
  });

  it('two hundred wrong passwords in all close every account', async () => {
    for (let tries = 0; tries < 200; tries++) await signIn(ask, { email: `${tries}@example.com`, password: 'nope' });
    expect((await signIn(ask, { email: 'ann@example.com', password })).status).toBe(429);
  });
});

describe('the session endpoints', () => {
  it('get-session is null for a token that is not valid, and for none', async () => {
    expect(await ask('GET /api/auth/get-session', { token: 'dead' })).toMatchObject({ status: 200, text: 'null' });
    expect(await ask('GET /api/auth/get-session', { token: null })).toMatchObject({ status: 200, text: 'null' });
  });

  it('sign-out ends the session, and doing so twice does no harm', async () => {
    expect(await ask('POST /api/auth/sign-out', { body: '{}' })).toMatchObject({
      status: 200,
      json: { success: true },
    });
    expect((await ask('GET /api/v1/tasks')).status).toBe(401);
    expect((await ask('POST /api/auth/sign-out', { body: '{}' })).status).toBe(200);
  });

  it('in the wire shape, the part of a token before the dot is enough, and not with another signature', async () => {
    const { ask, token } = await openBareService({ shape: 'wire', rotateEvery: 2 });
    const [value = ''] = token.split('.');
    const answered = await ask('GET /api/v1/tasks', { token: value });
    expect(answered).toMatchObject({ status: 200, headers: { 'set-cookie': expect.stringMatching(/^locale=/) } });
    expect((await ask('GET /api/v1/tasks', { token: `${value}.wrong` })).status).toBe(401);
    const next = (await ask('GET /api/v1/tasks', { token })).headers['set-auth-token'] ?? '';
    expect((await ask('GET /api/v1/tasks', { token: value })).status).toBe(401);
    expect((await ask('GET /api/v1/tasks', { token: next })).status).toBe(200);
    const refused = await ask('GET /api/v1/tasks', { token: 'dead' });
    expect(refused.status).toBe(401);
    expect(refused.headers['set-cookie']).toBeUndefined();
  });
});
