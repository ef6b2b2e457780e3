import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeFolder } from './support/computer/folder.js';
import { builtFile } from './support/computer/program-file.js';

let home = '';
beforeEach(() => {
  home = makeFolder();
  mkdirSync(cache(), { recursive: true, mode: 0o700 });
});

const cache = (): string => join(home, '.cache', 'tracker');
const folder = (): string => join(cache(), 'compiled');

function help(env: Readonly<Record<string, string>> = {}): string {
  const given = { PATH: process.env.PATH ?? '', HOME: home, ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, [builtFile, '--help', '-y'], {
    env: given,
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

let first: { readonly text: string; readonly cache: string } | undefined;

/** Prints the help with compiled code kept in the home, as one run for all tests has left it. */
function helpBefore(): string {
  if (first) cpSync(first.cache, cache(), { recursive: true });
  else {
    first = { text: help(), cache: makeFolder() };
    cpSync(cache(), first.cache, { recursive: true });
  }
  return first.text;
}

function coreFile(): string {
  const name = readdirSync(folder()).find((each) => /^core\.js\.\d{2,}$/.test(each)) ?? '';
  return join(folder(), name);
}

/**
 * Puts the compiled code of another program in a file. V8 compares no more than the length of the source and its own flags,
 * so a process that nothing has changed those of compiles it.
 */
function plantIn(file: string): void {
  const bytes = readFileSync(file);
  const source = bytes.subarray(4, 4 + bytes.readUInt32LE());
  const { length } = source;
  const script = `process.stdout.write(new (require('node:vm').Script)(
    '(function () { console.log("planted"); process.exit(); })'.padEnd(${length})).createCachedData())`;
  const { stdout: code } = spawnSync(process.execPath, ['-e', script]);
  writeFileSync(file, Buffer.concat([bytes.subarray(0, 4), source, code, code]));
}

test('is open to nobody else, whatever the mask of modes says', () => {
  const run = `umask 000; "${process.execPath}" "${builtFile}" --help -y`;
  expect(spawnSync('sh', ['-c', run], { env: { HOME: home }, timeout: 20_000 }).status).toBe(0);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder())).not.toEqual([]);
});

describe('compiled code', () => {
  test('is kept for the next run, readable by its owner alone', () => {
    const text = help();
    expect(text).toContain('Usage: tracker');
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(coreFile()).mode & 0o777).toBe(0o600);
    const { mtimeMs, ino } = statSync(coreFile());
    expect(help()).toBe(text);
    expect(statSync(coreFile())).toMatchObject({ mtimeMs, ino });
    expect(readdirSync(folder()).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test.each([
    ['a changed byte', (bytes: Buffer) => bytes.fill((bytes[9_000] ?? 0) ^ 1, 9_000, 9_001)],
    ['a missing end', (bytes: Buffer) => bytes.subarray(0, 9_000)],
    ['nothing in it', () => Buffer.alloc(0)],
  ])('with %s is not run, and made again', (_, damage) => {
    const text = helpBefore();
    const whole = readFileSync(coreFile());
    const damaged = damage(Buffer.from(whole));
    writeFileSync(coreFile(), damaged);
    expect(help()).toBe(text);
    expect(readFileSync(coreFile()).equals(damaged)).toBe(false);
    const { ino } = statSync(coreFile());
    expect(help()).toBe(text);
    expect(statSync(coreFile()).ino).toBe(ino);
  });

  test('is kept again, with what it has run, by a command that loads a file for the first time', () => {
    helpBefore();
    const { size } = statSync(coreFile());
    spawnSync(process.execPath, [builtFile, 'doctor'], { env: { PATH: process.env.PATH ?? '', HOME: home } });
    expect(statSync(coreFile()).size).toBeGreaterThan(size);
  });

  test('is neither kept nor run in a folder that others can write to', () => {
    chmodSync(cache(), 0o777);
    expect(help()).toContain('Usage: tracker');
    expect(readdirSync(cache())).toEqual([]);
  });

  test('is neither kept nor run if others can write to its own folder, or that is a link', () => {
    mkdirSync(folder());
    chmodSync(folder(), 0o777);
    expect(help()).toContain('Usage: tracker');
    expect(readdirSync(folder())).toEqual([]);
    rmSync(folder(), { recursive: true });
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, folder());
    expect(help()).toContain('Usage: tracker');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)('is not run if it is of another user, or others can write to it', () => {
    const text = helpBefore();
    for (const spoil of [() => chownSync(coreFile(), 65_534, 65_534), () => chmodSync(coreFile(), 0o666)]) {
      spoil();
      const { ino } = statSync(coreFile());
      expect(help()).toBe(text);
      const { uid, mode, ino: next } = statSync(coreFile());
      expect([uid, mode & 0o777, next === ino]).toEqual([0, 0o600, false]);
    }
  });

  test('is neither kept nor cleaned up below a folder that others can write to', () => {
    const shared = join(home, 'shared');
    mkdirSync(join(shared, 'tracker', 'compiled'), { recursive: true, mode: 0o700 });
    const precious = join(shared, 'tracker', 'compiled', 'old');
    writeFileSync(precious, '');
    utimesSync(precious, 0, 0);
    chmodSync(shared, 0o777);
    expect(help({ XDG_CACHE_HOME: shared })).toContain('Usage: tracker');
    expect(readdirSync(join(shared, 'tracker', 'compiled'))).toEqual(['old']);
  });

  test('is not run below a folder that others can write to, whosever the file is', () => {
    helpBefore();
    plantIn(coreFile());
    expect(help()).toContain('planted');
    const shared = join(home, 'shared');
    mkdirSync(shared);
    cpSync(cache(), join(shared, 'tracker'), { recursive: true });
    expect(help({ XDG_CACHE_HOME: shared })).toContain('planted');
    chmodSync(shared, 0o777);
    expect(help({ XDG_CACHE_HOME: shared })).not.toContain('planted');
  });

  test('is not waited for where a pipe is in its place', () => {
    const text = helpBefore();
    const file = coreFile();
    rmSync(file);
    expect(spawnSync('mkfifo', [file]).status).toBe(0);
    expect(help()).toBe(text);
  });

  test('of programs that may be gone, and of runs that were killed, is removed in time', () => {
    helpBefore();
    const [old, fresh] = ['core.js.1', 'work.js.2.abc.tmp'].map((name) => join(folder(), name)) as [string, string];
    for (const path of [old, fresh]) writeFileSync(path, '');
    utimesSync(old, 0, 0);
    help();
    expect(existsSync(old)).toBe(true);
    rmSync(coreFile());
    help();
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
  });

  test('is not kept if it is turned off, or has nowhere to be', () => {
    help({ NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(readdirSync(cache())).toEqual([]);
    rmSync(cache(), { recursive: true });
    expect(help()).toContain('Usage: tracker');
    writeFileSync(join(home, '.cache', 'tracker'), '');
    expect(help()).toContain('Usage: tracker');
  });
});
