import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Machine } from '../support/computer/machine.js';
import { openWorld, shapes, wide } from '../support/run.js';
import { type GoldenCommand, lists, views } from './commands.js';
import { openComputer } from './computer.js';

type Rows = readonly Record<string, unknown>[];

describe.each(shapes)('shape %s: formats agree with each other', (shape) => {
  let computer: Pick<Machine, 'run'>;
  beforeAll(async () => {
    computer = await openComputer(await openWorld({ shape }));
  });
  const outputs = new Map<string, string>();
  const output = async (line: string): Promise<string> => {
    const known = outputs.get(line);
    if (known !== undefined) return known;
    const { code, stdout } = await computer.run(line);
    expect(code).toBe(0);
    outputs.set(line, stdout);
    return stdout;
  };
  const linesOf = async (line: string): Promise<readonly string[]> =>
    (await output(line)).replace(/\n$/, '').split('\n');
  const documentOf = async (line: string): Promise<unknown> => JSON.parse(await output(`${line} --json`));
  const rowsOf = async (line: string): Promise<Rows> => (await documentOf(line)) as Rows;
  const csv = async ({ line }: GoldenCommand): Promise<readonly (readonly string[])[]> =>
    parse(await output(`${line} --csv`));

  describe.each(lists)('tracker $line', (command) => {
    test('the CSV header is the columns that help lists', async () => {
      const [columns] = await csv(command);
      expect(columns).toEqual(await columnsInHelp(computer, command));
      expect(columns?.[0]).toBe('ref');
    });

    test('every row of JSON begins with its ref and uuid, and no two share a ref', async () => {
      const rows = await rowsOf(command.line);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row.ref).toMatch(/./);
        expect(Object.keys(row).slice(0, 2)).toEqual(['ref', 'uuid']);
      }
      expect(new Set(rows.map(({ ref }) => ref)).size).toBe(rows.length);
    });

    // What prints a row does not know from which shape it is.
    if (shape !== 'usual') return;

    test('CSV has the cells of a pipe', async () => {
      const [, ...records] = await csv(command);
      expect((await linesOf(command.line)).map(tsvCells)).toEqual(records);
    });

    test('-q, the first column and JSON name the same', async () => {
      const refs = (await rowsOf(command.line)).map(({ ref }) => ref);
      expect(await linesOf(`${command.line} -q`)).toEqual(refs);
      expect((await linesOf(command.line)).map((line) => tsvCells(line)[0])).toEqual(refs);
    });

    test('lines of --jsonl are the rows of --json', async () => {
      const lines = await linesOf(`${command.line} --jsonl`);
      expect(lines.map((line) => JSON.parse(line))).toEqual(await rowsOf(command.line));
    });
  });

  describe.each(shape === 'usual' ? views : [])('tracker $line', (command) => {
    test('--json and --jsonl are one document', async () => {
      const lines = await linesOf(`${command.line} --jsonl`);
      expect(lines.map((line) => JSON.parse(line))).toEqual([await documentOf(command.line)]);
    });

    test('CSV has a column for each key that a pipe has once, in that order', async () => {
      const [columns = [], record] = await csv(command);
      // A single number has no key.
      if (columns.length === 1) return expect(await linesOf(command.line)).toEqual(record);
      const keys = (await linesOf(command.line)).map((line) => tsvCells(line)[0] ?? '');
      expect([...new Set(keys)].filter((key) => columns.includes(key))).toEqual(columns);
    });
  });
});

/** Cells of a line as a pipe has it, with what is written for tabs, ends of lines and backslashes undone. */
const tsvCells = (line: string): readonly string[] =>
  line
    .split('\t')
    .map((cell) => cell.replaceAll(/\\[tnr\\]/g, (written) => unescaped[written as keyof typeof unescaped]));

const unescaped = { '\\t': '\t', '\\n': '\n', '\\r': '\r', '\\\\': '\\' } as const;

/** What has been read of help, which is the same whatever a server sends. */
const helps = new Map<string, string>();

/** The columns that the help of a list names, in order: those of a flag in its line, or else the first. */
async function columnsInHelp(computer: Pick<Machine, 'run'>, { line }: GoldenCommand): Promise<readonly string[]> {
  const stdout = helps.get(line) ?? (await computer.run(`${line} --help`, wide)).stdout;
  helps.set(line, stdout);
  const found = [...stdout.matchAll(/Columns(?: with (--[a-z ]+))?, in order: ([^.]*)\./g)];
  const [, , columns] = found.find(([, flag]) => flag !== undefined && line.includes(flag)) ?? found[0] ?? [];
  return columns?.split(/,\s+/) ?? [];
}
