import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ConfFile, openConfFile } from '../../src/config/conf-file.js';
import type { StoredObject } from '../../src/config/stored-file.js';
import { TrackerError } from '../../src/contract/errors.js';
import { realProcesses } from '../disk/real-processes.js';
import { makeFolder } from '../support/computer/folder.js';

let home: string;
let folder: string;

beforeEach(() => {
  home = makeFolder();
  folder = join(home, 'tracker');
});

const open = (): ConfFile => openConfFile({ folder: () => folder, name: 'credentials', processes: realProcesses });
const path = (): string => join(folder, 'credentials.json');
const modeOf = (at: string): number => statSync(at).mode & 0o777;
const put = (text: string | Uint8Array, mode = 0o600): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path(), text);
  chmodSync(path(), mode);
};
const add = (key: string) => (stored: StoredObject) => ({ ...stored, [key]: true });

test('reading where nothing is gives nothing and creates nothing', async () => {
  expect(await open().read()).toEqual({});
  expect(readdirSync(home)).toEqual([]);
});

test('reading where no folder can be named gives nothing', async () => {
  const file = openConfFile({
    folder: () => {
      throw new TrackerError('failed', 'no folder for config files');
    },
    name: 'credentials',
    processes: realProcesses,
  });
  expect(await file.read()).toEqual({});
  await expect(file.update(add('a'))).rejects.toMatchObject({ message: 'no folder for config files' });
});

test('a folder that is read-only is not made writable', async () => {
  put('{"tokens":{}}');
  chmodSync(folder, 0o555);
  await open()
    .update(add('a'))
    .catch(() => undefined);
  expect(modeOf(folder)).toBe(0o500);
  // Only root could remove what is in it.
  chmodSync(folder, 0o700);
});

test('a folder is made private unless it holds anything else, which others may have to reach', async () => {
  put('{}');
  for (const name of ['config.json', 'config.json.lock', 'credentials.json.damaged-2', 'triage.json'])
    writeFileSync(join(folder, name), '{}');
  mkdirSync(join(folder, 'templates'));
  chmodSync(folder, 0o755);
  await open().update(add('a'));
  expect(modeOf(folder)).toBe(0o700);
  writeFileSync(join(folder, 'index.html'), '');
  chmodSync(folder, 0o755);
  await open().update(add('b'));
  expect([modeOf(folder), modeOf(path())]).toEqual([0o755, 0o600]);
});

test('a change that changes nothing writes nothing', async () => {
  put('{ "a" : 1 }');
  await open().update((stored) => stored);
  expect(readFileSync(path(), 'utf8')).toBe('{ "a" : 1 }');
});

test('names of hosts and of prototypes are keys like any other', async () => {
  const names = ['tracker.example.com', 'a.b', '__proto__', 'constructor', 'toString'];
  await open().update(() => Object.fromEntries(names.map((name) => [name, name])));
  const read = await open().read();
  expect(names.map((name) => Object.getOwnPropertyDescriptor(read, name)?.value)).toEqual(names);
});

test('what has been read once is read again only when asked', async () => {
  put('{"a":1}');
  const file = open();
  await file.read();
  put('{"a":2}');
  expect([await file.read(), await file.read(true)]).toEqual([{ a: 1 }, { a: 2 }]);
});

describe('a change that belongs together with another', () => {
  const fails = async (): Promise<never> => {
    throw new Error('the other one failed');
  };

  test('is stored after that, and not visible before', async () => {
    put('{"a":1}');
    let seen: StoredObject = {};
    const together = async (): Promise<void> => {
      seen = await open().read();
    };
    expect(await open().update(add('b'), { together })).toEqual({ a: 1, b: true });
    expect([seen, await open().read()]).toEqual([{ a: 1 }, { a: 1, b: true }]);
    expect(readdirSync(folder)).toEqual(['credentials.json']);
  });

  test('is dropped when that fails, without a trace', async () => {
    put('{ "a" : 1 }');
    const file = open();
    await expect(file.update(add('b'), { together: fails })).rejects.toThrow('the other one failed');
    expect([readFileSync(path(), 'utf8'), await file.read()]).toEqual(['{ "a" : 1 }', { a: 1 }]);
    rmSync(path());
    await expect(file.update(add('b'), { together: fails })).rejects.toThrow('the other one failed');
    put('{');
    const kept: string[] = [];
    const repair = (path: string): void => void kept.push(path);
    await expect(file.update(add('b'), { together: fails, repair })).rejects.toThrow('the other one failed');
    expect([readFileSync(path(), 'utf8'), readdirSync(folder), kept]).toEqual(['{', ['credentials.json'], []]);
  });

  test('is reported even if the temporary file cannot be deleted', async () => {
    put('{"a":1}');
    const fails = async (): Promise<never> => {
      const temporary = readdirSync(folder).find((name) => name.includes('.tmp-')) ?? '';
      rmSync(join(folder, temporary));
      mkdirSync(join(folder, temporary));
      throw new Error('the other one failed');
    };
    await expect(open().update(add('b'), { together: fails })).rejects.toThrow('the other one failed');
  });
});

test('preparing an urgent change leaves file and folder as they were, and the change is made at once (#10.17)', async () => {
  put('{"a":1}');
  const before = statSync(path());
  const file = open();
  await file.prepare();
  expect(readdirSync(folder)).toEqual(['credentials.json']);
  expect(statSync(path())).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  await file.update(add('b'), { isUrgent: true });
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({ a: 1, b: true });
});

test('one made while another piece of work holds the lock is made under it', async () => {
  const file = open();
  let inner: Promise<unknown> | undefined;
  await file.locked(async () => {
    inner = file.update(add('inner'));
  });
  const outer = open().update(add('outer'));
  await Promise.all([inner, outer]);
  expect(await open().read()).toEqual({ inner: true, outer: true });
});

test('a file that another process is just writing is read when it is whole', async () => {
  put('{}');
  await open().read();
  put('');
  const reading = open().read();
  setImmediate(() => put('{"a":1}'));
  expect(await reading).toEqual({ a: 1 });
});

test('a change whose lock another process has taken over is made again, on top of what that one stored', async () => {
  put('{"first":true}');
  let tries = 0;
  const stored = await open().update((before) => {
    if (++tries === 1) {
      unlinkSync(`${path()}.lock`);
      writeFileSync(`${path()}.lock`, '4194304 1\n');
      put('{"first":true,"theirs":true}');
    }
    return { ...before, ours: true };
  });
  expect(stored).toEqual({ first: true, theirs: true, ours: true });
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual(stored);
  expect([tries, readdirSync(folder)]).toEqual([2, ['credentials.json']]);
});

test('work that comes in while the lock is held keeps it until it is done', async () => {
  const file = open();
  const isLocked = (): boolean => readdirSync(folder).includes('credentials.json.lock');
  const ends: (() => void)[] = [];
  const untilEnded = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  const first = file.locked(async () => {
    void file.locked(untilEnded);
    await untilEnded();
  });
  await expect.poll(() => ends.length).toBe(2);
  const [endSecond, endFirst] = ends;
  endFirst?.();
  // A turn of the event loop, in which a lock that follows the first work alone would be gone.
  await new Promise((resolve) => setImmediate(resolve));
  expect(isLocked()).toBe(true);
  endSecond?.();
  await first;
  expect(isLocked()).toBe(false);
});
