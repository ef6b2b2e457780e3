import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accountFolder } from '../../src/client/state/account-folder.js';
import { readServers } from '../../src/completion/servers.js';
import { within } from '../support/computer/folder.js';
import { openWorld, owner } from '../support/run.js';
import { eachTest } from '../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

const config = (): string => join(machine.folder, 'config', 'config.json');
const env = () => ({
  TRACKER_CONFIG_DIR: join(machine.folder, 'config'),
  TRACKER_CACHE_DIR: join(machine.folder, 'cache'),
});
/** The file of tasks that is meant, and the names of all instances. */
const ask = (named = '', extra: Record<string, string> = {}, workingFolder = machine.workingFolder) => {
  const servers = readServers({ env: { ...env(), ...extra }, platform: 'linux', workingFolder }, named);
  return [servers.fileOf('tasks'), ...servers.names];
};
const fileOf = (url: string, userId = ''): string =>
  join(accountFolder(within(join(machine.folder, 'cache')), { url, userId }), 'tasks.tsv');

test('a list leaves its references where completion looks for them', async () => {
  await machine.run('tasks list');
  const own = fileOf(world.url, world.sandbox.person(owner).id);
  expect(ask()).toEqual([own, 'work']);
  expect(existsSync(own)).toBe(true);
});

test('the server is that of flag, TRACKER_URL, TRACKER_INSTANCE, .tracker.json, or the default one', () => {
  const stored = { instances: { work: { url: world.url }, other: { url: 'https://other.example' } }, default: 'work' };
  writeFileSync(config(), JSON.stringify(stored));
  const [work, other] = [fileOf(world.url), fileOf('https://other.example')];
  expect(ask()).toEqual([work, 'work', 'other']);
  expect(ask('other')[0]).toBe(other);
  expect(ask('https://OTHER.example/')[0]).toBe(other);
  expect(ask('', { TRACKER_INSTANCE: 'other' })[0]).toBe(other);
  expect(ask('', { TRACKER_URL: 'https://third.example', TRACKER_INSTANCE: 'other' })[0]).toBe(undefined);
  const below = join(machine.workingFolder, 'a', 'b');
  mkdirSync(below, { recursive: true });
  writeFileSync(join(machine.workingFolder, '.tracker.json'), '{"instance":"other"}');
  expect(ask('', {}, below)[0]).toBe(other);
  expect(ask('work', {}, below)[0]).toBe(work);
  expect(ask('javascript:alert(1)')).toEqual([undefined, 'work', 'other']);
  expect(world.takeRequests()).toEqual([]);
});

test('without settings, with damaged ones, or without a folder there is nothing, and no error', () => {
  const nowhere = { TRACKER_CONFIG_DIR: join(machine.folder, 'none'), TRACKER_CACHE_DIR: '' };
  expect(ask('', nowhere)).toEqual([undefined]);
  writeFileSync(config(), '{"instances": 1');
  expect(ask()).toEqual([undefined]);
  expect(readServers({ env: {}, platform: 'linux', workingFolder: '/' }, '').names).toEqual([]);
});

test('a folder that others can write to counts as empty', () => {
  const place = { env: env(), platform: 'linux', workingFolder: '/', uid: process.getuid?.() };
  expect(readServers(place, '').names).toEqual(['work']);
  chmodSync(join(machine.folder, 'config'), 0o777);
  expect(readServers(place, '').names).toEqual([]);
});

const others: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe', (path) => spawnSync('mkfifo', [path])],
  ['a device that never ends', (path) => symlinkSync('/dev/zero', path)],
  ['a folder', (path) => mkdirSync(path)],
];

describe.each(others)('%s in the place of the settings', (_, put) => {
  test('counts as empty, and other commands say what is wrong with it', async () => {
    rmSync(config());
    put(config());
    expect(ask()).toEqual([undefined]);
    const { code, stderr } = await machine.run('tasks list');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/config\.json is (a folder|not a regular file)/)]);
  });
});
