import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/sandbox/identity/authentication.js';
import { eachTest } from '../../support/set-up.js';
import { type BareService, openBareService } from '../bare-service.js';

const service = eachTest(openBareService);
const ask: BareService['ask'] = (line, options) => service.ask(line, options);

describe('who may ask', () => {
  const lines = [
    'PUT /api/v1/tasks',
    'GET /api/v1/nothing/here',
    'GET /api/v1',
    'GET /api/v1/',
    'OPTIONS /api/v1/tasks',
    'POST /api/v1/instance',
    'HEAD /api/v1/tasks',
  ];
  it.each(lines)('%s without a token is 401, whatever the rest looks like', async (line) => {
    const reply = await ask(line, { token: null, body: '{broken' });
    expect(reply.status).toBe(401);
    if (!line.startsWith('HEAD')) expect(reply.json).toEqual({ message: expect.stringContaining('Sign in') });
  });

  it.each(['nonsense', 'trk_nonsense', 'a.b', '.', 'x'.repeat(5000)])('a token %.20s is 401', async (token) => {
    expect((await ask('GET /api/v1/tasks', { token })).status).toBe(401);
  });

  it('a cookie does not sign anyone in', async () => {
    const { ask, token } = await openBareService();
    const headers = { cookie: `tracker_session=${encodeURIComponent(token)}`, 'content-type': 'text/plain' };
    expect((await ask('POST /api/v1/tasks', { token: null, headers, body: '{"title":"x"}' })).status).toBe(401);
  });

  it('the scheme of the Authorization header may be in any case', async () => {
    const { ask, token } = await openBareService();
    expect(
      (await ask('GET /api/v1/tasks', { token: null, headers: { authorization: `BEARER ${token}` } })).status,
    ).toBe(200);
    expect((await ask('GET /api/v1/tasks', { token: null, headers: { authorization: `Basic ${token}` } })).status).toBe(
      401,
    );
  });

  it('an API key opens the API, but neither the meetings nor the session', async () => {
    const { ask, world } = await openBareService();
    const key = createApiKey(world, 'bob');
    expect(key).toMatch(/^trk_[\w-]{43}$/);
    expect((await ask('GET /api/v1/tasks', { token: key })).status).toBe(200);
    expect((await ask('GET /api/tasks/x/meetings', { token: key })).status).toBe(401);
    expect((await ask('GET /api/auth/get-session', { token: key })).json).toBeNull();
    expect((await ask('POST /api/auth/sign-out', { token: key, body: '{}' })).status).toBe(401);
    world.db.run('UPDATE api_keys SET revoked_at = created_at');
    expect((await ask('GET /api/v1/tasks', { token: key })).status).toBe(401);
  });
});

describe('the probe', () => {
  it('identifies the service to anyone, from any origin', async () => {
    const reply = await ask('GET /api/v1/instance', { token: null });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({
      name: 'tracker',
      version: expect.any(String),
      api: 1,
      branding: { name: 'Tracker sandbox', logoUrl: null },
    });
    expect(reply.headers['access-control-allow-origin']).toBe('*');
  });

  it('returns 204 for the preflight', async () => {
    const reply = await ask('OPTIONS /api/v1/instance', { token: null });
    expect(reply).toMatchObject({ status: 204, text: '' });
    expect(reply.headers).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, OPTIONS',
      'access-control-max-age': '86400',
    });
  });

  it('is the only thing open to other origins', async () => {
    for (const line of ['GET /api/v1/tasks', 'GET /login', 'GET /api/auth/get-session', 'OPTIONS /login']) {
      const reply = await ask(line, { headers: { origin: 'https://evil.example' } });
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('where a request goes', () => {
  it('the parameter arrives decoded, and dots fold nothing', async () => {
    expect((await ask('GET /api/v1/tasks/a%2Fb%20c')).json).toEqual({ id: 'a/b c' });
    expect((await ask('GET /api/v1/tasks/..')).json).toEqual({ id: '..' });
    expect((await ask('GET /api/v1/tasks/%2e%2e')).json).toEqual({ id: '..' });
  });

  it.each([
    'GET /api/v1/nothing',
    'GET /api/v1/tasks/',
    'GET /api/v1/tasks/%zz',
    'GET /api/v1//tasks',
    'GET /favicon.ico',
    'GET /api',
  ])('%s is 404 with a message', async (line) => {
    expect(await ask(line)).toMatchObject({ status: 404, json: { message: expect.any(String) } });
  });

  it('a wrong method is 405 and lists the allowed ones', async () => {
    const reply = await ask('PUT /api/v1/tasks/x');
    expect(reply).toMatchObject({ status: 405, json: { message: expect.any(String) } });
    expect(reply.headers.allow).toBe('GET, HEAD, PATCH, DELETE');
    expect((await ask('DELETE /login')).headers.allow).toBe('GET, HEAD, POST');
  });

  it('a target that is not a path, or contains NUL, is 400', async () => {
    expect((await ask('OPTIONS *')).status).toBe(400);
    expect((await ask('GET http://elsewhere/')).status).toBe(400);
    expect((await ask('GET /api/v1/tasks?scope=a%00b')).status).toBe(400);
  });

  it('HEAD of the event stream leaves no listener', async () => {
    const { ask, hints } = await openBareService();
    expect((await ask('HEAD /api/v1/events')).status).toBe(200);
    expect(hints.countListeners('ann')).toBe(0);
  });
});

describe('when something goes wrong', () => {
  it('an internal error is 500 and reveals nothing', async () => {
    const reply = await ask('GET /api/v1/projects');
    expect(reply).toMatchObject({ status: 500, json: { message: expect.any(String) } });
    expect(reply.text).not.toContain('mistake');
  });

  it('a full disk is reported as such', async () => {
    const { ask } = await openBareService({
      handlers: {
        json: {
          'POST /tasks': ({ world: { db } }) => {
            db.all('PRAGMA max_page_count = 1');
            throw db.insert('meta', { key: 'long', value: 'x'.repeat(1_000_000) });
          },
        },
      },
    });
    expect(await ask('POST /api/v1/tasks')).toMatchObject({
      status: 507,
      json: { message: expect.stringContaining('disk') },
    });
  });

  it('a write that is refused half way leaves nothing', async () => {
    const { ask, world } = await openBareService();
    expect((await ask('POST /api/v1/notes', { body: '{}' })).status).toBe(400);
    expect(world.db.get("SELECT value FROM meta WHERE key = 'half'")).toBeUndefined();
  });
});
