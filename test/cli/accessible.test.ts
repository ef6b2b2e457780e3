import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../support/computer/folder.js';
import type { Machine } from '../support/computer/machine.js';
import { openWorld, owner, usualNow } from '../support/run.js';
import { withTexts } from '../support/servers/meddled-texts.js';
import { allTests } from '../support/set-up.js';
import { lists, views } from '../trust/read-commands.js';

/** Symbols that a screen reader leaves out, or spells out in the middle of a sentence. */
const symbols = /[\u2022\u00b7\u2026\u2190-\u21ff\u2500-\u27bf\u2b00-\u2bff]/u;

const world = allTests(openWorld);

/** Texts without any symbol of their own, long enough to be cut and with all that markdown knows. */
const plainTexts = (text: string): string =>
  text.includes('\n')
    ? '# Head\n\n- one\n- two\n\n1. first\n\n- [x] ticked\n- [ ] not yet\n\n> said\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[link](https://a.example/) ~~gone~~'
    : 'Words that go on and on until there is no room left for them in any column of the table whatsoever';

const at = (columns: number, env: Readonly<Record<string, string>> = { ACCESSIBLE: '1' }) => ({
  terminal: { columns },
  env: { NO_COLOR: '1', ...env },
});

const run = async (line: string, columns: number) =>
  await world.run(line, { ...at(columns), send: withTexts(world.send, plainTexts) });

