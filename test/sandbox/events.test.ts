import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SandboxReply } from '../../src/sandbox/http/exchange.js';
import { isStream } from '../../src/sandbox/http/exchange.js';
import { startSession } from '../../src/sandbox/identity/sessions.js';
import { openBareService, send } from './bare-service.js';

/** Reads a stream's frames one chunk at a time. */
function readerOf(reply: SandboxReply) {
  if (!isStream(reply.body)) throw new Error('not a stream');
  const iterator = reply.body[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { done, value } = await iterator.next();
      return done ? undefined : Buffer.from(value).toString();
    },
    leave: () => iterator.return?.(),
  };
}

afterEach(() => void vi.useRealTimers());

const taskHint = { type: 'entity', entityType: 'task', entityId: 'x' };

describe('the event stream', () => {
  it('begins with how long to wait before coming back', async () => {
    const { app, token } = await openBareService();
    const reply = await send(app, 'GET /api/v1/events', { token });
    expect(reply.status).toBe(200);
    expect(reply.headers).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(await readerOf(reply).next()).toBe('retry: 3000\n\n');
  });

  it('carries each hint as one line of data, to those it is for', async () => {
    const { app, token, world } = await openBareService();
    const reader = readerOf(await send(app, 'GET /api/v1/events', { token }));
    await reader.next();
    world.announce(['bob'], { type: 'inbox' });
    world.announce(['ann', 'bob', 'ann'], taskHint);
    expect(await reader.next()).toBe('data: {"type":"entity","entityType":"task","entityId":"x"}\n\n');
    const waiting = reader.next();
    world.announce(['ann'], { type: 'inbox' });
    expect(await waiting).toBe('data: {"type":"inbox"}\n\n');
  });

  it('keeps what happens between the request and the first read', async () => {
    const { app, token, world } = await openBareService();
    const reader = readerOf(await send(app, 'GET /api/v1/events', { token }));
    world.announce(['ann'], { type: 'inbox' });
    // Node 26 reads one piece at a time, older ones all that is there.
    let frames = '';
    while (!frames.includes('data:')) frames += await reader.next();
    expect(frames).toBe('retry: 3000\n\ndata: {"type":"inbox"}\n\n');
  });

  it('pings every 25 seconds', async () => {
    vi.useFakeTimers();
    const { app, token } = await openBareService();
    const reader = readerOf(await send(app, 'GET /api/v1/events', { token }));
    await reader.next();
    const ping = reader.next();
    vi.advanceTimersByTime(25_000);
    expect(await ping).toBe(': ping\n\n');
    await reader.leave();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when its reader disconnects, without leaving a listener', async () => {
    const { app, token, hints } = await openBareService();
    const gone = new AbortController();
    const reader = readerOf(await send(app, 'GET /api/v1/events', { token, signal: gone.signal }));
    await reader.next();
    expect(hints.countListeners('ann')).toBe(1);
    const waiting = reader.next();
    gone.abort();
    expect(await waiting).toBeUndefined();
    expect(hints.countListeners('ann')).toBe(0);
    const late = readerOf(await send(app, 'GET /api/v1/events', { token, signal: gone.signal }));
    expect(await late.next()).toBe('retry: 3000\n\n');
    expect(await late.next()).toBeUndefined();
    expect(hints.countListeners('ann')).toBe(0);
  });

  it('ends when the sandbox closes', async () => {
    const { app, token, hints } = await openBareService();
    const reader = readerOf(await send(app, 'GET /api/v1/events', { token }));
    await reader.next();
    const waiting = reader.next();
    hints.close();
    expect(await waiting).toBeUndefined();
  });

  it('ends with the sign-out of its session, and with no other', async () => {
    const { app, ask, token, world, hints } = await openBareService();
    const other = startSession(world, 'ann');
    const reader = readerOf(await send(app, 'GET /api/v1/events', { token }));
    const untouched = readerOf(await send(app, 'GET /api/v1/events', { token: other }));
    for (const each of [reader, untouched]) await each.next();
    const waiting = reader.next();
    expect((await ask('POST /api/auth/sign-out', { body: '{}' })).status).toBe(200);
    expect(await waiting).toBeUndefined();
    expect(hints.countListeners('ann')).toBe(1);
    world.announce(['ann'], { type: 'inbox' });
    expect(await untouched.next()).toBe('data: {"type":"inbox"}\n\n');
  });

  it('outlives the token it was opened with, and ends with the sign-out by the next one', async () => {
    const { app, token, ask, world } = await openBareService({ rotateEvery: 1 });
    const reply = await send(app, 'GET /api/v1/events', { token });
    const reader = readerOf(reply);
    await reader.next();
    world.announce(['ann'], { type: 'inbox' });
    expect(await reader.next()).toBe('data: {"type":"inbox"}\n\n');
    const waiting = reader.next();
    await ask('POST /api/auth/sign-out', { token: reply.headers['set-auth-token'] ?? '', body: '{}' });
    expect(await waiting).toBeUndefined();
  });

  it('stays open after the sign-out, in the wire shape, and the next request is 401', async () => {
    const { app, ask, token, world } = await openBareService({ shape: 'wire' });
    const reader = readerOf(await send(app, 'GET /api/v1/events', { token }));
    await reader.next();
    await ask('POST /api/auth/sign-out', { body: '{}' });
    expect((await ask('GET /api/v1/tasks')).status).toBe(401);
    world.announce(['ann'], { type: 'inbox' });
    expect(await reader.next()).toBe('data: {"type":"inbox"}\n\n');
  });

  it('lets go of a reader that does not read', async () => {
    const { app, token, world, hints } = await openBareService();
    await send(app, 'GET /api/v1/events', { token });
    for (let index = 0; index < 2000; index++) world.announce(['ann'], taskHint);
    expect(hints.countListeners('ann')).toBe(0);
  });

  it('is refused only to someone who has fifty open', async () => {
    const { app, ask, token, world } = await openBareService();
    for (let index = 0; index < 50; index++) {
      expect((await send(app, 'GET /api/v1/events', { token })).status).toBe(200);
    }
    expect(await ask('GET /api/v1/events')).toMatchObject({ status: 429, json: { message: expect.any(String) } });
    expect((await send(app, 'GET /api/v1/events', { token: startSession(world, 'bob') })).status).toBe(200);
  });
});
