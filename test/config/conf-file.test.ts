import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConfFile, openConfFile } from '../../src/config/conf-file.js';
import type { Stored } from '../../src/config/stored-file.js';
import { TrackerError } from '../../src/contract/errors.js';
import { startChild } from '../disk/child.js';
import { realProcesses } from '../disk/real-processes.js';
import { type BundledProgram, bundleProgram } from '../terminal/pseudo-terminal.js';

let program: BundledProgram;
let home: string;
let folder: string;

beforeAll(async () => {
  program = await bundleProgram(fileURLToPath(new URL('change-program.ts', import.meta.url)));
});
afterAll(() => program.remove());
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tracker-config-'));
  folder = join(home, 'tracker');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = (signal?: AbortSignal): ConfFile =>
  openConfFile({ folder: () => folder, name: 'credentials', processes: realProcesses, ...(signal && { signal }) });
const path = (): string => join(folder, 'credentials.json');
const modeOf = (at: string): number => statSync(at).mode & 0o777;
const put = (text: string | Uint8Array, mode = 0o600): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path(), text);
  chmodSync(path(), mode);
};
const add = (key: string) => (stored: Stored) => ({ ...stored, [key]: true });

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

test('file and folder are private, whatever the umask of the process', async () => {
  const child = startChild(program.file, [folder, 'key', '1', '000']);
  expect(await child.next()).toBe('ready');
  child.tell('go');
  expect(await child.ended()).toBe(0);
  expect([modeOf(folder), modeOf(path())]).toEqual([0o700, 0o600]);
  expect(readdirSync(folder)).toEqual(['credentials.json']);
});

test('a file and a folder that others may read are tightened', async () => {
  put('{"tokens":{}}', 0o644);
  chmodSync(folder, 0o755);
  expect(await open().read()).toEqual({ tokens: {} });
  expect(modeOf(path())).toBe(0o600);
  await open().update(add('a'));
  expect(modeOf(folder)).toBe(0o700);
});

test('(true.30) a folder that is read-only is not made writable', async () => {
  put('{"tokens":{}}');
  chmodSync(folder, 0o555);
  await open()
    .update(add('a'))
    .catch(() => undefined);
  expect(modeOf(folder)).toBe(0o500);
});

