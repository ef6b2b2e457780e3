import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Shared } from '../../../src/commands/triage/shared.js';
import { createKeptTexts, type KeptTexts } from '../../../src/commands/triage/unsent/kept-texts.js';
import { openLedger } from '../../../src/ledger/store.js';
import type { Decision } from '../../../src/triage/model/decision.js';
import { writingIn } from '../../../src/triage/model/mode.js';
import { fieldWith } from '../../../src/triage/model/text-field.js';
import { draftsIn } from '../../support/computer/drafts.js';
import { makeFolder } from '../../support/computer/folder.js';
import { Session, stateWith, ticket } from '../../triage/state.js';

let folder: string;
let session: Session;
let texts: KeptTexts;
/** Drafts that another program has taken over. */
let lost: Set<string>;
let notKept: { readonly note: () => void; readonly texts: Map<string, Decision> };

beforeEach(() => {
  vi.useFakeTimers();
  folder = makeFolder();
  session = new Session(stateWith([ticket('A-1'), ticket('A-2')]));
  notKept = { note: () => undefined, texts: new Map() };
  const client = { base: new URL('https://work.example'), index: { find: () => undefined }, owner: async () => 'mara' };
  lost = new Set();
  const isOurs = async (id: string): Promise<boolean> => !lost.has(id);
  const shared = {
    context: {
      client: async () => client,
      ...{ now: () => new Date('2026-11-20T16:40:00Z'), show: { warn: async () => undefined } },
      settings: { folders: { state: () => folder } },
    },
    ...{ state: () => session.state, notKept, ending: { isOver: () => false } },
  } as unknown as Shared;
  texts = createKeptTexts(shared, { isOurs });
});

afterEach(() => void vi.useRealTimers());

const ledger = () =>
  openLedger(
    () => folder,
    () => new Date('2026-11-20T16:40:00Z'),
  );
const onDisk = () => draftsIn(folder).toReversed();

/** Does what the model has asked for since the last time. */
const keepAll = (): void => {
  for (const { writing } of session.take('keep')) texts.keep(writing, (event) => session.tell(event));
};

const type = (text: string): void => {
  session.press(text);
  keepAll();
};

/** Begins a text with these keys, types it, and waits. */
const write = async (text: string, ms: number, keys = 'r'): Promise<void> => {
  session.press(keys);
  type(text);
  await vi.advanceTimersByTimeAsync(ms);
};

const bodies = (): readonly unknown[] =>
  onDisk()
    .map(({ flags }) => flags.body)
    .toSorted();

test('a text is on disk within a second, however steadily one types', async () => {
  session.press('r');
  for (let key = 0; key < 20; key++) {
    type('x');
    await vi.advanceTimersByTimeAsync(100);
  }
  const [draft] = onDisk();
  expect(String(draft?.flags.body).length).toBeGreaterThan(10);
  await vi.advanceTimersByTimeAsync(300);
  expect(bodies()).toEqual(['x'.repeat(20)]);
});

const settle = async () => {
  const [decision] = session.state.pending;
  if (!decision?.message || decision.what !== 'reply') throw new Error('no reply is waiting');
  return await texts.settle({ ...decision, message: decision.message, what: decision.what });
};

test.each([0, 250, 400])('a reply that waits for the server has one draft (sent after %d ms)', async (ms) => {
  await write('We are on it.', ms);
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
  session.tell({ is: 'badge', badge: { is: 'offline' } });
  await write('We are on it.', ms);
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
  expect(bodies()).toEqual(['And more.', 'We are on it.']);
});

const takeBack = async (): Promise<readonly boolean[]> => {
  session.press('u');
  const decisions = session.take('take-back').flatMap((each) => each.decisions);
  const taken = decisions.map(async ({ message, ...rest }) => {
    if (!message) throw new Error('no message was taken back');
    return await texts.takeBack({ ...rest, what: 'reply', message });
  });
  return await Promise.all(taken);
};

