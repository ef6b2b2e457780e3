import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type TestWorld } from '../support/run.js';
import { seededFile } from '../support/sandbox/seeded-data.js';
import { cellsOf } from '../support/terminal/cells.js';
import type { GoldenCommand } from './commands.js';
import { openComputer } from './computer.js';
import { formatsOf, type GoldenFormat, lineOf } from './formats.js';
import { screen } from './screen.js';

/** The time zone of these outputs: an offset that is not zero and changes during the year. */
const timeZone = 'Europe/Berlin';

/**
 * Compares each command, in each format, with its file below `expected/`. Shape `wire` has a file of its own only for JSON
 * whose rows differ; what else is printed is the same in both shapes. Both have the ids of data made in shape `spec`.
 */
export function compareAll(commands: readonly GoldenCommand[]): void {
  process.env.TZ = timeZone;
  let spec: TestWorld;
  let wire: TestWorld;
  const folder = mkdtempSync(join(tmpdir(), 'tracker-golden-'));
  beforeAll(async () => {
    spec = await openWorld({ shape: 'spec' });
    const file = join(folder, 'data.db');
    copyFileSync(await seededFile('demo:1'), file);
    wire = await openWorld({ shape: 'wire', file });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(commands)('tracker $line', (command) => {
    test.each(formatsOf(command))('$name', async (format) => {
      const [shown, shownByWire] = [await show(spec, command, format), await show(wire, command, format)];
      await expect(shown).toMatchFileSnapshot(fileOf(command.name, format.name));
      if (/^\d+$/.test(format.name)) expectFitting(shown, Number(format.name));
      if (!format.isWhole) expect(shownByWire).toBe(shown);
      else if (format.name === 'json' && shownByWire !== shown)
        await expect(shownByWire).toMatchFileSnapshot(fileOf(command.name, 'wire.json'));
    });
  });
}

/** Checks that no line is wider than the terminal, except the command line and code, which is not wrapped. */
function expectFitting(shown: string, columns: number): void {
  const [, ...lines] = shown.split('\n');
  const isCode = (line: string): boolean => line.startsWith('    ');
  expect(lines.filter((line) => cellsOf(line) > columns && !isCode(line))).toEqual([]);
}

/** The file of one output. */
const fileOf = (command: string, format: string): string => `expected/${command}.${format}.txt`;

/** Runs a command on a fresh computer, because output for people depends on what their computer remembers. */
async function show(world: TestWorld, command: GoldenCommand, format: GoldenFormat): Promise<string> {
  const line = lineOf(command, format);
  const machine = await openComputer(world);
  return screen(line, await machine.run(line, format.where));
}
