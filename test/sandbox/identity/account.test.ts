import { describe, expect, it } from 'vitest';
import { handlers } from '../../../src/sandbox/http/app.js';
import { startSession } from '../../../src/sandbox/identity/sessions.js';
import type { Shape } from '../../../src/sandbox/world.js';
import { type BareService, openBareService } from '../bare-service.js';

/** The bare service with the real handlers. */
function openService(shape: Shape = 'spec'): Promise<BareService> {
  return openBareService({ shape, handlers });
}

/** Sends a JSON body. */
function write({ ask }: BareService, line: string, body: unknown, token?: string) {
  return ask(line, { body: JSON.stringify(body), ...(token === undefined ? {} : { token }) });
}

describe('preferences', () => {
  it('keep what a PATCH does not name, and leave out what they do not know', async () => {
    const service = await openService();
    const off = { email: 'off', inApp: false };
    const first = await write(service, 'PATCH /api/v1/me/preferences', {
      theme: 'light',
      notifications: { taskAssigned: off },
    });
    expect(first).toMatchObject({ status: 200, json: { ok: true, preferences: { theme: 'light', locale: 'en' } } });
    await write(service, 'PATCH /api/v1/me/preferences', {
      locale: 'de',
      unknown: 1,
      notifications: { chatMessage: off },
    });
    const { json } = await service.ask('GET /api/v1/me/preferences');
    expect(json).toMatchObject({
      preferences: {
        theme: 'light',
        locale: 'de',
        notifications: { taskAssigned: off, chatMessage: off, ticketCreated: { email: 'instant', inApp: true } },
      },
    });
    expect(json).not.toHaveProperty('preferences.unknown');
  });

  it.each<unknown>([
    {},
    { unknown: 1 },
    { theme: 'pink' },
    { theme: null },
    { weekStartsOn: '1' },
    { defaultLanding: 'https://evil.example' },
    { notifications: [] },
    { notifications: { mentioned: { email: 'off', inApp: true } } },
    { notifications: { taskAssigned: { email: 'off' } } },
    { notifications: { taskAssigned: { email: 'loud', inApp: true } } },
    { notifications: { constructor: { email: 'off', inApp: true } } },
    { quietHours: { enabled: true, start: '20:00', end: '08:00' } },
    { quietHours: { enabled: true, start: '24:00', end: '08:00', weekends: true } },
    { digest: { frequency: 'daily', hour: 24 } },
    { digest: { frequency: 'daily', hour: 1.5 } },
    { notificationScope: { tickets: 'all' } },
    { theme: 'light', locale: 'fr' },
  ])('refuse %j as a whole', async (body) => {
    const service = await openService();
    expect((await write(service, 'PATCH /api/v1/me/preferences', body)).status).toBe(400);
    expect((await service.ask('GET /api/v1/me/preferences')).json).toMatchObject({ preferences: { theme: 'dark' } });
  });
});

describe('the profile', () => {
  it('changes name and image, trimmed, and nothing else', async () => {
    const service = await openService();
    const body = { name: '  Ann B. ', image: ' https://example.com/a.png ', email: 'evil@example.com', id: 'bob' };
    expect((await write(service, 'PATCH /api/v1/me/profile', body)).json).toEqual({
      ok: true,
      user: { id: 'ann', name: 'Ann B.', email: 'ann@example.com', image: 'https://example.com/a.png' },
    });
    for (const image of ['', null]) {
      await write(service, 'PATCH /api/v1/me/profile', { image: 'x' });
      expect((await write(service, 'PATCH /api/v1/me/profile', { image })).json).toMatchObject({
        user: { name: 'Ann B.', image: null },
      });
    }
    expect((await service.ask('GET /api/v1/me')).json).toMatchObject({ user: { name: 'Ann B.', image: null } });
  });

  it.each<unknown>([
    {},
    { name: '' },
    { name: '  ' },
    { name: 'x'.repeat(81) },
    { name: 1 },
    { name: null },
    { image: 1 },
    { image: {} },
  ])('refuses %j', async (body) => {
    expect((await write(await openService(), 'PATCH /api/v1/me/profile', body)).status).toBe(400);
  });
});

