import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LiveUpdate } from '../../src/client/live.js';
import { live, type ReadUpdate, readAgain } from '../../src/client/live.js';
import { TrackerError } from '../../src/contract/errors.js';
import { type ManualClock, manualClock } from '../support/manual-clock.js';
import { noRecorder } from '../support/no-recorder.js';
import { over, stream } from '../support/servers/event-answers.js';
import { type Answer, drop, html, json, startMisbehavingServer } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { until } from '../support/until.js';
import { startPlay } from './signed-client.js';

const route = 'GET /api/v1/events';

const play = eachTest(startPlay);
let clock: ManualClock;
let stopping: AbortController;
let ended: Promise<unknown>;

beforeEach(async () => {
  clock = manualClock();
  stopping = new AbortController();
});

afterEach(async () => {
  stopping.abort(new TrackerError('interrupted', 'interrupted'));
  await ended;
  await play.end();
});

/** Collects a sequence until it ends; `ended` resolves to its error. */
function collect<T>(sequence: AsyncIterable<T>): T[] {
  const updates: T[] = [];
  const read = async (): Promise<void> => {
    for await (const each of sequence) updates.push(each);
  };
  ended = read().catch((error: unknown) => error);
  return updates;
}

const options = () => ({ now: clock.now, wait: clock.wait, signal: stopping.signal });
const follow = (): LiveUpdate[] => collect(live(play.client, options()));
/** The same once its stream is open, or has failed. */
const followed = async (): Promise<LiveUpdate[]> => {
  const updates = follow();
  await until('the stream', () => updates.some(({ kind }) => kind === 'state'));
  return updates;
};
const everything: LiveUpdate = { kind: 'look', stale: 'everything' };
const isLive: LiveUpdate = { kind: 'state', state: { is: 'live' } };
const looks = (updates: readonly LiveUpdate[]) => updates.filter(({ kind }) => kind === 'look');
const opened = (): number => play.asked().filter((each) => each === 'GET /api/v1/events').length;

/** A stream that is written to by the test. */
function openStream(): { readonly answer: Answer; send(text: string): void; drop(): void } {
  let [send, drop] = [(_text: string): void => undefined, (): void => undefined];
  const answer: Answer = (exchange) => {
    send = (text) => void exchange.response.write(text);
    drop = () => void exchange.socket.destroy();
    stream([])(exchange);
  };
  return { answer, send: (text) => send(text), drop: () => drop() };
}

const hint = (entityId: string) => ({ type: 'entity', entityType: 'task', entityId });
const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

