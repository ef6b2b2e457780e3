import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { TrackerError } from '../../src/contract/errors.js';
import { type ClaimParts, claim, isFree, settled } from '../../src/ledger/claim.js';
import type { Entry, EntryState } from '../../src/ledger/entry.js';
import { asLater, heldBy, holderIn, holdingWords, sendClaimed, withEntry } from '../../src/ledger/send.js';
import { type Ledger, openLedger } from '../../src/ledger/store.js';
import { realProcesses } from '../disk/real-processes.js';
import { makeFolder, within } from '../support/computer/folder.js';

let ledger: Ledger;
let parts: ClaimParts;

beforeEach(() => {
  const folder = makeFolder();
  ledger = openLedger(within(folder), () => new Date('2026-11-20T16:40:00Z'));
  parts = { ledger, processes: realProcesses };
});

const begin = (state: EntryState, more: Partial<Entry> = {}): Entry =>
  ledger.begin({
    ...{ state, url: 'https://work.example', owner: 'mara', words: ['tickets', 'edit', 'CASA-8'] },
    ...{ at: '2026-11-20T16:39:00Z', flags: { status: 'open' } },
    ...more,
  });

const fail = async (error: unknown): Promise<never> => await Promise.reject(error);

const askedMs = 7_000;
const offline = new TrackerError('network', 'offline', { askedMs });
const slowDown = new TrackerError('failed', 'slow down', { status: 429, askedMs });
const lost = new TrackerError('unknown_outcome', 'lost', { askedMs });
const refusal = new TrackerError('failed', 'no', { status: 400, askedMs });

describe('an entry that is sent', () => {
  test('is marked on disk before anything is, and keeps neither text nor files afterwards', async () => {
    const entry = begin('unsent', { flags: { body: 'Precious' } });
    mkdirSync(ledger.filesFolder(entry.number));
    writeFileSync(join(ledger.filesFolder(entry.number), 'a.log'), 'x');
    const outcome = await sendClaimed(parts, { entry }, async () => ledger.find(entry.number)?.state);
    expect(outcome).toMatchObject({ is: 'sent', result: 'sending', isTaken: true });
    expect(ledger.find(entry.number)?.state).toBe('done');
    expect(readFileSync(ledger.path(entry.number), 'utf8')).not.toContain('Precious');
    expect(existsSync(ledger.filesFolder(entry.number))).toBe(false);
  });

  test('keeps what was noted in it meanwhile, and its place is that of the moment', async () => {
    const entry = begin('unsent');
    const later = begin('unsent');
    await sendClaimed(parts, { entry }, async () => ledger.add(entry.number, { final: 'a reply to CASA-16' }));
    const now = ledger.find(entry.number);
    expect(now?.final).toEqual(['a reply to CASA-16']);
    expect(now?.turn).toBeGreaterThan(later.number);
    await sendClaimed(parts, { entry: later }, async () => undefined);
    expect(ledger.entries().map(({ number }) => number)).toEqual([later.number, entry.number]);
  });

  test.each([
    ['unsent', false, refusal, 'unsent'],
    ['unsent', false, offline, 'unsent'],
    ['unsent', false, lost, 'doubtful'],
    ['unsent', true, lost, 'doubtful'],
    ['waiting', false, refusal, 'unsent'],
    ['waiting', false, offline, 'waiting'],
    ['waiting', false, new TrackerError('sign_in_required', 'signed out', { askedMs }), 'waiting'],
    ['waiting', false, slowDown, 'waiting'],
    ['waiting', true, lost, 'doubtful'],
    ['waiting', false, lost, 'doubtful'],
    ['doubtful', false, refusal, 'doubtful'],
  ] as const)('from %s (repeatable: %s) becomes what the error says: %s', async (state, isRepeatable, error, next) => {
    const entry = begin(state, { isRepeatable });
    const outcome = await sendClaimed(parts, { entry, isAsked: true }, async () => await fail(error));
    expect(outcome).toMatchObject({ is: 'failed', error, isTaken: false, entry: { state: next } });
    expect(ledger.find(entry.number)).toMatchObject({ state: next, flags: { status: 'open' } });
    expect(ledger.find(entry.number)?.notBefore).toBe(
      next === 'waiting' ? ledger.now().getTime() + askedMs : undefined,
    );
  });

  test.each([
    ['waiting', 0, 'waiting'],
    ['waiting', 1, 'doubtful'],
    ['unsent', 0, 'unsent'],
    ['unsent', 1, 'doubtful'],
    ['doubtful', 0, 'doubtful'],
  ] as const)('from %s, interrupted after %i writes were begun, becomes %s', async (state, count, next) => {
    const entry = begin(state);
    const interrupted = new TrackerError('interrupted', 'interrupted');
    let begun = 3;
    const signal = AbortSignal.abort(interrupted);
    await sendClaimed({ ...parts, signal }, { entry, isAsked: true }, async ({ record }) => {
      await record({ begun: () => begun, use: async () => undefined });
      begun += count;
      throw interrupted;
    });
    expect(ledger.find(entry.number)?.state).toBe(next);
  });

  test('that was accepted is done, whatever fails after that', async () => {
    const entry = begin('unsent');
    const outcome = await sendClaimed(parts, { entry }, async ({ accept }) => {
      accept();
      throw lost;
    });
    expect(outcome).toMatchObject({ is: 'failed', isTaken: true });
    expect(ledger.find(entry.number)?.state).toBe('done');
  });
});

