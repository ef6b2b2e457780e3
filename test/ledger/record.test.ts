import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WriteParts } from '../../src/client/recorder.js';
import { openReferenceIndex } from '../../src/client/state/references.js';
import { fullAccess } from '../../src/contract/access.js';
import { attempt, TrackerError } from '../../src/contract/errors.js';
import { EntryRecorder } from '../../src/ledger/record.js';
import { openLedger } from '../../src/ledger/store.js';
import { mayBe, unmark } from '../../src/ledger/waiting.js';
import { processes } from '../../src/main.js';
import { makeFolder, within } from '../support/computer/folder.js';
import { processorTime } from '../support/computer/processor-time.js';

const url = 'https://tracker.example.com';

async function open() {
  const folder = makeFolder();
  const now = () => new Date('2026-11-20T16:40:00Z');
  const recorder = new EntryRecorder({
    ...{ stateFolder: within(folder), now, processes, signal: new AbortController().signal, url },
    ...{ owner: 'me', command: 'triage', index: openReferenceIndex(within(folder), url), warn: () => undefined },
    access: fullAccess,
  });
  return { recorder, ledger: openLedger(within(folder), now) };
}

const edit = (ref: string): WriteParts => ({
  ...{ route: 'PATCH /tickets/:id', id: ref, body: { status: 'closed' } },
  undo: { ref, from: { status: 'open' } },
});

const reply: WriteParts = { route: 'POST /tickets/:id/messages', id: 'A-3', body: { body: 'Hello' } };

test('a program that does what several commands do begins an entry for each, and one for nothing', async () => {
  const { recorder, ledger } = await open();
  await recorder.begin('tickets edit');
  await recorder.note(edit('A-1'));
  expect(ledger.entries()).toMatchObject([{ number: 1, state: 'sending' }]);
  await recorder.note(edit('A-2'));
  await recorder.begin('tasks edit');
  (await recorder.note(edit('A-4'))).failed(new TrackerError('forbidden', 'no'));
  await recorder.begin('tickets reply');
  await (await recorder.note(reply)).succeeded({});
  expect([recorder.number(), recorder.isOurs(3), recorder.isOurs(4)]).toEqual([3, true, false]);
  await recorder.end();
  await recorder.unrecorded(async () => await recorder.note(edit('A-1')));
  expect(ledger.entries()).toMatchObject([
    { number: 3, state: 'done', words: ['tickets', 'reply'], final: ['a reply to a ticket'] },
    { number: 1, state: 'done', words: ['tickets', 'edit'], writes: [{ ref: 'A-1' }, { ref: 'A-2' }], owner: 'me' },
  ]);
});

test('what a text does is noted in the entry of the text, whose state stays as it is', async () => {
  const { recorder, ledger } = await open();
  const flags = { body: 'Hello', status: 'closed' };
  const { number } = ledger.begin({ state: 'sending', url, owner: 'me', words: ['tickets', 'reply', 'A-3'], flags });
  await recorder.use(number);
  await (await recorder.note(reply)).succeeded({});
  await recorder.note(edit('A-3'));
  await recorder.end();
  expect(ledger.entries()).toMatchObject([
    { number, state: 'sending', final: ['a reply to a ticket'], writes: [{ ref: 'A-3' }], flags },
  ]);
});

test('a bulk of thousands is read in no time, and what has not changed since is not read again', async () => {
  const { recorder, ledger } = await open();
  const [other, own] = [1, 2].map(
    () => ledger.begin({ state: 'sending', url, owner: 'me', words: ['tasks', 'edit'] }).number,
  );
  await recorder.use(own ?? 0);
  for (let each = 1; each <= 8000; each++) await recorder.note(edit(`A-${each}`));
  const begun = processorTime();
  expect(ledger.outlines()).toMatchObject([{ number: own, writes: { length: 8000 } }, { number: other }]);
  expect(processorTime() - begun).toBeLessThan(1000);
  const before = ledger.outlines(recorder.isOurs);
  expect(before).toMatchObject([{ number: other, state: 'sending' }]);
  expect(ledger.outlines(recorder.isOurs)[0]).toBe(before[0]);
  ledger.add(other ?? 0, { state: 'deleted' });
  expect(ledger.outlines(recorder.isOurs)).toEqual([]);
});

test('what is finished is read by the next program only if its file has changed', () => {
  const folder = makeFolder();
  const openHere = () => openLedger(within(folder), () => new Date('2026-11-20T16:40:00Z'));
  const first = openHere();
  const done = { state: 'undone', url, owner: 'me', words: ['close', 'A-3'] } as const;
  for (let each = 0; each < 20; each++) first.begin(done);
  const file = first.path(7);
  utimesSync(file, 1, 1);
  expect(first.outlines()).toEqual([]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"undone"', '"unsent"'));
  utimesSync(file, 1, 1);
  expect(openHere().outlines()).toEqual([]);
  first.add(8, { state: 'doubtful' });
  expect(openHere().outlines()).toMatchObject([{ number: 8, state: 'doubtful' }]);
});

test.each(['begun', 'replaced'])('what waits is marked before it is %s, as its process may be killed', (how) => {
  const folder = makeFolder();
  const now = () => new Date('2026-11-20T16:40:00Z');
  const file = join(folder, 'ledger', '1.jsonl');
  const dying = openLedger((...names) => {
    if (existsSync(file) && readFileSync(file, 'utf8').includes('waiting')) throw new Error('killed');
    return within(folder)(...names);
  }, now);
  const waiting = { state: 'waiting', url, owner: 'me', words: ['close', 'A-3'], flags: {} } as const;
  if (how === 'begun') attempt(() => dying.begin(waiting));
  else attempt(() => dying.replace({ ...dying.begin({ ...waiting, state: 'writing' }), state: 'waiting' }));
  expect([readFileSync(file, 'utf8').includes('waiting'), mayBe('waiting', within(folder))]).toEqual([true, true]);
});

test('a mark that is removed is there again if something has begun to wait meanwhile', () => {
  const folder = makeFolder();
  const isAnything = [false, true];
  openLedger(within(folder), () => new Date()).moment();
  unmark('waiting', within(folder), () => isAnything.shift() ?? false);
  expect(mayBe('waiting', within(folder))).toBe(true);
});
