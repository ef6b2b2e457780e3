import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.js';
import { hintOf, listen, type StreamUpdate } from '../../src/client/events.js';
import type { ReferenceIndex } from '../../src/client/state/references.js';
import type { HttpReply, HttpRequest } from '../../src/http/message.js';
import { NetworkFailure } from '../../src/http/message.js';
import type { Memory } from '../../src/memory/memory.js';
import type { OwnChange } from '../../src/memory/own-changes.js';
import { noRecorder as recorder } from '../support/no-recorder.js';
import { nothingShown as lastShown } from '../support/nothing-shown.js';
import { answer } from '../support/sandbox/in-process.js';

type Script = (request: HttpRequest) => HttpReply;

const stream = (text: string, end?: Error): Script => {
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
    if (end) throw end;
  };
  return () => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    body: body(),
    discard: () => undefined,
  });
};

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Script =>
  () =>
    answer(code, '', headers);

const failing =
  (isLasting = false): Script =>
  () => {
    throw new NetworkFailure('cannot reach work.example: connection refused', true, { isLasting });
  };

interface Listened {
  readonly updates: readonly StreamUpdate[];
  readonly requests: readonly HttpRequest[];
  readonly waits: readonly number[];
  /** The addresses of the details that were marked. */
  readonly stale: readonly string[];
  /** What other processes are told. */
  readonly notes: readonly OwnChange[];
  readonly error: unknown;
}

const index: ReferenceIndex = {
  userId: undefined,
  claim: () => undefined,
  find: () => undefined,
  all: () => [],
  stored: () => Buffer.alloc(0),
  fresh: () => new Map(),
  learn: () => undefined,
  learnInOrder: () => ({ isFull: () => true, add: () => undefined, end: () => undefined }),
  forget: () => undefined,
  flush: () => false,
};

/** Plays the responses one after another, then 204; every connection takes `lifeMs`. */
async function play(scripts: readonly Script[], lifeMs = 0): Promise<Listened> {
  const requests: HttpRequest[] = [];
  const waits: number[] = [];
  const updates: StreamUpdate[] = [];
  const stale: string[] = [];
  const notes: OwnChange[] = [];
  const memory = {
    markStale: async ({ pathname }: URL) => void stale.push(pathname),
    note: async (change: OwnChange) => void notes.push(change),
  } as unknown as Memory;
  let time = 0;
  const signal = new AbortController().signal;
  const left = [...scripts];
  const raw = async (request: HttpRequest): Promise<HttpReply> => {
    requests.push(request);
    time += lifeMs;
    return (left.shift() ?? status(204))(request);
  };
  const base = new URL('https://work.example/base/');
  const client = createClient({
    send: raw,
    base,
    instanceName: 'work',
    index,
    lastShown,
    recorder,
    memory,
    userId: undefined,
    now: () => new Date(time),
    signal,
  });
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  try {
    for await (const each of listen(client, { now: () => new Date(time), signal, wait })) updates.push(each);
    return { updates, requests, waits, stale, notes, error: undefined };
  } catch (error) {
    return { updates, requests, waits, stale, notes, error };
  }
}

const datas = ({ updates }: Listened): readonly string[] =>
  updates.flatMap((each) => (each.kind === 'event' ? [each.event.data] : []));

describe('waits', () => {
  test('grow while connections do not last, and stay within a minute', async () => {
    const { waits } = await play(Array.from({ length: 12 }, () => stream('retry: 0\n\n')));
    expect(waits.length).toBe(12);
    for (const [at, wait] of waits.entries())
      if (at > 0 && wait < 60_000) expect(wait).toBeGreaterThan(waits[at - 1] ?? 0);
    expect(waits.at(-1)).toBe(60_000);
  });

  test('are short again after one that lasted', async () => {
    const { waits } = await play(
      Array.from({ length: 12 }, () => stream('retry: 0\n\n')),
      10_000,
    );
    expect(Math.max(...waits)).toBeLessThanOrEqual(625);
  });
});

test('a hint marks the remembered detail of what it is about, whatever else it says', async () => {
  const hint = (entityType: string, entityId: unknown): string =>
    `data:${JSON.stringify({ type: 'entity', entityType, entityId })}\n\n`;
  const hints = [hint('ticket', 'a'), hint('thread', 'b'), hint('moon', 'c'), hint('task', 4), hint('task', '..')];
  const { stale, notes, updates } = await play([stream([...hints, 'data:{"type":"inbox"}\n\n'].join(''))]);
  expect(stale).toEqual(['/base/api/v1/tickets/a', '/base/api/v1/chat/threads/b']);
  expect(notes.map(({ under, uuid }) => [under, uuid])).toEqual([
    ['tickets', 'a'],
    ['chat/threads', 'b'],
    ['', undefined],
    ['', undefined],
    ['tasks', '..'],
    ['inbox', undefined],
  ]);
  expect(updates.filter(({ kind }) => kind === 'event')).toHaveLength(6);
});

describe('what ends it', () => {
  test('a server that cannot be reached at first, after four tries', async () => {
    const played = await play([failing(), failing(), failing(), failing(), stream('data:1\n\n')]);
    expect(played.error).toMatchObject({ kind: 'network' });
    expect(played.requests.length).toBe(4);
    const lasting = await play([failing(true), stream('data:1\n\n')]);
    expect(lasting.requests.length).toBe(1);
  });

  test('but not one that was reached before', async () => {
    const played = await play([
      stream('data:1\n\n'),
      ...Array.from({ length: 9 }, () => failing()),
      stream('data:2\n\n'),
    ]);
    expect(datas(played)).toEqual(['1', '2']);
    expect(played.updates).toContainEqual(
      expect.objectContaining({ kind: 'waiting', why: 'cannot reach work.example: connection refused' }),
    );
  });
});

test.each([
  ['message', '{"type":"inbox"}', { type: 'inbox' }],
  ['entity', '{"entityId":"u"}', { type: 'entity', entityId: 'u' }],
  ['entity', '{"type":5}', { type: 'entity' }],
  ['inbox', 'hello', { type: 'inbox', data: 'hello' }],
  ['message', '[1]', { type: 'message', data: [1] }],
])('the hint of an event %s with %s', (type, data, hint) => {
  expect(hintOf({ type, data })).toEqual(hint);
});