describe('with a stream', () => {
  test('a look at everything, and then what each burst of hints names', async () => {
    const events = openStream();
    play.server.on(route, events.answer);
    const updates = await followed();
    const before = updates.length;
    events.send([hint('a'), { type: 'inbox' }, hint('a'), hint('b'), { type: 'inbox' }].map(frame).join(''));
    await until('the burst', () => updates.length > before);
    expect(updates.at(-1)).toEqual({ kind: 'look', stale: [hint('a'), { type: 'inbox' }, hint('b')] });
    events.send(frame(hint('a')));
    await until('the same again', () => updates.length > before + 1);
    expect(updates.at(-1)).toEqual({ kind: 'look', stale: [hint('a')] });
    expect(updates.filter(({ kind }) => kind === 'state')).toEqual([isLive]);
  });

  test('very many hints are a look at everything', async () => {
    const events = openStream();
    play.server.on(route, events.answer);
    const updates = await followed();
    const before = updates.length;
    events.send(Array.from({ length: 300 }, (_, at) => frame(hint(`${at}`))).join(''));
    await until('the flood', () => updates.length > before);
    expect(updates[before]).toEqual(everything);
  });

  test('a look at everything every 30 s', async () => {
    play.server.on(route, stream([]));
    const updates = await followed();
    const before = looks(updates).length;
    await clock.pass(29);
    expect(looks(updates).length).toBe(before);
    for (let round = 1; round <= 3; round++) {
      await clock.pass(30);
      await until('the look', () => looks(updates).length === before + round);
    }
    expect(opened()).toBe(1);
  });

  test('a look at everything within a second of what another command has written', async () => {
    play.server.on(route, stream([]));
    let written = false;
    const othersWrote = (): boolean => {
      const before = written;
      written = false;
      return before;
    };
    const recorder = async () => ({ ...(await noRecorder()), watchOthers: () => othersWrote });
    const updates = collect(live({ ...play.client, recorder }, options()));
    await until('the stream', () => updates.some(({ kind }) => kind === 'state'));
    const before = looks(updates).length;
    written = true;
    await clock.pass(1);
    await until('the look', () => looks(updates).length === before + 1);
    await clock.pass(20);
    expect(looks(updates).length).toBe(before + 1);
    expect(updates.at(-1)).toEqual(everything);
  });

  test('after a sleep, a kept connection that is dead is not reported as offline', async () => {
    play.server.on(route, stream([]), drop, stream([]));
    const updates = await followed();
    clock.jump(600);
    await until('the connection after the dead one', async () => {
      await clock.pass(1);
      return opened() >= 3;
    });
    expect(updates.filter(({ kind }) => kind === 'state')).toEqual([isLive]);
  });

  test('after a sleep, a new connection and a look at once', async () => {
    play.server.on(route, stream([]));
    const updates = await followed();
    const before = looks(updates).length;
    clock.jump(600);
    await until('the look', () => looks(updates).length > before);
    await until('the connection', () => opened() >= 2);
    clock.set(-600);
    clock.jump(1);
    await until('a clock that was set back', () => opened() >= 3);
    expect(updates.filter(({ kind }) => kind === 'state')).toEqual([isLive]);
  });
});

test('a server that is killed and comes back: offline since then, and a look when it is back', async () => {
  play.server.on(route, stream([]));
  const updates = await followed();
  await clock.pass(5);
  const { port } = play.server;
  await play.server.close();
  const since = clock.now();
  await until('the end', () => updates.at(-1)?.kind === 'state');
  expect(updates.at(-1)).toEqual({ kind: 'state', state: { is: 'offline', since, why: expect.any(String) } });
  const before = looks(updates).length;
  const again = await startMisbehavingServer({ port });
  again.on(route, stream([]));
  await until('the return', async () => {
    await clock.pass(1);
    return looks(updates).length > before;
  });
  expect(updates.slice(-2)).toEqual([isLive, everything]);
  stopping.abort(new TrackerError('interrupted', 'interrupted'));
  await ended;
  await again.close();
});

describe('without a stream', () => {
  test.each([
    ['404', json({ message: 'no such page' }, 404), 'no such page'],
    ['501', json({ message: 'not here' }, 501), 'not here'],
    ['a page', html(), 'instead of an event stream'],
    ['204', over, 'no event stream'],
    ['403', json({ message: 'not you' }, 403), 'not you'],
    ['503', json({ message: 'later' }, 503), 'returned 503'],
  ])('%s: a look every 30 s, and the reason', async (_, answer, why) => {
    play.server.on(route, answer);
    const updates = follow();
    await until('the state', () => updates.some(({ kind }) => kind === 'state'));
    expect(updates.find(({ kind }) => kind === 'state')).toEqual({
      kind: 'state',
      state: { is: 'polling', why: expect.stringContaining(why) },
    });
    const before = looks(updates).length;
    await clock.pass(31);
    await until('a look', () => looks(updates).length > before);
    expect(looks(updates).every((each) => each.kind === 'look' && each.stale === 'everything')).toBe(true);
  });

  test('is tried again after five minutes', async () => {
    play.server.on(route, html(), stream([]));
    const updates = follow();
    await until('the state', () => updates.some(({ kind }) => kind === 'state'));
    await clock.pass(290);
    expect(opened()).toBe(1);
    await clock.pass(15);
    await until(
      'the stream',
      () =>
        updates.at(-1) && opened() >= 2 && updates.some((each) => each.kind === 'state' && each.state.is === 'live'),
    );
  });
});

