import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld, printed, refused } from '../support/run.js';
import { scripts } from './shell.js';

const files = ['_tracker', 'tracker.bash', 'tracker.fish', 'tracker.ps1'];
const read = (file: string): string => readFileSync(join(scripts, file), 'utf8');

test('there is one script for each shell, and the package has them', () => {
  expect(readdirSync(scripts).sort()).toEqual(files);
  const described = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    files: string[];
  };
  expect(described.files).toContain('completions');
});

test.each(files)('%s knows no command, and stays short', (file) => {
  expect(read(file).split('\n').length).toBeLessThan(75);
  for (const word of ['tasks', 'tickets', '--status', 'in_progress']) expect(read(file)).not.toContain(word);
  expect(read(file)).not.toMatch(/\beval [^"]*\$(?!\(tracker completion)/);
});

describe('the script of PowerShell, as far as can be told without one', () => {
  const made = read('tracker.ps1');
  /** The script without comments and the content of its strings. */
  const code = made
    .split('\n')
    .map((line) => line.replace(/'(?:[^']|'')*'|"(?:[^"`]|`.)*"/g, "''"))
    .map((line) => line.replace(/(^|\s)#.*$/, ''));

  test('it reads the same in every encoding', () => {
    expect(made.match(/[^\n\x20-\x7e]/g)).toBeNull();
  });

  test('every quote and bracket is closed', () => {
    expect(code.filter((line) => (line.match(/'/g) ?? []).length % 2 || (line.match(/"/g) ?? []).length % 2)).toEqual(
      [],
    );
    const open: string[] = [];
    const pairs: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
    for (const sign of code.join('\n').match(/[()[\]{}]/g) ?? []) {
      if (pairs[sign] === undefined) open.push(sign);
      else expect(open.pop()).toBe(pairs[sign]);
    }
    expect(open).toEqual([]);
  });

  test('no bare -- is meant for tracker, since PowerShell takes it away from the script that npm installs', () => {
    expect(made).toMatch(/tracker __complete powershell '--' @words/);
  });

  test('every function that is called is declared', () => {
    const text = code.join('\n');
    const declared = [...text.matchAll(/function global:([\w-]+)/g)].map(([, name]) => name);
    for (const [name] of text.matchAll(/\bConvertTo-Tracker\w+\b/g)) expect(declared).toContain(name);
  });
});

describe('tracker completion', () => {
  test('prints each script, and needs neither a sign-in nor a request', async () => {
    const world = await openWorld();
    const machine = await world.machine();
    for (const [shell, file] of [
      ['bash', 'tracker.bash'],
      ['zsh', '_tracker'],
      ['fish', 'tracker.fish'],
      ['PowerShell', 'tracker.ps1'],
    ] as const)
      expect(await machine.run(`completion ${shell}`)).toEqual(printed(read(file)));
    expect(world.takeRequests()).toEqual([]);
  });

  test('no shell, one there is nothing for, a format that is none', async () => {
    const machine = await (await openWorld()).machine();
    const known = 'bash, zsh, fish or powershell';
    expect(await machine.run('completion')).toEqual(refused(2, `specify a shell: ${known}`, 'tracker completion bash'));
    expect(await machine.run('completion tcsh')).toEqual(refused(2, `the shell is ${known}, not "tcsh"`));
    expect((await machine.run('completion bash --csv')).code).toBe(2);
    const help = (await machine.run('completion --help')).stdout;
    for (const line of [
      'eval "$(tracker completion zsh)"',
      '~/.config/fish/completions/tracker.fish',
      '$PROFILE',
      '$fpath',
    ])
      expect(help).toContain(line);
  });
});
