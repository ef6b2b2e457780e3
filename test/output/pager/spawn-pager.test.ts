import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultPager } from '../../../src/output/pager.js';
import { spawnPager } from '../../../src/output/spawn-pager.js';
import { makeFolder } from '../../support/computer/folder.js';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => vi.unstubAllEnvs());

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

test.each([
  ['knows no -X, as in BusyBox and Alpine', 'echo "less: unrecognized option: X" >&2; exit 1', false],
  ['is quit', 'exit 0', true],
  ['is quit by Ctrl-C, with -K in LESS', 'exit 2', true],
])('of the default that %s', async (_what, script, isShown) => {
  writeFileSync(join(folder, 'less'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  expect(await spawnPager(defaultPager, ['text'])).toBe(isShown);
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
