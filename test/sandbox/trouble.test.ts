import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionCut } from '../../src/sandbox/http/exchange.js';
import { makeHostile, planTrouble } from '../../src/sandbox/trouble.js';
import { JsonText, ok } from '../../src/sandbox/world.js';
import { openBareService } from './bare-service.js';

afterEach(() => void vi.useRealTimers());

describe('latency', () => {
  it('delays every response of the API, but no page', async () => {
    vi.useFakeTimers();
    const { ask } = await openBareService({ latency: 1000 });
    let isAnswered = false;
    const reply = ask('GET /api/v1/tasks').finally(() => {
      isAnswered = true;
    });
    expect((await ask('GET /login')).status).toBe(200);
    await vi.advanceTimersByTimeAsync(999);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await reply).status).toBe(200);
  });

  it('is not waited out for someone who has gone', async () => {
    const { ask, world } = await openBareService({ latency: 1_000_000 });
    const gone = new AbortController();
    const reply = ask('POST /api/v1/notes', { signal: gone.signal });
    gone.abort();
    expect((await reply).status).toBe(500);
    expect(world.db.get("SELECT 1 FROM meta WHERE key = 'half'")).toBeUndefined();
  });
});

describe('faults', () => {
  it('fail as often as they say, then let through', async () => {
    const { ask } = await openBareService({ faults: ['POST /tasks=503x2'] });
    const statuses = [];
    for (let index = 0; index < 3; index++) statuses.push((await ask('POST /api/v1/tasks')).status);
    expect(statuses).toEqual([503, 503, 201]);
    expect((await ask('GET /api/v1/tasks')).status).toBe(200);
  });

  it('come in their order, each with a message, 429 with Retry-After', async () => {
    const { ask } = await openBareService({ faults: ['GET /tasks=500x1', 'GET /tasks=429x1'] });
    expect(await ask('GET /api/v1/tasks')).toMatchObject({ status: 500, json: { message: expect.any(String) } });
    expect(await ask('GET /api/v1/tasks')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await ask('GET /api/v1/tasks')).status).toBe(200);
  });

  it.each([
    ['GET /tasks/:id=500', 'GET /api/v1/tasks/x', 500],
    ['GET /tasks/:id=500', 'GET /api/v1/tasks', 200],
    ['GET /tasks/*=500', 'GET /api/v1/tasks/x', 500],
    ['GET /tasks/*=500', 'GET /api/v1/tasks', 200 + 300],
    ['GET *=500', 'GET /api/v1/tasks', 500],
    ['* *=500', 'PATCH /api/v1/tasks/x', 500],
    ['* /tasks/x=500', 'PATCH /api/v1/tasks/x', 500],
    ['GET /instance=500', 'GET /api/v1/instance', 500],
    ['GET /api/tasks/:id/meetings=500', 'GET /api/tasks/x/meetings', 500],
    ['GET /tasks=500', 'PATCH /api/v1/tasks/x', 200],
  ])('%s makes %s return %i', async (fault, line, status) => {
    const { ask } = await openBareService({ faults: [fault] });
    expect((await ask(line)).status).toBe(status);
  });

  it('do not open the API to anyone', async () => {
    const { ask } = await openBareService({ faults: ['GET /tasks=503x1'] });
    expect((await ask('GET /api/v1/tasks', { token: null })).status).toBe(401);
    expect((await ask('GET /api/v1/tasks')).status).toBe(503);
  });

  it.each([
    '',
    'POST /tasks',
    'POST /tasks=',
    'POST /tasks=200',
    'POST /tasks=600',
    'POST /tasks=503x0',
    'POST /tasks=503x',
    'post /tasks=503',
    'POST tasks=503',
    '/tasks=503',
    'POST /tasks=50',
    'POST /tasks=503x2x3',
  ])('%j is rejected with a reason', (fault) => {
    expect(() => planTrouble({ faults: [fault] })).toThrow(`fault ${JSON.stringify(fault)} is not valid`);
  });
});

describe('dropped responses', () => {
  it('are every Nth, after the request was carried out', async () => {
    const done: number[] = [];
    const { ask } = await openBareService({
      drop: 2,
      handlers: { json: { 'POST /tasks': () => ok({ count: done.push(1) }) } },
    });
    expect((await ask('POST /api/v1/tasks')).status).toBe(200);
    await expect(ask('POST /api/v1/tasks')).rejects.toBeInstanceOf(ConnectionCut);
    expect((await ask('POST /api/v1/tasks')).json).toEqual({ count: 3 });
    await expect(ask('POST /api/v1/tasks')).rejects.toThrow('cut');
  });

  it('never take a new token with them', async () => {
    const { ask } = await openBareService({ drop: 2, rotateEvery: 1 });
    const first = await ask('GET /api/v1/tasks');
    const token = first.headers['set-auth-token'] ?? '';
    await expect(ask('GET /api/v1/tasks', { token })).rejects.toBeInstanceOf(ConnectionCut);
    expect((await ask('GET /api/v1/tasks', { token })).status).toBe(200);
  });

  it('leave no event stream open', async () => {
    const { ask, hints } = await openBareService({ drop: 1 });
    await expect(ask('GET /api/v1/events')).rejects.toBeInstanceOf(ConnectionCut);
    expect(hints.countListeners('ann')).toBe(0);
  });
});

describe('hostile text', () => {
  it.each([
    ['values', (body: unknown) => body],
    ['a text', (body: unknown) => new JsonText(Buffer.from(JSON.stringify(body)))],
  ])('is mixed into what people wrote, and into nothing else, in %s', async (_, send) => {
    const row = { id: 'X-1', uuid: 'u', title: 'Plain', status: 'todo', assignees: ['ann'], url: '/tasks' };
    const body = { tasks: [row], users: { ann: { name: 'Ann', color: '#fff' } } };
    const { ask } = await openBareService({
      hostileText: true,
      handlers: { json: { 'GET /tasks': () => ok(send(body)) } },
    });
    expect((await ask('GET /api/v1/tasks')).json).toEqual({
      tasks: [{ ...row, title: makeHostile('Plain') }],
      users: { ann: { name: makeHostile('Ann'), color: '#fff' } },
    });
  });

  it('holds every kind of trouble, and the text itself', () => {
    const text = makeHostile('Plain');
    expect(text).toContain('Plain');
    for (const bad of [
      '\u001b[',
      '\u001b]0;',
      '\u0007',
      '\u009b',
      '\u202e',
      '\u2066',
      '\r',
      '\b',
      '\u007f',
      '\u2028',
      '<b',
    ]) {
      expect(text).toContain(bad);
    }
  });

  it('spares the name by which a client knows us', async () => {
    const { ask } = await openBareService({ hostileText: true });
    expect((await ask('GET /api/v1/instance')).json).toMatchObject({
      name: 'tracker',
      branding: { name: makeHostile('Tracker sandbox') },
    });
  });

  it('is in messages of errors, too', async () => {
    const { ask } = await openBareService({ hostileText: true });
    expect((await ask('DELETE /api/v1/tasks/x')).json).toEqual({ message: makeHostile('Not yours.') });
  });
});

it.each([{ latency: -1 }, { latency: 0.5 }, { drop: Number.NaN }])('%j is not a count', (options) => {
  expect(() => planTrouble(options)).toThrow('must be a whole number of at least 0');
});
