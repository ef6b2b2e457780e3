import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeVaultFolder, type VaultFolder } from './vault-folder.js';

let home: VaultFolder;
beforeEach(() => {
  home = makeVaultFolder();
});
afterEach(() => home.remove());

const work = { name: 'work', url: 'https://tracker.example.com' };
const other = { name: 'other', url: 'https://tracker.example.org/base' };
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

test('a second sign-in is stored next to the first and becomes the default only if asked to', async () => {
  const vault = home.open();
  await vault.signIn(work, 'token-1', { makeDefault: true });
  await vault.signIn(other, 'token-2', { makeDefault: false });
  expect(await vault.defaultName()).toBe('work');
  await vault.makeDefault('other');
  expect([await home.open().defaultName(), await home.open().token(work), await home.open().token(other)]).toEqual([
    'other',
    { token: 'token-1', signIn: 1 },
    { token: 'token-2', signIn: 2 },
  ]);
});

test('a token is bound to its address', async () => {
  const vault = home.open();
  await vault.signIn(work, 'token-1', { makeDefault: true });
  for (const url of ['http://tracker.example.com', 'https://tracker.example.com:8443', 'https://tracker.example.com/b'])
    expect(await vault.token({ name: 'work', url })).toBeUndefined();
});

test('sessions of like addresses are apart, whatever happens to one of them', async () => {
  const urls = [
    'https://a.example.com',
    'https://a.example',
    'http://localhost:1',
    'http://localhost:2',
    'https://localhost:1',
    'http://a.example',
  ];
  const entries = urls.map((url) => ({ name: url.replace('://', '-'), url }));
  const vault = home.open();
  for (const entry of entries) await vault.signIn(entry, `token-of-${entry.url}`, { makeDefault: false });
  const [first, second, third, ...rest] = entries;
  if (!first || !second || !third) throw new Error('there are six');
  await vault.rotate(first, 1, 'rotated');
  await vault.signOut(second);
  await vault.remove(third);
  const tokens = await Promise.all(entries.map(async (entry) => (await home.open().token(entry))?.token));
  expect(tokens).toEqual(['rotated', undefined, undefined, ...rest.map(({ url }) => `token-of-${url}`)]);
  expect((await home.open().instances()).length).toBe(5);
});

describe('a rotated token', () => {
  test('replaces the one of its sign-in, and the old one is nowhere any more', async () => {
    const vault = home.open();
    await vault.signIn(work, 'canary', { makeDefault: true });
    expect(await home.open().rotate(work, 1, 'rotated')).toBe(true);
    expect(await home.open().token(work)).toEqual({ token: 'rotated', signIn: 1 });
    expect(home.everything()).not.toContain('canary');
  });

  test('is stored whatever token of the same sign-in is stored by then', async () => {
    const vault = home.open();
    await vault.signIn(work, 'first', { makeDefault: true });
    await home.open().rotate(work, 1, 'by-another-process');
    expect(await vault.rotate(work, 1, 'the-last-answer')).toBe(true);
    expect(await home.open().token(work)).toEqual({ token: 'the-last-answer', signIn: 1 });
  });

  test('is not stored after another sign-in', async () => {
    const vault = home.open();
    await vault.signIn(work, 'first', { makeDefault: true });
    await home.open().signIn(work, 'new-sign-in', { makeDefault: true });
    expect(await vault.rotate(work, 1, 'of-the-old-one')).toBe(false);
    expect(await home.open().token(work)).toEqual({ token: 'new-sign-in', signIn: 2 });
  });

  test('is not stored after a sign-out, with or without another sign-in', async () => {
    const vault = home.open();
    await vault.signIn(work, 'first', { makeDefault: true });
    await home.open().signOut(work);
    expect(await vault.rotate(work, 1, 'of-the-old-one')).toBe(false);
    expect(await home.open().token(work)).toBeUndefined();
    await home.open().signIn(work, 'second', { makeDefault: true });
    expect(await vault.rotate(work, 1, 'of-the-old-one')).toBe(false);
    expect(await home.open().token(work)).toEqual({ token: 'second', signIn: 2 });
  });
});

