import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { instanceFolder } from '../../../src/client/state/references.js';
import { openPendingFile, type PendingFile } from '../../../src/commands/triage/unsent/pending-file.js';
import type { Decision } from '../../../src/triage/model/decision.js';
import { makeFolder } from '../../support/computer/folder.js';

let stateFolder: string;
let folder: string;

beforeEach(() => {
  stateFolder = makeFolder();
  folder = join(stateFolder, 'triage', instanceFolder('https://work.example#me'));
  mkdirSync(folder, { recursive: true });
});

const decision = (id: number): Decision => ({
  ...{ id, what: 'status', kind: 'ticket', value: 'open', shown: 'open' },
  targets: [{ uuid: `id-${id}`, ref: `A-${id}` }],
});

/** The file of a process; no other one is running. */
const open = (id: number, isAlive = (_id: number): boolean => false, startedAt = (_id: number) => ''): PendingFile =>
  openPendingFile({
    ...{ stateFolder, instanceUrl: 'https://work.example', userId: 'me' },
    processes: { id, isAlive, startedAt, terminate: () => undefined, node: '20.19.0', memory: () => 0 },
  });

/** Nothing can be written for this process, as on a full disk. */
const fill = (id: number): void => void mkdirSync(join(folder, `${id}.json.new`));

const leave = (id: number): void => writeFileSync(join(folder, `${id}.json`), JSON.stringify([decision(id)]));

const idsIn = (decisions: readonly Decision[]): readonly number[] => decisions.map(({ id }) => id).sort();

test('decisions of programs that have ended are taken over', () => {
  leave(11);
  leave(12);
  expect(idsIn(open(20).take().decisions)).toEqual([11, 12]);
  expect(readdirSync(folder)).toEqual(['20.json']);
  expect(idsIn(open(21).take().decisions)).toEqual([11, 12]);
});

test('a process that has the id of an ended program now does not keep what that one left', () => {
  leave(11);
  renameSync(join(folder, '11.json'), join(folder, '11-400.json'));
  const [isAlive, startedAt] = [(id: number) => id === 11, (id: number) => (id === 11 ? '500' : '600')];
  const file = open(20, isAlive, startedAt);
  expect(file.others()).toEqual([]);
  expect(idsIn(file.take().decisions)).toEqual([11]);
  expect(readdirSync(folder)).toEqual(['20-600.json']);
});

test.each([20, 12])('on a full disk they stay where they are, for a program with the id %d', (id) => {
  leave(11);
  leave(12);
  fill(id);
  const file = open(id);
  expect(file.take()).toEqual({ decisions: [], left: 2, why: 'EEXIST' });
  file.write([]);
  expect(() => file.write([decision(1)])).toThrow();
  rmSync(join(folder, `${id}.json.new`), { recursive: true });
  file.write([decision(1)]);
  file.write([]);
  expect(idsIn(open(30).take().decisions)).toEqual([11, 12]);
});

test('what one program has listed and another has taken over is not taken twice', () => {
  leave(11);
  let first: readonly Decision[] = [];
  // The second looks whether its owner has ended while the first takes it over.
  const second = open(21, (id) => {
    if (id === 11 && first.length === 0) first = open(20, (other) => other === 21).take().decisions;
    return id === 20;
  });
  expect(second.take().decisions).toEqual([]);
  expect(idsIn(first)).toEqual([11]);
  expect(idsIn(second.others())).toEqual([11]);
});

test.each(['while it was claimed', 'after it was copied'])(
  'what a program took over that was killed %s is taken once',
  (when) => {
    leave(11);
    renameSync(join(folder, '11.json'), join(folder, '20.0123456789abcdef.json'));
    if (when === 'after it was copied') cpSync(join(folder, '20.0123456789abcdef.json'), join(folder, '20.json'));
    expect(idsIn(open(21).take().decisions)).toEqual([11]);
    expect(readdirSync(folder)).toEqual(['21.json']);
  },
);
