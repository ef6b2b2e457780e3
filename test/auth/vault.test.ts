import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeVaultFolder, type VaultFolder } from './vault-folder.js';

let home: VaultFolder;
beforeEach(() => {
  home = makeVaultFolder();
});
afterEach(() => home.remove());

const work = { name: 'work', url: 'https://tracker.example.com' };
const modeOf = (name: string): number => statSync(join(home.folder, name)).mode & 0o777;

test('a sign-in is stored privately: token, instance and default', async () => {
  await home.open().signIn({ ...work, userId: 'u1', userName: 'Ada' }, 'token-1', { makeDefault: false });
  expect(home.read('credentials')).toEqual({
    tokens: { work: { url: work.url, token: 'token-1', signIn: 1, userId: 'u1' } },
    signIns: 1,
  });
  expect(home.read('config')).toEqual({
    instances: { work: { url: work.url, userId: 'u1', userName: 'Ada' } },
    default: 'work',
  });
  expect([modeOf('.'), modeOf('credentials.json'), modeOf('config.json')]).toEqual([0o700, 0o600, 0o600]);
  const vault = home.open();
  expect(await vault.token(work)).toEqual({ token: 'token-1', signIn: 1, userId: 'u1' });
  expect(await vault.instances()).toEqual([{ ...work, userId: 'u1', userName: 'Ada' }]);
  expect(await vault.defaultName()).toBe('work');
});

test('nothing is stored by looking', async () => {
  const vault = home.open();
  expect([await vault.instances(), await vault.defaultName(), await vault.token(work)]).toEqual([
    [],
    undefined,
    undefined,
  ]);
  expect(await vault.successor('abc')).toBeUndefined();
  expect(() => readdirSync(home.folder)).toThrow('ENOENT');
});

test('a token is bound to its address', async () => {
  const vault = home.open();
  await vault.signIn(work, 'token-1', { makeDefault: true });
  for (const url of ['http://tracker.example.com', 'https://tracker.example.com:8443', 'https://tracker.example.com/b'])
    expect(await vault.token({ name: 'work', url })).toBeUndefined();
});

test('another account under the same name does not inherit who the last one was', async () => {
  await home.open().signIn({ ...work, userId: 'u1', userName: 'Ada' }, 'a', { makeDefault: true });
  await home.open().signIn(work, 'b', { makeDefault: true });
  expect(await home.open().instances()).toEqual([work]);
});

test.each(['constructor', '__proto__', 'toString'])('an instance called %s is like any other', async (name) => {
  const entry = { name, url: 'https://a' };
  expect(await home.open().token(entry)).toBeUndefined();
  await home.open().signIn(entry, 'a', { makeDefault: true });
  expect(await home.open().token(entry)).toEqual({ token: 'a', signIn: 1 });
  expect(await home.open().instances()).toEqual([entry]);
  await home.open().remove(entry);
  expect(await home.open().instances()).toEqual([]);
});

test('a default that is no instance is none', async () => {
  mkdirSync(home.folder);
  writeFileSync(join(home.folder, 'config.json'), '{"default":"gone","instances":{}}');
  expect(await home.open().defaultName()).toBeUndefined();
});
