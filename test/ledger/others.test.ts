import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchOthers } from '../../src/ledger/others.js';
import { type Ledger, type NewEntry, openLedger } from '../../src/ledger/store.js';
import { within } from '../support/computer/folder.js';

const url = 'https://work.example';
const write = { kind: 'task', uuid: 'c6661e83', ref: 'SCM-12', from: {}, to: {} } as const;

let folder: string;
let ledger: Ledger;
let ours: Set<number>;
let othersWrote: () => boolean;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracker-others-'));
  ledger = openLedger(within(folder), () => new Date());
  ours = new Set();
  othersWrote = watchOthers(ledger, url, (number) => ours.has(number));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Begins an entry. */
const begin = (more: Partial<NewEntry> = {}): number =>
  ledger.begin({ state: 'sending', url, owner: 'mara', words: ['tasks', 'edit'], ...more }).number;

test('what others have sent and put back is written, once each; what is on its way is not', () => {
  const number = begin();
  ledger.add(number, { note: 1, ...write });
  expect(othersWrote()).toBe(false);
  ledger.step(number, 'accept');
  expect([othersWrote(), othersWrote()]).toEqual([true, false]);
  ledger.add(number, { turned: write.uuid, isPutBack: true });
  expect(othersWrote()).toBe(true);
  ledger.step(number, 'undo', { undoneAt: ledger.moment() });
  expect([othersWrote(), othersWrote()]).toEqual([true, false]);
});

test('what may have arrived counts, as does what cannot be undone', () => {
  const number = begin();
  ledger.add(number, { note: 1, final: 'a reply to CASA-16' });
  ledger.step(number, 'lose');
  expect(othersWrote()).toBe(true);
});

test('texts that are typed, what is refused, other servers, and what is our own do not count', () => {
  const text = begin({ state: 'writing', flags: { body: 'On' } });
  ledger.step(text, 'leave', { flags: { body: 'On it.' } });
  const refused = begin();
  ledger.add(refused, { note: 1, ...write });
  ledger.add(refused, { takesBack: 1 });
  ledger.step(refused, 'accept');
  const other = begin({ url: 'https://other.example', writes: [write] });
  ledger.step(other, 'accept');
  const own = begin({ writes: [write] });
  ours.add(own);
  ledger.step(own, 'accept');
  writeFileSync(ledger.path(99), 'damaged');
  expect(othersWrote()).toBe(false);
});
