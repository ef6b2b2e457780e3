import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Shared } from '../../../src/commands/triage/shared.js';
import { createKeptTexts, type KeptTexts } from '../../../src/commands/triage/unsent/kept-texts.js';
import { type Draft, openDrafts } from '../../../src/drafts/saved/store.js';
import { Session, stateWith, ticket } from '../../triage/state.js';

let folder: string;
let session: Session;
let texts: KeptTexts;

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'tracker-test-'));
  session = new Session(stateWith([ticket('A-1'), ticket('A-2')]));
  const client = { base: new URL('https://work.example'), index: { find: () => undefined } };
  texts = createKeptTexts({
    context: {
      client: async () => client,
      ...{ now: () => new Date('2026-11-20T16:40:00Z'), show: { warn: async () => undefined } },
      settings: { folders: { state: () => folder } },
    },
    ...{ state: () => session.state, notKept: { warn: async () => undefined, texts: new Map() } },
  } as unknown as Shared);
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const onDisk = (): readonly Draft[] => openDrafts(() => folder).all();

/** Does what the model has asked for since the last time. */
const keepAll = (): void => {
  for (const { writing } of session.take('keep')) texts.keep(writing, (event) => session.tell(event));
};

const type = (text: string): void => {
  session.press(text);
  keepAll();
};

test('a text is on disk within a second, however steadily one types', async () => {
  session.press('r');
  for (let key = 0; key < 20; key++) {
    type('x');
    await vi.advanceTimersByTimeAsync(100);
  }
  const [draft] = onDisk();
  expect(String(draft?.flags.body).length).toBeGreaterThan(10);
  await vi.advanceTimersByTimeAsync(300);
  expect(onDisk().map(({ flags }) => flags.body)).toEqual(['x'.repeat(20)]);
});

const settle = async () => {
  const [decision] = session.state.pending;
  if (!decision?.message || decision.what !== 'reply') throw new Error('no reply is waiting');
  return await texts.settle({ ...decision, message: decision.message, what: decision.what });
};

test.each([0, 250, 400])('a reply that waits for the server has one draft (sent after %d ms)', async (ms) => {
  session.press('r');
  type('We are on it.');
  await vi.advanceTimersByTimeAsync(ms);
  session.press('<ctrl+s>');
  const tried = await settle();
  session.tell({ is: 'held', decision: tried, why: 'no server' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(session.state.pending).toMatchObject([{ isHeld: true, message: { draft: onDisk()[0]?.id } }]);
  const again = await settle();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onDisk().map(({ id }) => id)).toEqual([again.message?.draft]);
});

test.each([0, 400])('one written while the server is away has no second draft (after %d ms)', async (ms) => {
  session.tell({ is: 'badge', badge: { is: 'offline' } }).press('r');
  type('We are on it.');
  await vi.advanceTimersByTimeAsync(ms);
  session.press('<ctrl+s>');
  await vi.advanceTimersByTimeAsync(1_000);
  const id = session.state.pending[0]?.message?.draft;
  expect(onDisk().flatMap((draft) => draft.id)).toEqual(id === undefined ? [] : [id]);
  // Another text for the same ticket does not replace the one that waits.
  session.press('kr');
  session.take('keep');
  type('And more.');
  await vi.advanceTimersByTimeAsync(400);
  await settle();
  expect(new Set(onDisk().map(({ flags }) => flags.body))).toEqual(new Set(['We are on it.', 'And more.']));
  expect(onDisk()).toHaveLength(2);
});

test('R79: a text about the task of a notification is not kept as a reply to a ticket with the same reference', async () => {
  const task = { id: 'SCM-9', uuid: 'task-9', title: 'Queue writes' };
  const row = { id: 'n1', kind: 'task', title: 'Commented', entityId: 'task-9' };
  const item = { uuid: 'n1', ref: 'n1', kind: 'notification' as const, row };
  session = new Session({ ...stateWith([item]), kind: 'notification', details: new Map([['n1', { task }]]) });
  session.press('r');
  type('internal');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onDisk().map(({ words }) => words.slice(0, 2))).toEqual([['tasks', 'comment']]);
});