test('a change keeps what it does not know, is on disk at once, and is seen by the next process', async () => {
  put('{"future":{"deep.er":[1,null]},"a":1}');
  expect(await open().update((stored) => ({ ...stored, a: 2 }))).toEqual({ future: { 'deep.er': [1, null] }, a: 2 });
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({ future: { 'deep.er': [1, null] }, a: 2 });
  expect(await open().read()).toEqual({ future: { 'deep.er': [1, null] }, a: 2 });
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

test('a symbolic link stays one', async () => {
  const real = join(home, 'real.json');
  writeFileSync(real, '{"a":1}');
  mkdirSync(folder);
  symlinkSync(real, path());
  await open().update(add('b'));
  expect(lstatSync(path()).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ a: 1, b: true });
});

describe('a damaged file', () => {
  const canary = 'canary-token-0123456789';

  test.each([
    ['empty', ''],
    ['cut', `{"tokens":{"a":{"token":"${canary}`],
    ['with a byte order mark', `\ufeff{"token":"${canary}"}`],
    ['null', 'null'],
    ['a list', `["${canary}"]`],
    ['a text', `"${canary}"`],
    ['a number', '12'],
    ['binary', Buffer.from([0, 255, 254, 1, 2, 3])],
  ])('(%s) is reported in one line without its content, and left as it is', async (_name, content) => {
    put(content);
    const before = readFileSync(path());
    for (const work of [() => open().read(), () => open().update(add('a'))]) {
      const error = await work().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(TrackerError);
      expect(error).toMatchObject({
        kind: 'failed',
        message: `${path()} is damaged and was left as it is`,
        hint: 'sign in again with: tracker login; the damaged file is kept; to delete it: tracker logout --all',
      });
      expect(`${error}${JSON.stringify(error)}`).not.toContain('canary');
    }
    expect(readFileSync(path())).toEqual(before);
    expect(readdirSync(folder)).toEqual(['credentials.json']);
  });

  test('(a folder in its place) is reported with the reason, and left as it is', async () => {
    mkdirSync(path(), { recursive: true, mode: 0o755 });
    chmodSync(path(), 0o755);
    for (const work of [() => open().read(), () => open().update(add('a'))])
      await expect(work()).rejects.toMatchObject({ message: `${path()} is a folder and was left as it is` });
    expect(modeOf(path())).toBe(0o755);
  });
});

describe('a change that belongs together with another', () => {
  const fails = async (): Promise<never> => {
    throw new Error('the other one failed');
  };

  test('is stored after that, and not visible before', async () => {
    put('{"a":1}');
    let seen: Stored = {};
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

test('leftovers next to the file are deleted, without creating anything', async () => {
  expect(await open().sweep()).toEqual([]);
  expect(readdirSync(home)).toEqual([]);
  put('{"a":1}');
  const names = ['.tmp-next', '.tmp-1763712345a1b2c3', '.damaged', '.damaged-2', '.lock-of-somebody', 'x'];
  for (const name of names) writeFileSync(`${path()}${name}`, 'canary');
  mkdirSync(`${path()}.damaged-3`);
  expect(await open().sweep()).toEqual(['', '-2', '-3'].map((end) => `${path()}.damaged${end}`));
  expect(readdirSync(folder).sort()).toEqual([
    'credentials.json',
    'credentials.json.lock-of-somebody',
    'credentials.jsonx',
  ]);
});

test('a folder that cannot be created is reported with its path', async () => {
  writeFileSync(folder, '');
  await expect(open().update(add('a'))).rejects.toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(new RegExp(`^cannot write to ${folder}: `)),
  });
});

describe('many changes at once', () => {
  const keys = Array.from({ length: 20 }, (_, at) => `key-${at}`);

  test('of one process are all there', async () => {
    const file = open();
    await Promise.all(keys.map((key) => file.update(add(key))));
    expect(Object.keys(await open().read()).sort()).toEqual([...keys].sort());
  });

  test('of one process that opened the file many times are all there', async () => {
    await Promise.all(keys.map((key) => open().update(add(key))));
    expect(Object.keys(await open().read()).sort()).toEqual([...keys].sort());
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

  test.each([
    ['eight processes', {}],
    ['eight processes inside a snap', { SNAP: '/snap/tracker/1' }],
  ])('of %s are all there, and no reader sees a torn file', async (_name, env) => {
    const some = keys.slice(0, 8);
    const children = some.map((key) => startChild(program.file, [folder, key, '5'], env));
    for (const child of children) expect(await child.next()).toBe('ready');
    for (const child of children) child.tell('go');
    const outcomes = await Promise.all(children.map((child) => child.outcome()));
    expect(outcomes).toEqual(some.map(() => ({ code: 0, said: [] })));
    expect(Object.keys(await open().read()).length).toBe(40);
    expect(readdirSync(folder)).toEqual(['credentials.json']);
  });
});

test('a file that another process is just writing is read when it is whole', async () => {
  put('{}');
  await open().read();
  put('');
  const reading = open().read();
  setImmediate(() => put('{"a":1}'));
  expect(await reading).toEqual({ a: 1 });
});

test('what a killed process left half written is removed by the next change', async () => {
  put('{"a":1}');
  writeFileSync(join(folder, 'credentials.json.tmp-1763712345a1b2c3'), '{"tokens":"canary"}');
  writeFileSync(join(folder, 'config.json.tmp-1763712345a1b2c3'), '{}');
  await open().update(add('b'));
  expect(readdirSync(folder).sort()).toEqual(['config.json.tmp-1763712345a1b2c3', 'credentials.json']);
});

/** Another process that holds the lock until it is released. */
async function hold(): Promise<() => Promise<void>> {
  let letGo: () => void = () => undefined;
  let work: Promise<void> = Promise.resolve();
  await new Promise<void>((held) => {
    work = open().locked(async () => {
      held();
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
    });
  });
  return async () => {
    letGo();
    await work;
  };
}

test('a change is stored even when the command is interrupted while it waits for the lock', async () => {
  const controller = new AbortController();
  const file = open(controller.signal);
  const letGo = await hold();
  const change = file.update(add('rotated'));
  controller.abort(new TrackerError('interrupted', 'interrupted'));
  await letGo();
  await change;
  expect(await open().read()).toEqual({ rotated: true });
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

test('work under the lock gives up waiting for it when the command is interrupted', async () => {
  const controller = new AbortController();
  const reason = new TrackerError('interrupted', 'interrupted');
  const letGo = await hold();
  const work = open(controller.signal).locked(async () => 'inside');
  controller.abort(reason);
  await expect(work).rejects.toBe(reason);
  await letGo();
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