describe('ACCESSIBLE', () => {
  test.each([...lists, ...views])('words instead of symbols: %s', async (line) => {
    for (const columns of [40, 80, 200]) {
      const { stdout, stderr } = await run(line, columns);
      expect(symbols.exec(stdout + stderr)?.[0]).toBeUndefined();
    }
  });

  test('… in help', async () => {
    for (const line of ['help --json', 'tasks list --help'])
      expect([line, symbols.exec((await world.run(line, at(80))).stdout)?.[0]]).toEqual([line, undefined]);
  });

  test('each row is one labelled line with all its columns, whatever the width', async () => {
    const line = 'tasks list -L 1 --scope all --search roster';
    const all = await Promise.all([40, 80, 200].map(async (columns) => await world.run(line, at(columns))));
    for (const { stderr } of all) expect(stderr.replace(/\s+/g, ' ')).toMatch(/^1 of \d+ tasks shown[.;]/);
    const rows = all.map(({ stdout }) => stdout);
    expect(new Set(rows).size).toBe(1);
    expect(rows[0]).toBe(
      'SCM-33; Title: Demo for the board of Scandia Maritime; Status: todo; Priority: high; Due: Mon; Assignee: Mara Lindqvist; Type: task; Project: SCM\n',
    );
    const { stdout } = await world.run('status', at(40));
    expect(stdout).toMatch(/^ {2}OPS-9; due: overdue 3d; What went wrong on 3 November: no mail for five hours$/m);
    expect(stdout).toMatch(/^ {2}SCM-3; waiting 1d; priority: urgent; Tablet at Kvarnholmen loses what I type$/m);
  });

  test('a page of the wiki says how deep it is in the tree', async () => {
    const { stdout } = await world.run('wiki list', at(80));
    const lines = stdout.trim().split('\n');
    const levels = lines.map((line) => Number(/^\w+; Parent: \w+; Title: .+, level (\d); Folder: /.exec(line)?.[1]));
    expect(levels.slice(0, 5)).toEqual([1, 1, 2, 3, 3]);
    expect((await world.run('wiki list', at(80, {}))).stdout.trim().split('\n')).toHaveLength(lines.length + 1);
  });

  test('one person after another, also where a table names only the first', async () => {
    const { stdout } = await world.run('tickets list --segment all -L 1', at(80));
    expect(stdout).toContain('; Assignee: Mara Lindqvist, ');
  });

  test.each([
    ['the flag', 'tasks -L 1 --accessible', {}],
    ['the variable', 'tasks -L 1', { ACCESSIBLE: '1' }],
  ])('%s is for a terminal and --pretty; a pipe stays as it is', async (_name, line, env) => {
    const [row, plain] = [await world.run(line, { env }), await world.run('tasks -L 1')];
    expect(row).toEqual(plain);
    const { stdout } = await world.run(line, at(80, env));
    expect(stdout).toMatch(/; Status: /);
    expect((await world.run(`${line} --pretty`, { env })).stdout).toBe(stdout);
  });

  test('the setting is the same as the variable, also for help', async () => {
    const machine = await world.machine(owner);
    await machine.run('config set accessible on');
    const { stdout } = await machine.run('tasks -L 1', at(80, {}));
    expect(stdout).toMatch(/; Status: /);
    expect((await machine.run('tasks -L 1')).stdout).toMatch(/^\S+\t/);
  });

  test.each(['0', 'false', 'No', 'off'])('%s in the variable leaves it off', async (value) => {
    const { stdout } = await world.run('tasks -L 1', at(80, { ACCESSIBLE: value }));
    expect(stdout).toBe((await world.run('tasks -L 1', at(80, {}))).stdout);
  });

  test('nothing else is said without it', async () => {
    const { stdout } = await world.run('tasks view SCM-12', { terminal: { columns: 80 }, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(symbols);
  });
});

describe('what is said in accessible mode', () => {
  test('a hint comes once in a session of the terminal', async () => {
    const stderr = async (name: string, env?: Readonly<Record<string, string>>) =>
      (await world.run('tasks list --state opne', { ...at(80, env), terminal: { columns: 80, name } })).stderr;
    const [error = '', hint = ''] = (await stderr('pts-5', {})).trimEnd().split(/(?<=\n)(?=hint)/);
    expect(hint).toMatch(/^hint: ./);
    expect(await stderr('pts-5', {})).toBe(`${error}${hint}\n`);
    expect(await stderr('pts-5')).toBe(`${error}${hint}\n`);
    expect(await stderr('pts-5')).toBe(error);
    expect(await stderr('pts-6')).toBe(`${error}${hint}\n`);
  });

  test('what took over 2 s says that it is done, with a bell if that is set', async () => {
    const machine = await world.machine(owner);
    const stderr = async (ms: number, env?: Readonly<Record<string, string>>) => {
      let time = usualNow.getTime();
      const send: typeof world.send = async (request) => {
        time += ms;
        return await world.send(request);
      };
      return (await machine.run('inbox count', { ...at(80, env), send, now: () => new Date(time) })).stderr;
    };
    expect(await stderr(2_000)).toBe('');
    expect(await stderr(2_001)).toBe('Done.\n');
    expect(await stderr(2_001, {})).toBe('');
    await machine.run('config set bell on');
    expect(await stderr(2_001)).toBe('Done.\n\u0007');
    expect(await stderr(2_000)).toBe('');
  });

  test('the first login offers it where a screen reader runs, and never switches it on', async () => {
    const program = join(makeFolder(), 'espeakup');
    copyFileSync('/bin/sleep', program);
    const reader = spawn(program, ['60']);
    try {
      await once(reader, 'spawn');
      const [listening, machine] = [await world.machine(), await world.machine()];
      const login = async (machine: Machine, env: Readonly<Record<string, string>>) =>
        await machine.run(`login ${world.url} --token`, {
          ...{ stdin: world.sandbox.signIn(owner), env, terminal: { columns: 300, isFed: true } },
        });
      expect((await login(listening, { ACCESSIBLE: '1' })).stderr).not.toContain('is running');
      const offer = / is running; for output made for screen readers: tracker config set accessible on\n/;
      expect((await login(machine, {})).stderr).toMatch(offer);
      expect((await login(machine, {})).stderr).not.toMatch(offer);
      expect((await machine.run('config get accessible')).stdout).toBe('off\n');
    } finally {
      reader.kill();
    }
  });
});

describe('meaning is not carried by colour alone', () => {
  test.each([...lists, ...views])('%s reads the same without it', async (line) => {
    const how = (flag: string) => world.run(`${line} ${flag}`, { terminal: { columns: 120 } });
    const [coloured, bare] = [await how('--color always'), await how('--color never')];
    // Code keeps its backticks, and headings their marks, where no colour shows them, which moves what is next to them.
    const wordsOf = (text: string): string => text.replaceAll(/\u001b\[\d+(?:;\d+)*m|^#+ |[`\s─]/gm, '');
    expect(wordsOf(coloured.stdout)).toBe(wordsOf(bare.stdout));
  });

  test('what is overdue, unread, internal or done is said in words or signs', async () => {
    const how = { terminal: { columns: 120 }, env: { NO_COLOR: '1' } };
    expect((await world.run('status', how)).stdout).toMatch(/overdue \d/);
    expect((await world.run('inbox', how)).stdout).toContain('●');
    expect((await world.run('tickets view BERG-9', how)).stdout).toContain('internal note');
    expect((await world.run('tasks view SCM-12', how)).stdout).toMatch(/☑[^☐]+☐/);
  });
});

test('the tests that docs/accessibility.md names hold what it says', () => {
  const root = new URL('../../', import.meta.url);
  const page = readFileSync(new URL('docs/accessibility.md', root), 'utf8');
  const named = [...page.matchAll(/`(test\/\S+\.test\.ts)`: "([^"]+)"/g)];
  expect(named.length).toBeGreaterThan(10);
  for (const [, file = '', title = ''] of named)
    expect([file, readFileSync(new URL(file, root), 'utf8').includes(title)]).toEqual([file, true]);
});
