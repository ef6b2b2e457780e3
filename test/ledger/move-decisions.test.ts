import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import { moveDecisions } from '../../src/ledger/move-over.js';
import { type Ledger, type NewEntry, openLedger } from '../../src/ledger/store.js';
import { realProcesses } from '../disk/real-processes.js';
import { makeFolder, within } from '../support/computer/folder.js';

let folder: string;
let ledger: Ledger;

beforeEach(() => {
  const state = makeFolder();
  folder = join(state, 'triage', 'work.example');
  mkdirSync(folder, { recursive: true });
  ledger = openLedger(within(state), () => new Date('2026-11-20T16:40:00Z'));
});

const account = { url: 'https://work.example', owner: 'mara' };

const entryOf = ({ ref, body }: Row): NewEntry | undefined =>
  typeof ref === 'string'
    ? { ...account, state: 'waiting', words: ['tickets', 'reply', ref], flags: { body }, decision: { ref } }
    : undefined;

const move = async (): Promise<readonly string[]> =>
  await moveDecisions({ ledger, processes: realProcesses }, folder, entryOf);

const leave = (name: string, ...decisions: readonly unknown[]): void =>
  writeFileSync(join(folder, name), JSON.stringify(decisions));

const onDisk = () => ledger.entries().map(({ state, words, flags }) => [state, words[2], flags?.body]);

/** No process has this id. */
const ended = '999999999';

test('what ended programs have left becomes entries, once, and what is no decision is left out', async () => {
  leave(`${ended}.json`, { ref: 'A-1', body: 'One' }, 'nothing', {});
  leave(`${ended}-77.0123456789abcdef.json`, { ref: 'A-2', body: 'Two' }, { ref: 'A-1', body: 'One' });
  expect(await move()).toEqual([]);
  expect(onDisk().toSorted()).toEqual([
    ['waiting', 'A-1', 'One'],
    ['waiting', 'A-2', 'Two'],
  ]);
  expect(existsSync(folder)).toBe(false);
});

test('its draft, which was moved before, waits then, and one that may have arrived stays doubtful', async () => {
  for (const state of ['unsent', 'doubtful'] as const)
    ledger.begin({ ...account, state, words: ['tickets', 'reply', `A-${state}`], flags: { body: 'Hello' } });
  leave(`${ended}.json`, { ref: 'A-unsent', body: 'Hello' }, { ref: 'A-doubtful', body: 'Hello' });
  expect(await move()).toEqual([]);
  expect(onDisk().toSorted()).toEqual([
    ['doubtful', 'A-doubtful', 'Hello'],
    ['waiting', 'A-unsent', 'Hello'],
  ]);
});

test('what a running program has is left to it', async () => {
  leave(`${process.pid}.json`, { ref: 'A-1', body: 'One' });
  expect(await move()).toEqual([]);
  expect([onDisk(), readdirSync(folder)]).toEqual([[], [`${process.pid}.json`]]);
});

test('a damaged file is set aside and named', async () => {
  writeFileSync(join(folder, `${ended}.json`), '[{');
  const path = join(folder, `${ended}.json.damaged`);
  expect(await move()).toEqual([`a file of decisions of an earlier version is damaged and cannot be read: ${path}`]);
  expect(await move()).toEqual([]);
  expect(existsSync(path)).toBe(true);
});
