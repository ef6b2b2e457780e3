import { beforeEach, expect, test } from 'vitest';
import { chooseInstance, nameFor } from '../../src/auth/servers.js';
import type { Target } from '../../src/config/settings.js';
import { failureOf } from '../http/asking.js';
import { eachTest } from '../support/set-up.js';
import { makeVaultFolder } from './vault-folder.js';

const work = { name: 'work', url: 'https://tracker.example.com' };
const second = { name: 'second', url: 'https://tracker.example.com' };
const based = { name: 'based', url: 'http://localhost:4000/base' };

const home = eachTest(makeVaultFolder, (home) => home.remove());
beforeEach(async () => {
  for (const entry of [work, second, based]) await home.open().signIn(entry, 'a', { makeDefault: entry === second });
});

type Source = Exclude<Target, { kind: 'default' }>['source'];
const choose = (source: Source, text: string) => chooseInstance(home.open(), { kind: 'named', source, text });

test('without a default there is a command to run', async () => {
  for (const entry of [work, second, based]) await home.open().remove(entry);
  expect(await failureOf(chooseInstance(home.open(), { kind: 'default' }))).toMatchObject({
    kind: 'sign_in_required',
    exitCode: 3,
    message: 'you are not signed in to any server',
    hint: 'tracker login https://tracker.example.com, or tracker sandbox start to try it without an account',
  });
});

test.each(['-I', 'TRACKER_URL'] as const)('%s takes an address in any spelling', async (source) => {
  expect(await choose(source, 'HTTP://LOCALHOST:4000/base/')).toEqual({ entry: based, known: true });
  expect(await choose(source, 'localhost:4000/base')).toEqual({ entry: based, known: true });
});

test('an address without a sign-in gets a name of its own', async () => {
  expect(await choose('-I', 'https://new.example.com:8443/a/b')).toEqual({
    entry: { name: 'new.example.com:8443-a-b', url: 'https://new.example.com:8443/a/b' },
    known: false,
  });
  expect(nameFor(new URL('https://new.example.com/'))).toBe('new.example.com');
  expect(nameFor(new URL('http://[::1]:7807/base/'))).toBe('::1:7807-base');
});

test('TRACKER_URL takes no name', async () => {
  expect((await choose('TRACKER_URL', 'work')).entry.url).toBe('https://work');
});

test('an address that is none is a usage error', async () => {
  expect(await failureOf(choose('TRACKER_URL', 'ftp://x'))).toMatchObject({ kind: 'usage' });
});
