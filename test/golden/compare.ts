import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Shape } from '../../src/sandbox/world.js';
import type { Machine } from '../support/computer/machine.js';
import { usesNode } from '../support/computer/program-file.js';
import { clockMissing } from '../support/computer/stopped-clock.js';
import { openWorld, type TestWorld } from '../support/run.js';
import { seededFile } from '../support/sandbox/seeded-data.js';
import { allTests } from '../support/set-up.js';
import { cellsOf } from '../support/terminal/cells.js';
import { openToPrograms, type RunProgram } from './as-program.js';
import type { GoldenCommand } from './commands.js';
import { openComputer } from './computer.js';
import { formatsOf, type GoldenFormat, lineOf } from './formats.js';
import { screen } from './screen.js';

/** The time zone of these outputs: an offset that is not zero and changes during the year. */
const timeZone = 'Europe/Berlin';

/**
 * Compares each command, in each format, with its file below `expected/`. Shapes `spec` and `wire` have a file of their own only
 * for JSON whose rows differ; what else is printed is the same in all shapes (the widest table and the pipe have all of it),
 * except that these two know the times of a task as `days`. All have the ids of data made in shape `usual`. A program that
 * TRACKER_PROGRAM names is run in this shape alone.
 */
export function compareAll(commands: readonly GoldenCommand[]): void {
  process.env.TZ = timeZone;
  const usual = allTests(openWorld);
  const others = new Map<Shape, TestWorld>();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-golden-'));
  let asProgram: RunProgram | undefined;
  beforeAll(async () => {
    if (!usesNode) {
      asProgram = await openToPrograms(usual);
      return;
    }
    for (const shape of ['spec', 'wire'] as const) {
      const file = join(folder, `${shape}.db`);
      copyFileSync(await seededFile('demo:1'), file);
      others.set(shape, await openWorld({ shape, file }));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.skipIf(!usesNode && clockMissing !== undefined).each(commands)('tracker $line', (command) => {
    const formats = formatsOf(command);
    test.each(formats)('$name', async (format) => {
      const shown = await show(usual, command, format, asProgram);
      await expect(shown).toMatchFileSnapshot(fileOf(command.name, format.name));
      if (/^\d+$/.test(format.name)) expectFitting(shown, Number(format.name));
      for (const [at, [shape, world]] of [...others].entries()) {
        const hasDays = !format.isWhole && command.name === 'tasks-view';
        if (!hasDays && !['200', 'pipe', 'json', 'fields'].includes(format.name)) continue;
        // What does not depend on the shape is looked at in one of the two others, by turns.
        if (!format.isWhole && (formats.indexOf(format) + at) % 2 === 0) continue;
        const inShape = await show(world, command, format);
        if (inShape === shown) continue;
        if (hasDays) await expect(inShape).toMatchFileSnapshot(fileOf(command.name, `days.${format.name}`));
        else if (!format.isWhole) expect(inShape).toBe(shown);
        else await expect(inShape).toMatchFileSnapshot(fileOf(command.name, `${shape}.json`));
      }
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

/** The computers whose output goes into pipes. */
const piping = new WeakMap<TestWorld, Promise<Machine>>();

/** A fresh computer for output for people, because that depends on what their computer remembers. */
function computerFor(world: TestWorld, { where }: GoldenFormat): Promise<Machine> {
  if (where.terminal) return openComputer(world);
  const known = piping.get(world) ?? openComputer(world);
  piping.set(world, known);
  return known;
}

/** Runs a command and gives what it prints. */
async function show(
  world: TestWorld,
  command: GoldenCommand,
  format: GoldenFormat,
  // `config list` shows what the environment overrides.
  run: RunProgram = (machine, line, where) => machine.run(line, { ...where, env: { ...where.env, BROWSER: '' } }),
): Promise<string> {
  const line = lineOf(command, format);
  return screen(line, await run(await computerFor(world, format), line, format.where));
}
