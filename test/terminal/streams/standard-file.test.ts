import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { standardFile } from '../../../src/terminal/streams/standard-file.js';
import { makeFolder } from '../../support/computer/folder.js';

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a pipe takes what fits without waiting, and the rest is left', () => {
  const path = join(makeFolder(), 'pipe');
  spawnSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const file = standardFile(pipe);
  const bytes = Buffer.alloc(1_000_000, 'x');
  const taken = file.write(bytes);
  expect([taken > 0, taken < bytes.length, file.write(bytes), file.mayBeTerminal]).toEqual([true, true, 0, false]);
  readSync(pipe, Buffer.alloc(taken));
  expect(file.write(Buffer.from('more'))).toBe(4);
  closeSync(pipe);
});

onLinux('a pipe that nobody reads is left to the stream', () => {
  const path = join(makeFolder(), 'pipe');
  spawnSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = openSync(path, constants.O_WRONLY);
  closeSync(reader);
  expect(standardFile(pipe).write(Buffer.from('x'))).toBe(0);
  closeSync(pipe);
});

test('a file takes everything, after what is there', () => {
  const path = join(makeFolder(), 'out');
  const out = openSync(path, 'w');
  const file = standardFile(out);
  expect([file.write(Buffer.from('one ')), file.write(Buffer.from('two')), file.mayBeTerminal]).toEqual([4, 3, false]);
  closeSync(out);
  expect(readFileSync(path, 'utf8')).toBe('one two');
});

onLinux('only a device that takes everything is certainly no terminal', () => {
  const [nothing, full] = [openSync('/dev/null', 'w'), openSync('/dev/full', 'w')];
  expect([nothing, full, 1_000].map((each) => standardFile(each).mayBeTerminal)).toEqual([false, true, true]);
  expect([nothing, full, 1_000].map((each) => standardFile(each).write(Buffer.from('x')))).toEqual([1, 0, 0]);
  for (const each of [nothing, full]) closeSync(each);
});
