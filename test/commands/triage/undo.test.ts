import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { interruption } from '../../../src/contract/errors.js';
import { openQueue, owner, usualNow } from '../../support/run.js';
import { answerTriage, opened, playTriage, send } from '../../support/triage.js';

const machine = async () => await (await openQueue()).machine(owner);

const teaching = { line: 'triage --plain --teach' };

test('--teach prints what stands at the end: a message stays without its status, anything else that was undone does not', async () => {
  const reply = ['r\n', 'On it.\n.\n', 'resolved\n'];
  const keys = [...reply, 'u\n', 's\n', 'i\n', 'p\n', 'u\n', 'u\n', 'q\n'];
  const { code, stdout } = await answerTriage(await machine(), keys, teaching);
  expect(code).toBe(0);
  expect(stdout).toMatch(/CASA-8: reply sent, now resolved[\s\S]*undone: [\s\S]*undone: /);
  const taught = stdout.split('\n').filter((line) => line.startsWith('tracker '));
  expect(taught).toEqual([
    "tracker tickets reply CASA-8 --body 'On it.'",
    'tracker tickets edit CASA-8 --status in_progress',
  ]);
});

test('--teach prints what was done also when triage ends by Ctrl-C', async () => {
  const { code, stdout } = await answerTriage(await machine(), ['s\n', 'r\n', '\u0003'], teaching);
  expect(code).toBe(130);
  expect(stdout).toContain('\ntracker tickets edit CASA-8 --status resolved\n');
});

test('or by a signal, on the screen', async () => {
  const ending = new AbortController();
  const steps = [
    { shows: opened, type: 'sr' },
    { shows: /✓ CASA-8: open → resolved/, before: () => ending.abort(interruption()), type: '' },
  ];
  const { stdout } = await playTriage(await machine(), steps, {
    ...{ line: 'triage --teach', signal: ending.signal, code: 130 },
  });
  expect(stdout).toContain('tracker tickets edit CASA-8 --status resolved\n');
});

test('where the ledger cannot be read, u says so and triage goes on', async () => {
  const computer = await machine();
  const ledger = join(computer.folder, 'state', 'ledger');
  rmSync(ledger, { recursive: true, force: true });
  mkdirSync(join(computer.folder, 'state'), { recursive: true });
  writeFileSync(ledger, '');
  const keys = ['u\n', 's\n', 'r\n', 'p\n', 'h\n', 'q\n'];
  const { code, stdout } = await answerTriage(computer, keys, teaching);
  expect(stdout).toMatch(/not undone: [\s\S]*CASA-8: open to resolved[\s\S]*CASA-9: \w+ to \w+/);
  expect(code).toBe(0);
  expect(stdout).toContain('tracker tickets edit CASA-8 --status resolved');
});

/** A queue, its owner's computer, and what a colleague does with a ticket meanwhile. */
const open = async () => {
  const world = await openQueue();
  const edit = (ref: string, flags: string) => async () =>
    await world.run(`tickets edit ${ref} ${flags}`, { as: 'sean@lantern.example' });
  return { world, machine: await world.machine(owner), edit };
};

test('one u takes back the statuses after a reply to several rows, and it is said that the reply stays', async () => {
  const { world, machine } = await open();
  await playTriage(machine, [
    { shows: opened, type: '  r' },
    { shows: /REPLY · PUBLIC to 2 tickets/, type: `On it\t${send}` },
    { shows: /✓ reply sent to 2 tickets/, type: 'u' },
    {
      shows:
        /✓ undone: CASA-8: status waiting on customer → open; CASA-9:\s+status\s+waiting\s+on\s+customer\s+→\s+open;\s+the\s+reply\s+to\s+CASA-9\s+stays;\s+the\s+reply\s+to\s+CASA-8\s+stays/,
      type: 'q',
    },
  ]);
  for (const ref of ['CASA-8', 'CASA-9'])
    expect(await world.json(`tickets view ${ref}`)).toMatchObject({ ticket: { status: 'open' } });
});

test('u takes back what this session did, then what was there before it, and nothing that others have written since', async () => {
  const { world, machine } = await open();
  const edit = async (words: string, minutes: number): Promise<void> => {
    const now = () => new Date(usualNow.getTime() + minutes * 60_000);
    expect((await machine.run(`tickets edit ${words}`, { now })).code).toBe(0);
  };
  await edit('CASA-9 --priority urgent', -1);
  await playTriage(machine, [
    { shows: opened, type: 'p' },
    { shows: /h high/, type: 'h' },
    { shows: /✓ CASA-8: low → high/, before: async () => await edit('CASA-8 --status resolved', 1), type: 'u' },
    { shows: /undone: CASA-8: priority high → low/, type: 'u' },
    { shows: /undone: CASA-9: priority urgent → \w+/, type: 'u' },
    { shows: /there is nothing left to undo/, type: 'q' },
  ]);
  expect(await world.json('tickets view CASA-8')).toMatchObject({ ticket: { status: 'resolved', priority: 'low' } });
});

test('undo is not offered where somebody else had set that value already', async () => {
  const { machine, edit } = await open();
  const { shots } = await playTriage(machine, [
    { shows: opened, type: 'p' },
    { shows: /h high/, before: edit('CASA-8', '--priority high'), type: 'h' },
    { shows: /✓ CASA-8: \w+ → high/, type: 'q', name: 'said' },
  ]);
  expect(shots.get('said')?.find((line) => line.includes('✓ CASA-8'))).not.toContain('u undo');
});

test.each([
  ['urgent', /‼ CASA-8[\s\S]*undone: CASA-9: priority high → low; not undone: CASA-8: changed since/],
  ['low', /undone: (?=[^\n]*CASA-8 is already as it was before)[^\n]*CASA-9: priority high → low/],
])('of several rows those that could be put back are shown so, and the rest as it is: %s', async (theirs, shows) => {
  const { machine, edit } = await open();
  const steps = [
    { shows: opened, type: '  ph' },
    { shows: /✓ 2 tickets: priority high/, before: edit('CASA-8', `-p ${theirs}`), type: 'u' },
    { shows, type: 'q' },
  ];
  await playTriage(machine, steps, { size: { columns: 200, rows: 50 } });
});
