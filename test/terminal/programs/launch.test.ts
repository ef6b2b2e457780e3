import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { splitCommand } from '../../../src/contract/text/command-line.js';
import { createLaunch } from '../../../src/terminal/programs/create-launch.js';
import { firstSet } from '../../../src/terminal/programs/first-set.js';
import { makeFolder } from '../../support/computer/folder.js';

const address = "https://tracker.example.com/login?client=cli&port=4321&state=a'b$(touch X)";
const opened = 'https://tracker.example.com/login?client=cli&port=4321&state=a%27b$(touch%20X)';

let folder: string;
let seen: string;
let browser: string;

beforeEach(async () => {
  folder = makeFolder();
  seen = join(folder, 'seen');
  browser = await script('browser', 'printf "%s\\n" "$@" >"$SEEN"');
});

async function script(name: string, body: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}

const open = async (command: string, url = address): Promise<boolean> =>
  await createLaunch({
    self: [process.execPath],
    platform: 'linux',
    env: { PATH: process.env.PATH, SEEN: seen, BROWSER: command },
  }).browser(url);

describe('the command in BROWSER', () => {
  test('gets the address as its last argument, untouched by a shell', async () => {
    expect(await open(`"${browser}" --new-tab`)).toBe(true);
    expect(await readFile(seen, 'utf8')).toBe(`--new-tab\n${opened}\n`);
  });

  test('gets the address where it says %s', async () => {
    expect(await open(`'${browser}' --url=%s --now`)).toBe(true);
    expect(await readFile(seen, 'utf8')).toBe(`--url=${opened}\n--now\n`);
  });

  test('that keeps running is taken to work, and is not waited for', async () => {
    const started = performance.now();
    expect(await open(`"${await script('lasting', 'echo $$ >"$SEEN"; exec sleep 30')}"`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(5_000);
    process.kill(Number(await readFile(seen, 'utf8')));
  });
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', '-version', 'not an address', 'ms-settings:', ''])(
  'nothing is started for %j',
  async (url) => {
    await expect(open(`"${browser}"`, url)).rejects.toMatchObject({ kind: 'usage', exitCode: 2 });
    await expect(readFile(seen)).rejects.toThrow('ENOENT');
  },
);

test.each([
  ['exit 3', 3],
  ['kill -TERM $$', 143],
  ['kill -ABRT $$', 134],
  ['kill -SEGV $$', 139],
])('a command in the foreground that ends by %s gives %i', async (command, code) => {
  expect(await inFront(['sh', '-c', command])).toBe(code);
});

test.each([
  ['command not found: "no-such-command"', ['no-such-command'], 127],
  ['"sh" cannot be executed: E2BIG', ['sh', '-c', ':', 'x'.repeat(3_000_000)], 126],
])('%s', async (message, command, exitCode) => {
  await expect(inFront(command)).rejects.toMatchObject({ message, exitCode });
});

const inFront = async (command: readonly string[]): Promise<number> =>
  await createLaunch({ self: [process.execPath], platform: 'linux', env: {} }).foreground({
    command,
    env: { PATH: process.env.PATH },
    signal: new AbortController().signal,
  });

test('a command is parted as a shell parts it', async () => {
  const lines = [
    'firefox --new-tab',
    String.raw`  "/Program Files/b" 'a b'c "" it\'s `,
    String.raw`"say \"hi\" \\ \$x \n" a\ b 'c\d' e\\f ''"" "it's"'"'`,
    'one\\\ntwo "th\\\nree" \t four',
    '',
  ];
  for (const line of lines) {
    const out = join(folder, 'words');
    expect(await inFront(['sh', '-c', `printf '%s\\0' ${line} > '${out}'`])).toBe(0);
    const words = (await readFile(out, 'utf8')).split('\0').slice(0, -1);
    expect(splitCommand(line)).toEqual(line === '' ? [] : words);
  }
  for (const open of [`it's`, 'a "b', 'a\\', `"a\\"`]) expect(splitCommand(open)).toBeUndefined();
  expect(splitCommand(String.raw`"C:\Program Files\ed.exe" C:\x`, 'win32')).toEqual([
    String.raw`C:\Program Files\ed.exe`,
    String.raw`C:\x`,
  ]);
});

describe('a blank command', () => {
  test('is like none', async () => {
    expect(firstSet(' ', undefined, '\t', ' vim ')).toBe('vim');
    expect(firstSet('', ' ')).toBeUndefined();
  });

  test.each(['OTHER=1 ', 'OTHER="a b" '])('a browser may have variables before it: %s', async (variables) => {
    expect(await open(`${variables}"${browser}" --new-tab`)).toBe(true);
    expect(await readFile(seen, 'utf8')).toBe(`--new-tab\n${opened}\n`);
  });

  test('an escaped path', async () => {
    expect(await open(browser.replaceAll(' ', '\\ '))).toBe(true);
    expect(await readFile(seen, 'utf8')).toBe(`${opened}\n`);
  });
});
