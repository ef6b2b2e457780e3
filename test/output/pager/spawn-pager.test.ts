import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { spawnPager } from '../../../src/output/spawn-pager.js';
import { makeFolder } from '../../support/computer/folder.js';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

test('gets the whole text, and LESS and its character set where they are unset', async () => {
  const file = join(folder, 'out');
  const text = 'ü\n'.repeat(200_000);
  expect(await spawnPager(`cat > '${file}'; printf %s "$LESS $LESSCHARSET" > '${file}.less'`, [text])).toBe(true);
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(await readFile(`${file}.less`, 'utf8')).toBe(
    `${process.env.LESS ?? 'FRX'} ${process.env.LESSCHARSET ?? 'utf-8'}`,
  );
});

test('that is quit early is not an error', async () => {
  expect(await spawnPager('true', ['x'.repeat(5_000_000)])).toBe(true);
  expect(await spawnPager('exit 3', ['x'.repeat(5_000_000)])).toBe(true);
});

test('that does not exist is reported', async () => {
  expect(await spawnPager('no-such-pager-program -FRX', ['text'])).toBe(false);
});

test('gets pieces as it reads them, and no more of them once it is quit', async () => {
  let made = 0;
  function* pieces(): Generator<string> {
    for (; made < 1_000_000; made++) yield `${made}\n`.repeat(100);
  }
  const file = join(folder, 'out');
  expect(await spawnPager(`head -2 > '${file}'`, pieces())).toBe(true);
  expect(await readFile(file, 'utf8')).toBe('0\n0\n');
  expect(made).toBeLessThan(100_000);
});

test('ends with what went wrong while a piece was made', async () => {
  async function* pieces(): AsyncGenerator<string> {
    yield 'first\n';
    throw new RangeError('too deep');
  }
  await expect(spawnPager('cat > /dev/null', pieces())).rejects.toThrow('too deep');
});
