import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDrafts } from '../../src/drafts/store.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracker-drafts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const whole = {
  createdAt: '2026-11-01T00:00:00Z',
  url: 'https://work.example',
  words: ['tasks', 'comment'],
  flags: {},
};

test.each([
  ['empty', ''],
  ['half', '{'],
  ['null', 'null'],
  ['without a command', JSON.stringify({ ...whole, words: [] })],
  ['without a verb', JSON.stringify({ ...whole, words: ['tasks'] })],
  ['without flags', JSON.stringify({ ...whole, flags: undefined })],
])('R70: a draft whose file is %s is damaged, which names the file', (_what, text) => {
  const drafts = openDrafts(() => folder);
  const path = drafts.path('dbcdfg');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  expect(() => drafts.read('dbcdfg')).toThrow(
    expect.objectContaining({
      kind: 'failed',
      exitCode: 1,
      message: `draft dbcdfg is damaged and cannot be read: ${path}`,
    }),
  );
  expect(drafts.all()).toEqual([]);
  expect(() => drafts.read('dbcdfh')).toThrow(expect.objectContaining({ kind: 'not_found' }));
});

test('R70: a draft is read as it was kept', () => {
  const drafts = openDrafts(() => folder);
  const { id } = drafts.save({ url: whole.url, words: whole.words, flags: {} }, new Date(whole.createdAt));
  expect(drafts.read(id)).toMatchObject({ ...whole, createdAt: '2026-11-01T00:00:00.000Z', id });
});