test('what is to wait for the server keeps its place from then on, before what waits behind it; what was refused does not', async () => {
  for (const [error, state, after] of [
    [offline, 'waiting', undefined],
    [refusal, 'unsent', expect.any(Number)],
  ] as const) {
    const [entry, follower] = [begin('unsent'), begin('waiting')];
    await sendClaimed(parts, { entry, queue: true }, async () => await fail(error));
    expect([ledger.find(entry.number)?.state, ledger.find(follower.number)?.after]).toEqual([state, after]);
    ledger.forget(follower.number);
  }
});

test('what may have arrived is sent only once a person was asked', async () => {
  const entry = begin('doubtful');
  let sent = 0;
  const send = async () => ++sent;
  await expect(sendClaimed(parts, { entry }, send)).rejects.toMatchObject({ kind: 'conflict' });
  expect([sent, ledger.find(entry.number)?.state]).toEqual([0, 'doubtful']);
  await sendClaimed(parts, { entry, isAsked: true }, send);
  expect([sent, ledger.find(entry.number)?.state]).toEqual([1, 'done']);
});

test('of two who confirm at the same moment that something may be sent again, only one sends it', async () => {
  const read = begin('doubtful', { why: 'lost' });
  const confirmed = async (send: () => Promise<unknown>) =>
    await withEntry(
      parts,
      { number: read.number, read },
      async (entry) => await sendClaimed(parts, { entry, isAsked: true }, send),
    );
  await confirmed(async () => await fail(lost));
  expect(ledger.find(read.number)).toMatchObject({ state: 'doubtful', why: 'lost' });
  await expect(confirmed(async () => 'sent twice')).rejects.toMatchObject({ kind: 'conflict' });
});

test.each([
  ['changed', (number: number) => ledger.replace({ ...ledger.read(String(number)), flags: { status: 'done' } })],
  ['sent or deleted', (number: number) => void ledger.step(number, 'delete')],
])('what was %s since it was read is not sent', async (what, change) => {
  const read = begin('unsent');
  change(read.number);
  const run: Entry[] = [];
  const sending = withEntry(parts, { number: read.number, read }, async (entry) => run.push(entry));
  const message = `draft ${read.number} was ${what} by another process just now; nothing was sent`;
  await expect(sending).rejects.toMatchObject({ kind: 'conflict', message });
  expect(run).toEqual([]);
});

test('what a killed process may have sent is not sent again unless somebody was asked', async () => {
  const read = begin('sending');
  const run: Entry[] = [];
  const sending = withEntry(parts, { number: read.number, read }, async (entry) => run.push(entry));
  await expect(sending).rejects.toMatchObject({ kind: 'conflict' });
  expect([run, ledger.find(read.number)?.state]).toEqual([[], 'doubtful']);
});

test('what this program is sending itself is not taken for what a killed one left', async () => {
  const { number } = begin('waiting', { isRepeatable: true });
  const lock = await claim(parts, { number });
  const within = { ...parts, held: (each: number) => (each === number ? lock : undefined) };
  const sending = ledger.step(number, 'send');
  expect([await settled(within, sending), await isFree(within, number)]).toEqual([undefined, false]);
  expect(ledger.find(number)?.state).toBe('sending');
  lock.release();
});

test('what another program has just begun, and not claimed yet, is not taken for what a killed one left', async () => {
  const entry = begin('sending', { isRunning: true, at: '2026-11-20T16:39:59Z' });
  expect([await settled(parts, entry), ledger.find(entry.number)?.state]).toEqual([undefined, 'sending']);
  const dead = { ...realProcesses, isAlive: () => false };
  writeFileSync(ledger.lockFile(entry.number), '1 2\n');
  expect(await settled({ ...parts, processes: dead }, entry)).toMatchObject({ state: 'doubtful' });
});

