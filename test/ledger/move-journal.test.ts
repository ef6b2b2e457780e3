import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressName } from '../../src/disk/address-name.js';
import { openWorld, owner, refused } from '../support/run.js';

/** A computer on which an earlier version has written these journals, each line a row. */
async function openOld(files: Readonly<Record<number, readonly unknown[]>>) {
  const world = await openWorld();
  const mine = await world.machine(owner);
  const userId = world.sandbox.person(owner).id;
  const { task } = (await world.json('tasks view SCM-12')) as { task: { uuid: string; priority: string } };
  const folder = join(mine.folder, 'state', 'journal', addressName(world.url));
  mkdirSync(folder, { recursive: true });
  const head = { at: '2026-11-20T15:02:00.000Z', command: 'tasks edit', userId };
  const write = { note: 1, kind: 'task', uuid: task.uuid, ref: 'SCM-12' };
  const known: Readonly<Record<string, unknown>> = {
    edit: { ...head },
    low: { ...write, from: { priority: 'high' }, to: { priority: 'low' } },
    high: { ...write, from: { priority: 'low' }, to: { priority: 'high' } },
  };
  for (const [number, lines] of Object.entries(files)) {
    const rows = lines.map((line) =>
      typeof line === 'string' ? (known[line] ?? line) : { ...head, ...(line as object) },
    );
    const text = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
    writeFileSync(join(folder, `${number}.jsonl`), `${text.join('\n')}\n`);
  }
  const list = async () => JSON.parse((await mine.run('undo --list --json')).stdout) as readonly object[];
  return { mine, folder, list };
}

test('what earlier versions noted can be undone and done again, in its order; their undos are no changes', async () => {
  const { mine, folder, list } = await openOld({
    1: ['edit', 'low'],
    2: ['edit', 'high'],
    3: ['edit', 'low'],
    4: [{ command: 'undo', undoes: 3 }, 'high'],
    5: [{ command: 'undo', undoes: 4 }, 'low'],
    6: [{ command: 'undo', undoes: 5 }, 'high'],
    9: [{ userId: 'somebody else' }, 'low'],
  });
  expect(await list()).toMatchObject([
    { number: 3, state: 'undone', at: '2026-11-20T15:02:00.000Z', command: 'tasks edit' },
    { number: 2, state: 'done' },
    { number: 1, state: 'done' },
  ]);
  expect(existsSync(folder)).toBe(false);
  expect((await mine.run('undo')).stderr).toBe('SCM-12: priority high → low\n');
  expect((await mine.run('redo')).stderr).toBe('SCM-12: priority low → high\n');
  expect((await mine.run('redo')).stderr).toBe('SCM-12: priority high → low\n');
  expect(await mine.run('redo')).toEqual(refused(1, 'there is nothing to redo'));
});

test('what is damaged is set aside and named once, and what can be read of it is undone', async () => {
  const { mine, folder, list } = await openOld({
    1: ['\u0000 no journal'],
    2: ['edit', 'high', '{"note":2,"kind":"ti'],
    3: [],
  });
  const { stderr } = await mine.run('undo --list');
  expect(stderr).toBe(`warning: damaged records of earlier changes were set aside: ${join(folder, '*.damaged')}\n`);
  expect(readdirSync(folder).sort()).toEqual(['1.jsonl.damaged', '2.jsonl.damaged']);
  expect(await list()).toMatchObject([{ state: 'done', canUndo: true }]);
  expect((await mine.run('undo')).stderr).toBe('SCM-12: priority high → low\n');
});
