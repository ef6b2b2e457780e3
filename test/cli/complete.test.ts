import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { complete } from '../../src/cli/complete.js';
import { instanceFolder } from '../../src/state/references.js';
import type { Machine } from '../support/machine.js';
import { openWorld, owner, type TestWorld } from '../support/run.js';

let world: TestWorld;
let machine: Machine;
beforeEach(async () => {
  world = await openWorld();
  machine = await world.machine(owner);
});

const list = (): string => join(machine.folder, 'cache', 'instances.tsv');
const config = (): string => join(machine.folder, 'config', 'config.json');
const env = () => ({
  TRACKER_CONFIG_DIR: join(machine.folder, 'config'),
  TRACKER_CACHE_DIR: join(machine.folder, 'cache'),
});
const ask = (
  named = '',
  extra: Record<string, string> = {},
  workingFolder = machine.workingFolder,
): readonly string[] =>
  complete({ named, env: { ...env(), ...extra }, platform: 'linux', workingFolder })
    .split('\n')
    .slice(0, -1);
const folderOf = (url: string): string => join(machine.folder, 'cache', instanceFolder(url));

test('the first list leaves word of where the references of which server are', async () => {
  await machine.run('tasks list');
  expect(readFileSync(list(), 'utf8')).toBe(`#\t${config()}\twork\nwork\t${instanceFolder(world.url)}\t${world.url}\n`);
  expect(statSync(list()).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folderOf(world.url), 'tasks.tsv'))).toBe(true);
});

test('so does whatever changes which servers there are, and a cache that was deleted is made again', async () => {
  const signIn = { stdin: world.sandbox.signIn('theo@quill-and-moss.example') };
  await machine.run('login work.example --token --name theo', signIn);
  expect(readFileSync(list(), 'utf8').split('\n')[0]).toBe(`#\t${config()}\ttheo`);
  await machine.run('instances use work');
  expect(readFileSync(list(), 'utf8').split('\n')[0]).toBe(`#\t${config()}\twork`);
  await machine.run('instances remove theo --yes');
  expect(readFileSync(list(), 'utf8').split('\n').length).toBe(3);
});

test('a command that changes neither leaves the file alone', async () => {
  await machine.run('tasks list');
  utimesSync(list(), 1, 1);
  await machine.run('tasks view SCM-12');
  expect(statSync(list()).mtimeMs).toBe(1000);
});

test('the program says which folder it is: flag, TRACKER_URL, TRACKER_INSTANCE, .tracker.json, the default one', () => {
  const stored = { instances: { work: { url: world.url }, other: { url: 'https://other.example' } }, default: 'work' };
  writeFileSync(config(), JSON.stringify(stored));
  const [work, other] = [folderOf(world.url), folderOf('https://other.example')];
  expect(ask()).toEqual([work, 'work', 'other']);
  expect(ask('other')[0]).toBe(other);
  expect(ask('https://OTHER.example/')[0]).toBe(other);
  expect(ask('', { TRACKER_INSTANCE: 'other' })[0]).toBe(other);
  expect(ask('', { TRACKER_URL: 'https://third.example', TRACKER_INSTANCE: 'other' })[0]).toBe(
    folderOf('https://third.example'),
  );
  const below = join(machine.workingFolder, 'a', 'b');
  mkdirSync(below, { recursive: true });
  writeFileSync(join(machine.workingFolder, '.tracker.json'), '{"instance":"other"}');
  expect(ask('', {}, below)[0]).toBe(other);
  expect(ask('work', {}, below)[0]).toBe(work);
  expect(ask('javascript:alert(1)')).toEqual(['', 'work', 'other']);
  expect(world.takeRequests()).toEqual([]);
});

test('it leaves word too, newer than what it has read, and not again where that still holds', () => {
  ask();
  expect(readFileSync(list(), 'utf8')).toContain(`work\t${instanceFolder(world.url)}\t`);
  expect(statSync(list()).mtimeMs).toBeGreaterThanOrEqual(Math.floor(statSync(config()).mtimeMs));
  const before = statSync(list()).ino;
  ask();
  expect(statSync(list()).ino).toBe(before);
  const later = new Date(Date.now() + 5_000);
  utimesSync(config(), later, later);
  ask();
  expect(statSync(list()).ino).not.toBe(before);
});

test('without settings, with damaged ones, or without a place to write there is nothing to say, and no error', () => {
  const nowhere = { TRACKER_CONFIG_DIR: join(machine.folder, 'none'), TRACKER_CACHE_DIR: join(config(), 'below') };
  expect(complete({ named: '', env: nowhere, platform: 'linux', workingFolder: '/' })).toBe('\n');
  writeFileSync(config(), '{"instances": 1');
  expect(ask()).toEqual(['']);
});

test('names and addresses that would break a line are made one', () => {
  writeFileSync(
    config(),
    JSON.stringify({ instances: { 'a\tb\nc': { url: 'https://x.example\n' } }, default: 'a\tb\nc' }),
  );
  expect(ask()).toEqual([folderOf('https://x.example\n'), 'a b c']);
  expect(readFileSync(list(), 'utf8').split('\n').length).toBe(3);
});

const others: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe', (path) => spawnSync('mkfifo', [path])],
  ['a device that never ends', (path) => symlinkSync('/dev/zero', path)],
  ['a folder', (path) => mkdirSync(path)],
];

describe.each(others)('%s in the place of a file is not read', (_, put) => {
  test('settings count as empty, and other commands say what is wrong with them', async () => {
    rmSync(config());
    put(config());
    expect(ask()).toEqual(['']);
    const { code, stderr } = await machine.run('tasks list');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/config\.json is (a folder|not an ordinary file)/)]);
  });

  test('the list for shells is written anew, or left', async () => {
    mkdirSync(join(machine.folder, 'cache'), { recursive: true });
    rmSync(list(), { force: true, recursive: true });
    put(list());
    expect(ask()).toEqual([folderOf(world.url), 'work']);
  });
});
