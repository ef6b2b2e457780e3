import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDrafts } from '../../../src/compose/saved/store.js';
import { moveInto } from '../../../src/disk/move-into.js';
import { makeFolder } from '../../support/computer/folder.js';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});

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

const otherFolder = '/dev/shm';
const isOther = existsSync(otherFolder) && statSync(otherFolder).dev !== statSync(tmpdir()).dev;

describe('R82: a file that moves into a draft', () => {
  const drafts = () => openDrafts(() => folder);

  test.skipIf(!isOther)('R82: comes from another file system', async () => {
    const there = mkdtempSync(join(otherFolder, 'tracker-drafts-'));
    try {
      const file = join(there, 'comment.md');
      writeFileSync(file, 'Words');
      const path = await moveInto(drafts().filesFolder('dbcdfg'), file);
      expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777, existsSync(file)]).toEqual([
        'Words',
        0o600,
        false,
      ]);
    } finally {
      rmSync(there, { recursive: true });
    }
  });

  test('R82: takes the place of an earlier one, and goes with the draft', async () => {
    const file = join(folder, 'comment.md');
    for (const words of ['Earlier', 'Later']) {
      writeFileSync(file, words);
      await moveInto(drafts().filesFolder('dbcdfg'), file);
    }
    const path = join(drafts().filesFolder('dbcdfg'), 'comment.md');
    expect(readFileSync(path, 'utf8')).toBe('Later');
    drafts().remove('dbcdfg');
    expect(existsSync(path)).toBe(false);
  });

  test('R82: stays where it is if there is no room for it', async () => {
    const file = join(folder, 'comment.md');
    writeFileSync(file, 'Words');
    writeFileSync(join(folder, 'drafts'), '');
    await expect(moveInto(drafts().filesFolder('dbcdfg'), file)).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(readFileSync(file, 'utf8')).toBe('Words');
  });
});
