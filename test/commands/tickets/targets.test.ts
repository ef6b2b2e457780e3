import { expect, test } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { narrow, openWorld, owner, refused } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';
import { playTriage } from '../../support/triage.js';

const world = eachTest(openWorld);

test('tickets that wait are due as their priority says, and those without a target come last', async () => {
  expect(await world.run('tickets list --sort target')).toEqual(
    refused(
      2,
      'tickets can be sorted by their target once there is one',
      "tracker config set response-target 'urgent=1h,high=4h'",
    ),
  );
  expect((await world.run("config set response-target 'Urgent=1h,high=4h30m'")).code).toBe(0);
  expect((await world.run("config set office-hours 'mon-fri 9-17'")).code).toBe(0);
  const rows = (await world.json('tickets list --segment all --sort target')) as Row[];
  const waiting = new Map(
    ((await world.json('tickets list --segment all --waiting')) as Row[]).map((row) => [row.ref, row]),
  );
  const due = rows.map((row) => [row.ref, row.due ?? waiting.get(row.ref as string)?.due ?? null] as const);
  const withDue = due.filter(([, time]) => time !== null);
  expect(withDue.length).toBeGreaterThan(2);
  expect(due.slice(0, withDue.length)).toEqual(withDue);
  expect(withDue.map(([, time]) => time)).toEqual([...withDue.map(([, time]) => time)].sort());
  for (const [ref] of withDue) expect(['urgent', 'high']).toContain(waiting.get(ref as string)?.priority);
  const fields = (await world.run('tickets list --segment all --fields ref,priority,waiting,due')).stdout;
  for (const line of fields.trim().split('\n')) {
    const [, priority = '', since = '', at = ''] = line.split('\t');
    expect(at !== '').toBe(since !== '' && ['urgent', 'high'].includes(priority));
  }
  expect((await world.run('tickets list --segment all --waiting --sort target', narrow)).stdout).toMatch(
    /TARGET[\s\S]*\d+h over/,
  );
});

test.each(['urgent', 'urgent=soon', 'urgent=1h;high=2h', 'urgent='])('response-target %s is refused', async (value) => {
  expect(await world.run(['config', 'set', 'response-target', value])).toMatchObject({ code: 2 });
});

test.each(['9-17', 'mon-fri', 'mon-fry 9-17', 'mon-fri 9-25', 'mon-fri 9-17 ', 'mon- 9-17', 'mon-fri 9'])(
  'office-hours %s is refused',
  async (value) => {
    expect(await world.run(['config', 'set', 'office-hours', value])).toMatchObject({ code: 2 });
  },
);

test.each([
  [100, /TARGET +REF/],
  [200, /TARGET {2}WAITING +REF[\s\S]*\d+h over {2}\d+[dw]/],
])('triage of %i columns shows what is left or over', async (columns, head) => {
  const machine = await world.machine(owner);
  await machine.run("config set response-target 'urgent=1h,high=4h'");
  await machine.run("config set office-hours 'mon-fri 9-17'");
  const { shot } = await playTriage(machine, [{ shows: /● live[\s\S]*newest first/, type: 'q', name: 'list' }], {
    size: { columns, rows: 30 },
  });
  expect(shot('list')).toMatch(head);
  expect(shot('list')).toMatch(/\d+h over/);
});