test('signing out leaves no token in any file; repeating it, or signing out of an unknown instance, is harmless', async () => {
  await home.open().signIn(work, 'canary', { makeDefault: true });
  writeFileSync(join(home.folder, 'credentials.json.tmp-17637123450a1b2c'), '{"token":"canary"}');
  await home.open().signOut(work);
  await home.open().signOut(work);
  await home.open().signOut(other);
  expect(home.everything()).not.toContain('canary');
  expect(await home.open().instances()).toEqual([work]);
});

test('removing the default makes another one the default, and the last one none', async () => {
  const vault = home.open();
  await vault.signIn(work, 'a', { makeDefault: true });
  await vault.signIn(other, 'b', { makeDefault: false });
  await vault.remove(work);
  expect([await vault.defaultName(), await vault.instances()]).toEqual(['other', [other]]);
  await vault.remove(other);
  await vault.remove(other);
  expect([await vault.defaultName(), await vault.instances()]).toEqual([undefined, []]);
  expect(home.read('config')).toEqual({ instances: {} });
});

test('another account under the same name does not inherit who the last one was', async () => {
  await home.open().signIn({ ...work, userId: 'u1', userName: 'Ada' }, 'a', { makeDefault: true });
  await home.open().signIn(work, 'b', { makeDefault: true });
  expect(await home.open().instances()).toEqual([work]);
});

test('what a newer version has stored stays', async () => {
  mkdirSync(home.folder);
  writeFileSync(
    join(home.folder, 'config.json'),
    '{"future":1,"instances":{"work":{"url":"https://a","colour":"red"},"odd":5,"odder":{"url":6}}}',
  );
  writeFileSync(join(home.folder, 'credentials.json'), '{"future":2,"tokens":{"odd":5}}');
  const vault = home.open();
  expect(await vault.instances()).toEqual([{ name: 'work', url: 'https://a' }]);
  await vault.signIn({ name: 'work', url: 'https://a' }, 'a', { makeDefault: true });
  await vault.keepSuccessor('hash', 'b');
  expect(home.read('config')).toEqual({
    future: 1,
    instances: { work: { url: 'https://a', colour: 'red' }, odd: 5, odder: { url: 6 } },
    default: 'work',
  });
  expect(home.read('credentials')).toEqual({
    future: 2,
    tokens: { odd: 5, work: { url: 'https://a', token: 'a', signIn: 1 } },
    signIns: 1,
    successors: { hash: 'b' },
  });
});

test.each([
  '{"tokens":{"work":{"url":"https://tracker.example.com","token":5}}}',
  '{"tokens":{"work":{"url":"https://tracker.example.com","token":"a b"}}}',
  '{"tokens":{"work":"x"}}',
])('a token that makes no sense (%s) is none', async (text) => {
  mkdirSync(home.folder);
  writeFileSync(join(home.folder, 'credentials.json'), text);
  expect(await home.open().token(work)).toBeUndefined();
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

test('twenty sign-ins at once are all there, each with a number of its own', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `host-${at}`);
  await Promise.all(
    names.map((name) => home.open().signIn({ name, url: `https://${name}` }, name, { makeDefault: false })),
  );
  const vault = home.open();
  const tokens = await Promise.all(names.map((name) => vault.token({ name, url: `https://${name}` })));
  expect(tokens.map((each) => each?.token)).toEqual(names);
  expect(new Set(tokens.map((each) => each?.signIn)).size).toBe(20);
});

test('a file that others may read is tightened by the next look', async () => {
  await home.open().signIn(work, 'a', { makeDefault: true });
  chmodSync(join(home.folder, 'credentials.json'), 0o644);
  await home.open().token(work);
  expect(modeOf('credentials.json')).toBe(0o600);
});
