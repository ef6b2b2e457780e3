import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachTest } from '../support/set-up.js';
import { makeVaultFolder } from './vault-folder.js';

const home = eachTest(makeVaultFolder, (home) => home.remove());

const work = { name: 'work', url: 'https://tracker.example.com' };
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
