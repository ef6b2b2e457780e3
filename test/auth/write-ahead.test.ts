import { chmodSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeVaultFolder, type VaultFolder } from './vault-folder.js';

const work = { name: 'work', url: 'https://tracker.example.com' };
const key = `${work.name} ${work.url}`;

let home: VaultFolder;
beforeEach(async () => {
  home = makeVaultFolder();
  await home.open().signIn(work, 'first', { makeDefault: true });
});
afterEach(() => home.remove());

const names = (): readonly string[] => readdirSync(home.folder).filter((name) => name.includes('.new-'));
const put = (sent: string, next: string): void => void home.open().ahead.write({ key, sent, next });

test('an arrival of a killed process is stored by whoever reads the token next', async () => {
  put('first', 'second');
  expect(await home.open().token(work)).toEqual({ token: 'second', signIn: 1 });
  expect(home.read('credentials')).toMatchObject({ tokens: { work: { token: 'second' } } });
  expect(home.everything()).not.toContain('first');
});

test('a file of an arrival is private', () => {
  put('first', 'second');
  expect(names().map((name) => statSync(join(home.folder, name)).mode & 0o777)).toEqual([0o600]);
});

test('arrivals are followed to the last one, in circles too', async () => {
  put('second', 'third');
  put('first', 'second');
  put('third', 'first');
  expect(await home.open().token(work)).toEqual({ token: 'first', signIn: 1 });
  put('first', 'second');
  put('second', 'third');
  expect((await home.open().token(work))?.token).toBe('third');
  expect(names()).toEqual([]);
});

test('an arrival after another token, of another instance, or for another sign-in is not used', async () => {
  put('another', 'stranger');
  home.open().ahead.write({ key: `other ${work.url}`, sent: 'first', next: 'stranger' });
  expect((await home.open().token(work))?.token).toBe('first');
  put('first', 'of-the-old-sign-in');
  await home.open().signIn(work, 'again', { makeDefault: true });
  expect(await home.open().token(work)).toEqual({ token: 'again', signIn: 2 });
});

test('a file whose token is stored already is deleted', async () => {
  put('before', 'first');
  expect((await home.open().token(work))?.token).toBe('first');
  expect(names()).toEqual([]);
});

test('files that lead nowhere are deleted after a minute', async () => {
  put('another', 'stranger');
  const [name = ''] = names();
  await home.open().token(work);
  expect(names()).toEqual([name]);
  const longAgo = Date.now() / 1000 - 61;
  utimesSync(join(home.folder, name), longAgo, longAgo);
  await home.open().token(work);
  expect(names()).toEqual([]);
});

test.each(['', '{', '[]', '{"key":1}', `{"key":"${key}","sent":"first","next":"a b"}`, '\u0000'])(
  'a damaged file (%j) is ignored',
  async (text) => {
    writeFileSync(join(home.folder, 'credentials.json.new-x'), text);
    expect((await home.open().token(work))?.token).toBe('first');
  },
);

test('a process whose file another one has deleted, because it stored the token, does not replace a newer one', async () => {
  const slow = home.open();
  let stored: Promise<boolean> | undefined;
  await home.open().locked(async () => {
    stored = slow.rotate(work, { token: 'first', signIn: 1 }, 'second');
    for (const name of names()) rmSync(join(home.folder, name));
  });
  expect(await stored).toBe(false);
  expect((await home.open().token(work))?.token).toBe('first');
});

test('a sign-out deletes what has arrived, and a late process stores nothing', async () => {
  put('first', 'canary');
  await home.open().signOut(work);
  expect(await home.open().sweep()).toEqual([]);
  expect(home.everything()).not.toContain('canary');
});

test.skipIf(process.getuid?.() === 0)(
  'where nothing can be written, the token of a killed process is used all the same',
  async () => {
    put('first', 'second');
    chmodSync(home.folder, 0o500);
    expect((await home.open().token(work))?.token).toBe('second');
    chmodSync(home.folder, 0o700);
    expect((await home.open().token(work))?.token).toBe('second');
    expect(names()).toEqual([]);
  },
);