test('a refused token ends it, and so does the signal', async () => {
  play.server.on(route, json({ message: 'sign in' }, 401));
  follow();
  expect(await ended).toMatchObject({ kind: 'sign_in_required' });
  play.server.on(route, stream([]));
  await followed();
  stopping.abort(new TrackerError('interrupted', 'interrupted'));
  expect(await ended).toMatchObject({ kind: 'interrupted' });
});

describe('reading again', () => {
  const failure = (status: number) => new TrackerError('failed', `it is ${status}`, { status });
  const readWith = (read: (stale: unknown) => Promise<number | undefined>): ReadUpdate<number>[] =>
    collect(readAgain(play.client, options(), read));

  test('gives what it reads, and the state while reads fail', async () => {
    const events = openStream();
    play.server.on(route, events.answer);
    const asked: unknown[] = [];
    let [reads, isBroken] = [0, false];
    const updates = readWith(async (stale) => {
      asked.push(stale);
      if (isBroken) throw failure(502);
      return stale === 'everything' ? ++reads : undefined;
    });
    await until('the stream', () => updates.some(({ kind }) => kind === 'state') && reads > 0);
    events.send(frame(hint('a')));
    await until('the hint', () => Array.isArray(asked.at(-1)));
    isBroken = true;
    events.send(frame(hint('b')));
    await until('the failure', () => updates.at(-1)?.kind === 'state');
    expect(updates.at(-1)).toMatchObject({ state: { is: 'offline', since: clock.now(), why: 'it is 502' } });
    const before = reads;
    isBroken = false;
    events.send(frame(hint('c')));
    await until('the value', () => reads > before && updates.at(-1)?.kind === 'read');
    expect(asked.at(-1)).toBe('everything');
    expect(updates.slice(-2)).toEqual([isLive, { kind: 'read', value: before + 1 }]);
  });

  test.each([200, 403, 404])('goes on after a response with status %s that is of no use', async (status) => {
    const events = openStream();
    play.server.on(route, events.answer);
    let isBroken = false;
    const updates = readWith(async () => {
      if (isBroken) throw failure(status);
      return 1;
    });
    await until('the stream', () => updates.some(({ kind }) => kind === 'state'));
    isBroken = true;
    events.send(frame(hint('a')));
    await until('the failure', () => updates.at(-1)?.kind === 'state' && updates.length > 2);
    expect(updates.at(-1)).toMatchObject({ state: { is: 'offline', isReached: true, why: `it is ${status}` } });
    isBroken = false;
    events.send(frame(hint('b')));
    await until('the value', () => updates.at(-1)?.kind === 'read');
  });

  test.each([
    ['sign_in_required', []],
    ['not_found', ['not_found']],
  ] as const)('throws %s at any time, if it is to end at %j', async (kind, endsAt) => {
    play.server.on(route, stream([]));
    let isGone = false;
    const read = async (): Promise<number> => {
      if (isGone) throw new TrackerError(kind, 'gone');
      return 1;
    };
    const updates = collect(readAgain(play.client, { ...options(), endsAt }, read));
    await until('the stream', () => updates.some((each) => each.kind === 'state'));
    isGone = true;
    await clock.pass(31);
    expect(await ended).toMatchObject({ kind });
  });

  test('where only the stream cannot be reached, it is read at once, and so known to be polling', async () => {
    const events = openStream();
    play.server.on(route, events.answer, drop);
    let reads = 0;
    const updates = readWith(async () => ++reads);
    await until('the stream', () => updates.some(({ kind }) => kind === 'state') && reads > 0);
    const [before, since] = [reads, clock.now().getTime()];
    events.drop();
    await until('further tries', async () => {
      await clock.pass(1);
      return opened() >= 9 && reads > before;
    });
    expect(reads).toBe(before + 1);
    expect(clock.now().getTime() - since).toBeLessThan(25_000);
    expect(updates.flatMap((each) => (each.kind === 'state' ? [each.state.is] : []))).toEqual([
      'live',
      'offline',
      'polling',
    ]);
  });

  test('throws what the first read throws', async () => {
    play.server.on(route, stream([]));
    readWith(async () => {
      throw failure(503);
    });
    expect(await ended).toMatchObject({ status: 503 });
  });
});