describe('saved views', () => {
  const line = 'POST /api/v1/me/views';

  it('merge into their page, each user having their own', async () => {
    const service = await openService();
    expect((await service.ask('GET /api/v1/me/views')).json).toEqual({ views: {} });
    const savedViews = [{ id: 'a', name: 'Mine', filter: { status: ['todo'] } }];
    expect((await write(service, line, { key: 'tasks', patch: { sort: 'due', savedViews } })).json).toEqual({
      ok: true,
    });
    await write(service, line, { key: 'tasks', patch: { sort: 'title' } });
    await write(service, line, { key: 'week', patch: { zoom: 2 } });
    expect((await service.ask('GET /api/v1/me/views')).json).toEqual({
      views: { tasks: { sort: 'title', savedViews }, week: { zoom: 2 } },
    });
    const token = startSession(service.world, 'bob');
    expect((await service.ask('GET /api/v1/me/views', { token })).json).toEqual({ views: {} });
  });

  it('are called viewState in the wire shape', async () => {
    expect((await (await openService('wire')).ask('GET /api/v1/me/views')).json).toEqual({ viewState: {} });
  });

  const view = { id: 'a', name: 'n' };
  it.each([
    [{ patch: {} }, 400],
    [{ key: 'nothing', patch: {} }, 400],
    [{ key: ['tasks'], patch: {} }, 400],
    [{ key: 'constructor', patch: {} }, 400],
    [{ key: 'tasks' }, 400],
    [{ key: 'tasks', patch: [] }, 400],
    [{ key: 'tasks', patch: null }, 400],
    [{ key: 'tasks', patch: { text: 'x'.repeat(32_757) } }, 200],
    [{ key: 'tasks', patch: { text: 'x'.repeat(32_758) } }, 413],
    [{ key: 'tasks', patch: { savedViews: {} } }, 400],
    [{ key: 'tasks', patch: { savedViews: [view, { id: '', name: 'n' }] } }, 400],
    [{ key: 'tasks', patch: { savedViews: [{ id: 'a', name: '' }] } }, 400],
    [{ key: 'tasks', patch: { savedViews: [{ id: 'a', name: 'x'.repeat(61) }] } }, 400],
    [{ key: 'tasks', patch: { savedViews: Array(21).fill(view) } }, 400],
    [{ key: 'tasks', patch: { savedViews: Array(20).fill(view) } }, 200],
  ])('%.80j is %i', async (body, status) => {
    expect((await write(await openService(), line, body)).status).toBe(status);
  });

  it('take a key called __proto__ as a mere name', async () => {
    const service = await openService();
    const body = '{"key":"tasks","patch":{"__proto__":{"polluted":true}}}';
    expect((await service.ask(line, { body })).status).toBe(200);
    expect((await service.ask('GET /api/v1/me/views')).text).toBe(
      '{"views":{"tasks":{"__proto__":{"polluted":true}}}}',
    );
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('device tokens', () => {
  const line = 'POST /api/v1/push/tokens';
  const devices = ({ world }: BareService) =>
    world.db.all('SELECT token, user_id, platform, device_name FROM push_tokens');

  it('are kept once, for the person who sent them last', async () => {
    const service = await openService();
    await write(service, line, { token: ' t1 ', platform: 'ios', deviceName: 'x'.repeat(300) });
    expect(devices(service)).toEqual([{ token: 't1', user_id: 'ann', platform: 'ios', device_name: 'x'.repeat(200) }]);
    const bob = startSession(service.world, 'bob');
    expect((await write(service, line, { token: 't1', platform: 'android' }, bob)).json).toEqual({ ok: true });
    expect(devices(service)).toEqual([{ token: 't1', user_id: 'bob', platform: 'android', device_name: null }]);
  });

  it('are removed for their owner; an unknown one is not an error', async () => {
    const service = await openService();
    await write(service, line, { token: 't1', platform: 'ios-live-activity' });
    const bob = startSession(service.world, 'bob');
    expect((await write(service, 'DELETE /api/v1/push/tokens', { token: 't1' }, bob)).json).toEqual({ ok: true });
    expect(devices(service)).toHaveLength(1);
    expect((await write(service, 'DELETE /api/v1/push/tokens', { token: 't1' })).json).toEqual({ ok: true });
    expect(devices(service)).toEqual([]);
  });

  it.each([
    {},
    { token: '', platform: 'ios' },
    { token: 1, platform: 'ios' },
    { token: 'x'.repeat(4097), platform: 'ios' },
    { token: 't' },
    { token: 't', platform: 'windows' },
  ])('%.60j is 400', async (body) => {
    expect((await write(await openService(), line, body)).status).toBe(400);
  });

  it('cannot be removed without saying which', async () => {
    expect((await write(await openService(), 'DELETE /api/v1/push/tokens', {})).status).toBe(400);
  });
});
