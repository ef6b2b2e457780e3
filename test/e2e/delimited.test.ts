import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../support/computer/folder.js';
import { openWorld } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { allTests } from '../support/set-up.js';

/** Titles that break what reads lines, quotes, or a shell. */
const titles = [
  'plain',
  'a,b',
  'He said "no", twice: ""',
  '"',
  "O'Hara; DROP TABLE tasks;--",
  'two\nlines\r\nand a third\rand\n',
  'tab\there\tand there',
  ' leading and trailing ',
  'back\\slash \\n \\t \\\\',
  '=HYPERLINK("http://x","y")',
  'nul \0 bell \x07 esc \x1b[31m',
  'é漢字😀 \u202ertl\u202c \u2028 \ufeff',
  '\ufeffbom first',
  '',
  '-',
  'NULL',
  '$(id) `id` %s',
  '|pipe|',
];

const world = allTests(openWorld);
const run = async (line: string): Promise<string> => {
  const rows = titles.map((title, at) => ({
    id: `HT-${at}`,
    uuid: `u-${at}`,
    title,
    status: 'todo',
    nested: { title },
  }));
  const send = async () => answerJson(200, { tasks: rows, users: {} });
  const { code, stdout, stderr } = await world.run(line, { send });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

const folder = makeFolder();

const has = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Runs a line of the shell with this text as its input. */
function shell(line: string, input: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { input, encoding: 'utf8', cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

function recordsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  return parse<Record<string, string>>(csv, { columns: true, record_delimiter: '\r\n' });
}

describe('CSV with hostile titles', () => {
  const fields = 'ref,title,nested.title,due';

  test('is read back whole by a CSV parser', async () => {
    expect(recordsOf(await run(`tasks --csv --fields ${fields}`))).toEqual(
      titles.map((title, at) => ({ ref: `HT-${at}`, title, 'nested.title': title, due: '' })),
    );
    const plain = recordsOf(await run('tasks --csv'));
    expect(plain.map(({ title }) => title)).toEqual(titles);
    expect(Object.keys(plain[0] ?? {})).toEqual(
      'ref,title,status,priority,due,assigneeNames,type,projectKey'.split(','),
    );
  });

  test.skipIf(!has('sqlite3'))('is read back whole by sqlite3', async () => {
    // A shell cannot hand on NUL, and sqlite3 ends a text there.
    const text = (await run(`tasks --csv --fields ${fields}`)).replaceAll('\0', '');
    writeFileSync(join(folder, 'tasks.csv'), text);
    const json = shell(
      "sqlite3 :memory: -cmd '.mode csv' -cmd '.import tasks.csv tasks' -cmd '.mode json'",
      'SELECT * FROM tasks;',
    );
    const expected = titles.map((title, at) => {
      const kept = title.replaceAll('\0', '');
      return { ref: `HT-${at}`, title: kept, 'nested.title': kept, due: '' };
    });
    expect(JSON.parse(json)).toEqual(expected);
  });
});

describe('TSV with hostile titles', () => {
  /** What a reader of the help does with a cell: the four names, and \uXXXX for other controls. */
  const plainText = (cell: string): string =>
    cell.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, unit: string | undefined, name: string) =>
      unit === undefined
        ? ({ t: '\t', n: '\n', r: '\r', '\\': '\\' }[name] ?? `?${name}`)
        : String.fromCharCode(Number.parseInt(unit, 16)),
    );

  test('has one line a row and one tab between cells, and loses nothing', async () => {
    const text = await run('tasks --fields ref,title,nested.title,due');
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]/);
    const lines = text.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => line.split('\t').map(plainText))).toEqual(
      titles.map((title, at) => [`HT-${at}`, title, title, '']),
    );
  });

  test('is cut by cut, and split by awk', async () => {
    const text = await run('tasks --tsv --fields ref,title,uuid');
    expect(shell('cut -f1', text)).toBe(titles.map((_, at) => `HT-${at}\n`).join(''));
    expect(shell('cut -f3', text)).toBe(titles.map((_, at) => `u-${at}\n`).join(''));
    expect(shell(`awk -F '\\t' '{ print NF ":" $3 }'`, text)).toBe(titles.map((_, at) => `3:u-${at}\n`).join(''));
    expect(shell('cut -f2', text).trimEnd().split('\n').slice(0, -1).map(plainText)).toEqual(titles.slice(0, -1));
    expect(shell('wc -l', text).trim()).toBe(String(titles.length));
  });
});
