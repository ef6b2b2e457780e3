import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRandom, type Random } from '../../../src/sandbox/seed/random.js';
import type { Machine } from '../../support/computer/machine.js';
import { openWorld, owner, shapes, type TestWorld } from '../../support/run.js';

/** How many sequences are tried; more by hand: `ROUNDS=40 npx vitest run test/commands/undo/undo-model.test.ts`. */
const sequences = Number(process.env.ROUNDS ?? 1);

/** How many commands a sequence has before all of it is undone. */
const length = 20;

const tasks = ['SCM-12', 'SCM-13', 'WEB-1'] as const;
const tickets = ['BERG-9', 'CASA-16'] as const;

/** A command that changes something, or nothing, or is refused. */
function nextCommand(random: Random, entries: number): string {
  const one = <T>(...all: readonly T[]): T => random.pick(all);
  const task = one(...tasks);
  const ticket = one(...tickets);
  const item = one('Rope', 'Call the harbour', 'Paint', '1', '2');
  const list = one('tag a', 'tag b,c', 'remove-tag a', 'remove-tag b,c', 'set-tag c,a', 'set-tag none');
  const people = one(
    'assignee zoe',
    'assignee @me',
    'remove-assignee @me,zoe',
    'set-assignee none',
    'set-assignee zoe',
  );
  return one(
    `tasks edit ${task} -s ${one('todo', 'in_progress', 'done')} -p ${one('low', 'high', 'urgent')}`,
    `tasks edit ${task} --due ${one('fri', 'none', '2026-12-24')} --estimate ${one('none', '90', '2h')}`,
    `tasks edit ${task} -t "${one('Rope', 'Old rope')}" -b ${one('none', 'Text', '"Other text"')}`,
    `tasks edit ${task} --planned ${one('none', 'today', 'fri')} --type ${one('bug', 'chore')}`,
    `tasks edit ${task} --${one('depends-on', 'set-dependency', 'remove-dependency')} ${one('SCM-3', 'SCM-4')}`,
    `tasks edit ${tasks.join(' ')} --${list} --${people}`,
    `tickets edit ${tickets.join(' ')} -s ${one('open', 'in_progress', 'resolved')} --${list}`,
    `tickets edit ${ticket} --${people} --category ${one('billing', 'general')}`,
    `checklist ${one(task, ticket)} --add "${item}"`,
    `checklist ${one(task, ticket)} --${one('check', 'uncheck', 'remove')} "${item}"`,
    'undo',
    'redo',
    `undo ${1 + random.int(entries + 1)}`,
    `redo ${1 + random.int(entries + 1)}`,
  );
}

const kept = 'title description status priority type category due estimate plannedFor checklist'.split(' ');

async function stateOf(world: TestWorld): Promise<unknown> {
  const states: unknown[] = [];
  for (const ref of [...tasks, ...tickets]) {
    const detail = (await world.json(`view ${ref}`)) as Record<string, Record<string, unknown>>;
    const entity = detail.task ?? detail.ticket ?? {};
    const sorted = ['tags', 'assignees', 'dependsOnIds'].map((list) => [...((entity[list] as string[]) ?? [])].sort());
    states.push([ref, ...kept.map((field) => entity[field] ?? null), ...sorted]);
  }
  return states;
}

/** The number of the newest entry in the ledger. */
function newestEntry({ folder }: Machine): number {
  const ledger = join(folder, 'state', 'ledger');
  const names = existsSync(ledger) ? readdirSync(ledger).filter((name) => name.endsWith('.jsonl')) : [];
  return Math.max(0, ...names.map((name) => Number.parseInt(name, 10)));
}

describe.each(shapes)('writes and undos, %s shape', (shape) => {
  test.each(Array.from({ length: sequences }, (_, at) => at + 1))(
    'sequence %i goes back to where it began, and forward to its end',
    async (seed) => {
      const world = await openWorld({ shape });
      const mine = await world.machine(owner);
      await mine.run('tasks list --scope all --state all -q');
      await mine.run('tickets list --segment all --state all -q');
      const random = makeRandom(`undo ${shape} ${seed}`);
      const before = await stateOf(world);
      let entries = 0;
      for (let step = 0; step < length; step++) {
        const line = nextCommand(random, entries);
        // What is left where others, or we later on, have changed something stays left.
        if (/^(undo|redo) \d/.test(line) && (await mine.run(`${line} --dry-run`)).code !== 0) continue;
        const { code, stderr } = await mine.run(line);
        if (![0, 1, 4, 6, 8].includes(code)) throw new Error(`${line}: ${code} ${stderr}`);
        entries = newestEntry(mine);
      }
      expect(entries).toBeGreaterThan(length / 3);
      const after = await stateOf(world);
      const steps: string[] = [];
      for (;;) {
        const { code, stderr } = await mine.run('undo');
        if (code === 1 && stderr === 'error: there is nothing to undo\n') break;
        steps.push(`${code} ${stderr}`);
        if (code !== 0 || steps.length > length) throw new Error(steps.join(''));
      }
      expect(await stateOf(world)).toEqual(before);
      const undone = await mine.run('undo --list --jq "[.[] | select(.state != \\"undone\\")] | length"');
      expect(undone.stdout).toBe('0\n');
      for (const step of steps) expect(await mine.run('redo'), step).toMatchObject({ code: 0 });
      expect(await stateOf(world)).toEqual(after);
    },
  );
});
