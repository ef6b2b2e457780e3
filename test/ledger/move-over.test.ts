import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { withLock } from '../../src/disk/lock.js';
import { moveDrafts } from '../../src/ledger/move-over.js';
import { type Ledger, openLedger } from '../../src/ledger/store.js';
import { realProcesses } from '../disk/real-processes.js';
import { makeFolder, within } from '../support/computer/folder.js';

let folder: string;
let ledger: Ledger;
let drafts: string;

beforeEach(() => {
  folder = makeFolder();
  drafts = join(folder, 'drafts');
  mkdirSync(drafts);
  ledger = openLedger(within(folder), () => new Date('2026-11-20T16:40:00Z'));
});

const move = async (): Promise<readonly string[]> => await moveDrafts({ ledger, processes: realProcesses }, drafts);

const old = {
  createdAt: '2026-11-01T00:00:00.000Z',
  url: 'https://work.example',
  words: ['tasks', 'comment', 'SCM-12'],
};

const write = (id: string, draft: object): void =>
  writeFileSync(join(drafts, `${id}.json`), JSON.stringify({ id, ...old, ...draft }));

test('drafts of earlier versions become entries, in the order in which they were written', async () => {
  write('dzzzzz', { flags: { body: 'First' }, userId: 'mara', targets: { 'scm-12': 'u' } });
  write('daaaaa', { flags: { body: 'Second' }, mayHaveArrived: true, createdAt: '2026-11-02T00:00:00.000Z' });
  write('dbbbbb', { flags: { body: 'Third' }, userId: '', createdAt: '2026-11-03T00:00:00.000Z' });
  expect(await move()).toEqual([]);
  expect(existsSync(drafts)).toBe(false);
  expect(ledger.entries().toReversed()).toMatchObject([
    {
      state: 'unsent',
      at: old.createdAt,
      owner: 'mara',
      userId: 'mara',
      flags: { body: 'First' },
      targets: { 'scm-12': 'u' },
    },
    { state: 'doubtful', owner: '', flags: { body: 'Second' } },
    { state: 'unsent', owner: 'a token', flags: { body: 'Third' } },
  ]);
  expect(ledger.entries().at(-2)).not.toHaveProperty('userId');
});

test('two of the same moment stay two, those of two accounts as well', async () => {
  write('daaaaa', { flags: { body: 'First' }, userId: 'mara' });
  write('dbbbbb', { flags: { body: 'Second' }, userId: 'mara' });
  write('dccccc', { flags: { body: 'First' }, userId: 'zoe' });
  expect(await move()).toEqual([]);
  expect(ledger.entries().map(({ owner, flags }) => [owner, flags?.body])).toEqual([
    ['zoe', 'First'],
    ['mara', 'Second'],
    ['mara', 'First'],
  ]);
});

test('their files come along, and so does what an editor has saved last', async () => {
  const files = join(drafts, 'dabcde.files');
  mkdirSync(files);
  writeFileSync(join(files, 'a.log'), 'trace');
  writeFileSync(join(files, 'comment.md'), 'Saved later\n');
  const flags = { body: 'Before', attach: [join(files, 'a.log'), '/tmp/other.log'] };
  write('dabcde', { flags, editorFile: join(files, 'comment.md') });
  write('dbcdef', { flags: { bodyFile: join(drafts, 'dbcdef.files', 'x.md') }, createdAt: '2026-11-02T00:00:00.000Z' });
  expect(await move()).toEqual([]);
  const place = ledger.filesFolder(1);
  expect(ledger.find(1)?.flags).toEqual({ body: 'Saved later', attach: [join(place, 'a.log'), '/tmp/other.log'] });
  expect(readFileSync(join(place, 'a.log'), 'utf8')).toBe('trace');
  expect(ledger.find(2)?.flags).toEqual({ bodyFile: join(ledger.filesFolder(2), 'x.md') });
});

test.each([
  ['empty', ''],
  ['half', '{'],
  ['without a verb', JSON.stringify({ ...old, words: ['tasks'], flags: {} })],
  ['without flags', JSON.stringify(old)],
])('one whose file is %s is set aside and named, once', async (_what, text) => {
  writeFileSync(join(drafts, 'dabcde.json'), text);
  const aside = join(drafts, 'dabcde.json.damaged');
  expect(await move()).toEqual([`a draft of an earlier version is damaged and cannot be read: ${aside}`]);
  expect(readFileSync(aside, 'utf8')).toBe(text);
  expect(await move()).toEqual([]);
  expect(ledger.entries()).toEqual([]);
});

test('one that an earlier version is still writing stays until that has ended', async () => {
  write('dabcde', { flags: { body: 'Hello' } });
  const file = join(drafts, 'dabcde.lock');
  await withLock({ file, processes: realProcesses, waitMs: 0 }, async () => expect(await move()).toEqual([]));
  expect(readdirSync(drafts)).toEqual(['dabcde.json']);
  await move();
  expect(ledger.entries()).toHaveLength(1);
});

test('a move that was cut off does not make two of it', async () => {
  write('dabcde', { flags: { body: 'Hello' } });
  const draft = readFileSync(join(drafts, 'dabcde.json'));
  await move();
  mkdirSync(drafts);
  writeFileSync(join(drafts, 'dabcde.json'), draft);
  await Promise.all([move(), move()]);
  expect(ledger.entries()).toHaveLength(1);
  expect(existsSync(drafts)).toBe(false);
});

test('what cannot be moved stays, and is named', async () => {
  write('dabcde', { flags: { body: 'Hello' } });
  writeFileSync(join(folder, 'ledger'), '');
  const [problem, ...others] = await move();
  expect(problem).toMatch(/^a draft of an earlier version stays in \S+dabcde\.json: /);
  expect([others, readdirSync(drafts)]).toEqual([[], ['dabcde.json']]);
});