test.each([
  ['a text', { body: 'x' }, false, 'unsent'],
  ['files only', { body: '', attach: ['/tmp/a'] }, false, 'unsent'],
  ['nothing but a file in an editor', { body: '' }, true, 'unsent'],
  ['nothing', { body: ' ' }, false, 'deleted'],
])(
  'what a process that was killed has left of a text is a draft, unless it is nothing: %s',
  async (_what, flags, isOpen, state) => {
    const entry = begin('writing', { flags });
    if (isOpen) mkdirSync(ledger.filesFolder(entry.number));
    expect(await settled(parts, entry)).toMatchObject({ state });
    expect(ledger.entries()).toHaveLength(state === 'deleted' ? 0 : 1);
  },
);

describe('R93: an entry stays behind', () => {
  const later = (): Entry => begin('waiting', { words: ['close', 'CASA-8'], verbWords: 1 });

  test.each([
    ['waiting', {}, true],
    ['sending', {}, true],
    ['doubtful', {}, true],
    ['unsent', {}, false],
    ['writing', {}, false],
    ['done', {}, false],
    ['waiting', { owner: 'zoe' }, false],
    ['waiting', { url: 'https://other.example' }, false],
    ['waiting', { words: ['tickets', 'edit', 'CASA-9'] }, false],
    ['waiting', { words: ['tasks', 'edit', 'casa-8'] }, true],
    ['waiting', { words: ['tasks', 'time', 'SCM-1', '30m'] }, false],
    ['waiting', { words: ['tickets', 'edit', 'CASA-9', 'CASA-8'] }, true],
    ['sending', { words: ['edit'], verbWords: 1, flags: undefined }, false],
  ] as const)('an earlier one that is %s, with %j: %s', (state, more, isHeld) => {
    const first = begin(state, more);
    expect(holderIn(ledger.entries(), asLater(later()))?.number).toBe(isHeld ? first.number : undefined);
  });

  test('a command that is running, which is no draft, as far as it has yet to be answered', () => {
    const running = begin('sending', { words: ['tasks', 'edit'], flags: undefined });
    const write = { kind: 'ticket', ref: 'CASA-8', from: { status: 'open' }, to: { status: 'closed' } } as const;
    ledger.add(running.number, { ...write, note: 1, uuid: 'one' });
    const next = asLater(later());
    const holder = holderIn(ledger.entries(), next);
    expect(holder && holdingWords(holder)).toBe('another command (tasks edit) comes first, and is still being sent');
    ledger.add(running.number, { arrived: 'one' });
    ledger.replace(ledger.find(running.number) ?? running);
    expect(holderIn(ledger.entries(), next)).toBeUndefined();
    ledger.add(running.number, { ...write, note: 2, uuid: 'one' });
    expect(holderIn(ledger.entries(), next)?.number).toBe(running.number);
  });

  test('no later one, unless it is sent now and did not wait', () => {
    const unsent = begin('unsent');
    const waiting = later();
    expect(holderIn(ledger.entries(), asLater(waiting))).toBeUndefined();
    expect(holderIn(ledger.entries(), asLater(unsent))?.number).toBe(waiting.number);
    expect(holderIn(ledger.entries(), { ...asLater(unsent), entry: undefined })?.number).toBe(waiting.number);
  });

  test('one whose process was killed, and that may have arrived; not one that has ended', async () => {
    const first = begin('sending');
    const next = later();
    expect(await heldBy(parts, () => asLater(next))).toMatchObject({ number: first.number, state: 'doubtful' });
    ledger.step(first.number, 'accept');
    expect(await heldBy(parts, () => asLater(next))).toBeUndefined();
  });

  test('and waits for a person once that is refused, but nothing queued before or elsewhere does', async () => {
    const before = later();
    const entry = begin('waiting');
    const [behind, other] = [later(), begin('waiting', { words: ['close', 'CASA-9'], verbWords: 1 })];
    let during: number | undefined;
    await sendClaimed(parts, { entry }, async () => {
      during = holderIn(ledger.entries(), asLater(behind))?.number;
      await fail(refusal);
    });
    expect(during).toBe(before.number);
    expect([before, behind, other].map(({ number }) => ledger.find(number)?.after)).toEqual([
      undefined,
      entry.number,
      undefined,
    ]);
    // A person's word sends it.
    expect(ledger.step(behind.number, 'send').after).toBeUndefined();
  });

  test('and where another process begins to send it meanwhile, it goes on to be sent', async () => {
    const entry = begin('waiting');
    const { number } = later();
    let isTaken = false;
    const find: Ledger['find'] = (each) => {
      const read = ledger.find(each);
      isTaken ||= each === number && ledger.step(number, 'send').state === 'sending';
      return read;
    };
    await sendClaimed({ ...parts, ledger: { ...ledger, find } }, { entry }, async () => await fail(refusal));
    expect(ledger.find(number)).toMatchObject({ after: entry.number, state: isTaken ? 'sending' : 'waiting' });
  });
});
