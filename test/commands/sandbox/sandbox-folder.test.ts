import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeIn, preparePlace, removeRunning } from '../../../src/commands/sandbox/place.js';
import { makeFolder } from '../../support/computer/folder.js';
import { openWorld, refused } from '../../support/run.js';

test.each(['start', 'status', 'stop', 'reset', 'users', 'password'])(
  'sandbox %s: the folder cannot be empty',
  async (verb) => {
    const world = await openWorld();
    const ran = await world.run(['sandbox', verb, '--data', ''], { signedIn: false });
    expect(ran).toEqual(refused(2, '--data cannot be empty'));
  },
);

test.each([
  ['--seed=foo', 'there is no seed "foo"'],
  ['--fault=bad', 'fault "bad" is not valid'],
  ['--journal=FOLDER/none/journal', 'none/journal cannot be written: ENOENT'],
])('reset %s keeps the data', async (flag, message) => {
  const world = await openWorld();
  const folder = makeFolder();
  const database = join(folder, 'sandbox.db');
  writeFileSync(database, 'kept');
  const { code, stderr } = await world.run(
    ['sandbox', 'reset', '-y', '--data', folder, flag.replace('FOLDER', folder)],
    { signedIn: false },
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(readFileSync(database, 'utf8')).toBe('kept');
});

test('reset says what cannot be deleted', async () => {
  const world = await openWorld();
  const folder = makeFolder();
  const database = join(folder, 'sandbox.db');
  mkdirSync(database);
  const ran = await world.run(['sandbox', 'reset', '-y', '--data', folder], { signedIn: false });
  expect(ran).toEqual(refused(1, `cannot delete ${database}: ERR_FS_EISDIR`));
});

test('a folder that was there keeps its mode', () => {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  preparePlace(placeIn(folder));
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('755');
});

test('a folder that others can write to is refused', async () => {
  const world = await openWorld();
  const folder = makeFolder();
  chmodSync(folder, 0o1777);
  expect(await world.run(['sandbox', 'start', '--data', folder], { signedIn: false })).toEqual(
    refused(1, `other users can write to ${folder}, so it is not safe to use`, 'choose another folder with --data'),
  );
  expect((statSync(folder).mode & 0o7777).toString(8)).toBe('1777');
});

test('a running file that cannot be deleted is named', () => {
  const place = placeIn(makeFolder());
  mkdirSync(place.running);
  expect(() => removeRunning(place)).toThrow(`cannot delete ${place.running}: ERR_FS_EISDIR`);
});