test.each([0, 400])('a reply that is taken back before it is sent is a draft at once (after %d ms)', async (ms) => {
  session.tell({ is: 'badge', badge: { is: 'offline' } });
  await write('We are on', 400);
  const [first] = onDisk();
  type(' it.');
  session.press('<ctrl+s>');
  await vi.advanceTimersByTimeAsync(ms);
  expect(await takeBack()).toEqual([true]);
  expect(onDisk()).toMatchObject([{ id: first?.id, flags: { body: 'We are on it.' } }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onDisk()).toHaveLength(1);
});

test.each([
  [0, 0],
  [400, 0],
  [400, 400],
])('it replaces no other text for the same ticket (written in %d and %d ms)', async (first, second) => {
  session.tell({ is: 'badge', badge: { is: 'offline' } });
  await write('One', first);
  session.press('<ctrl+s>kr');
  session.take('keep');
  type('Two');
  await vi.advanceTimersByTimeAsync(second);
  session.press('<esc>');
  keepAll();
  expect(await takeBack()).toEqual([true]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bodies()).toEqual(['One', 'Two']);
});

test('a draft that another program has taken over is left to it, and that is said once', async () => {
  await write('We are on it.', 400);
  const [theirs] = onDisk();
  if (!theirs) throw new Error('there is no draft');
  ledger().replace({ ...ledger().read(theirs.id), flags: { body: 'Changed there.' } });
  lost.add(theirs.id);
  for (const text of [' And', ' more.']) {
    type(text);
    await vi.advanceTimersByTimeAsync(400);
    expect(session.state.notice?.text).toMatch(/^your draft was changed, sent or deleted elsewhere/);
  }
  expect(bodies()).toEqual(['Changed there.', 'We are on it. And more.']);
});

test('nor is it written over by what is sent at once', async () => {
  await write('We are on it.', 400);
  const id = onDisk()[0]?.id ?? '';
  lost.add(id);
  session.press('<ctrl+s>');
  expect((await settle()).message?.draft).not.toBe(id);
  expect(bodies()).toEqual(['We are on it.', 'We are on it.']);
});

test('one that is taken back and cannot be kept is told at the end', async () => {
  session.tell({ is: 'badge', badge: { is: 'offline' } }).press('r');
  type('We are on it.');
  session.press('<ctrl+s>');
  writeFileSync(join(folder, 'ledger'), '');
  expect(await takeBack()).toEqual([false]);
  expect([...notKept.texts.values()]).toMatchObject([{ what: 'reply', message: { body: 'We are on it.' } }]);
});

test('one that may have arrived and cannot be kept still says so when it is written again', async () => {
  writeFileSync(join(folder, 'ledger'), '');
  session.press('r');
  type('We are on it.');
  const written = writingIn(session.state.mode);
  session.press('<ctrl+s>');
  const [{ message, ...decision } = { message: undefined }] = session.state.pending;
  if (!written || !message || !('id' in decision)) throw new Error('no message waits');
  expect(await texts.takeBack({ ...decision, what: 'reply', message, isBegun: true })).toBe(false);
  expect(texts.lost(written)).toMatchObject({ remark: expect.stringMatching(/^it may have arrived/) });
  const again = { ...written, field: fieldWith('We are on it. Soon.') };
  expect(await texts.save(again)).toBe(undefined);
  expect([...notKept.texts.values()]).toMatchObject([{ isBegun: true, message: { body: 'We are on it. Soon.' } }]);
  rmSync(join(folder, 'ledger'));
  await texts.save(again);
  expect(onDisk()).toMatchObject([{ state: 'doubtful', flags: { body: 'We are on it. Soon.' } }]);
});

test('R79: a text about the task of a notification is not kept as a reply to a ticket with the same reference', async () => {
  const task = { id: 'SCM-9', uuid: 'task-9', title: 'Queue writes' };
  const row = { id: 'n1', kind: 'task', title: 'Commented', entityId: 'task-9' };
  const item = { uuid: 'n1', ref: 'n1', kind: 'notification' as const, row };
  session = new Session({ ...stateWith([item]), kind: 'notification', details: new Map([['n1', { task }]]) });
  await write('internal', 1_000);
  expect(onDisk().map(({ words }) => words.slice(0, 2))).toEqual([['tasks', 'comment']]);
});

test.each([0, 400])(
  'a text for two rows is one draft that names both, until each has its own (sent after %d ms)',
  async (ms) => {
    await write('We are on it.', 400, '  r');
    const [both] = onDisk();
    expect(both).toMatchObject({
      words: ['tickets', 'reply', 'A-2', 'A-1'],
      targets: { 'a-1': 'id-A-1', 'a-2': 'id-A-2' },
    });
    type(' Soon.');
    await vi.advanceTimersByTimeAsync(ms);
    session.press('<ctrl+s>');
    for (const { message, ...decision } of session.state.pending) {
      if (!message) throw new Error('no message waits');
      await texts.settle({ ...decision, what: 'reply', message });
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(
      onDisk()
        .map(({ words, flags }) => [words[2], words.length, flags.body])
        .toSorted(),
    ).toEqual([
      ['A-1', 3, 'We are on it. Soon.'],
      ['A-2', 3, 'We are on it. Soon.'],
    ]);
    expect(onDisk().map(({ id }) => id)).toContain(both?.id);
  },
);

test('one for two rows that cannot be kept is told of both at the end, until it is sent', async () => {
  writeFileSync(join(folder, 'ledger'), '');
  await write('We are on it.', 400, '  r');
  expect([...notKept.texts.values()]).toMatchObject([{ targets: [{ ref: 'A-2' }, { ref: 'A-1' }] }]);
  session.press('<ctrl+s>');
  await settle();
  expect(notKept.texts.size).toBe(0);
});

test('one for two rows that wait for the server becomes a draft for each at once', async () => {
  session.tell({ is: 'badge', badge: { is: 'offline' } });
  await write('We are on it.', 400, '  r');
  session.press('<ctrl+s>');
  for (const { decisions } of session.take('separate'))
    for (const { message, ...decision } of decisions)
      if (message)
        session.tell({ is: 'separated', decision: await texts.settle({ ...decision, what: 'reply', message }) });
  const byRow = new Map(onDisk().map(({ id, words }) => [words.slice(2).join(' '), id]));
  expect([...byRow.keys()].toSorted()).toEqual(['A-1', 'A-2']);
  expect(session.state.pending.map(({ targets, message }) => [targets[0]?.ref, message?.draft])).toEqual([
    ['A-2', byRow.get('A-2')],
    ['A-1', byRow.get('A-1')],
  ]);
});

test('a text begun without a draft gets one of its own, whatever this program kept for the row before', async () => {
  await write('First', 300);
  const first = onDisk()[0];
  const writing = writingIn(session.state.mode);
  if (!writing) throw new Error('nothing is being written');
  const startAfresh = texts.open(writing);
  startAfresh();
  await texts.save({ ...writing, draft: undefined, field: fieldWith('Second') });
  expect(bodies()).toEqual(['First', 'Second']);
  expect(onDisk().find(({ id }) => id === first?.id)?.flags.body).toBe('First');
});

test('a message is not sent if its draft was sent or deleted elsewhere', async () => {
  session.press('r');
  type('Once');
  const writing = writingIn(session.state.mode);
  if (!writing) throw new Error('nothing is being written');
  const draft = await texts.save(writing);
  const message = { draft, body: 'Once', status: undefined, attach: [] };
  const { targets } = writing;
  const decision = { id: 1, what: 'reply', kind: 'ticket', targets, value: '', shown: '', message } as const;
  expect(await texts.settle(decision)).toMatchObject({ message: { draft } });
  ledger().step(Number(draft), 'delete');
  await expect(texts.settle(decision)).rejects.toThrow('its draft was sent or deleted elsewhere');
  expect(onDisk()).toEqual([]);
});
