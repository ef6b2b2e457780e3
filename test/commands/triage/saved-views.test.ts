import { beforeEach, expect, test } from 'vitest';
import type { Machine } from '../../support/computer/machine.js';
import { openWorld, owner } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';
import { answerTriage, playTriage } from '../../support/triage.js';

const world = allTests(openWorld);
let machine: Machine;
beforeEach(async () => {
  machine = await world.machine(owner);
});

test('a saved view is the list of triage, and can be chosen there', async () => {
  const size = { columns: 120, rows: 30 };
  const tonight = /CASA-16[\s\S]*CASA-17[\s\S]*CASA-11/;
  const { shot } = await playTriage(
    machine,
    [
      { shows: tonight, type: 'S', name: 'given' },
      { shows: /my tickets[\s\S]*Waiting for me/, type: '\u001b[A\r', name: 'lists' },
      { shows: /OPS-9/, type: 'q', name: 'chosen' },
    ],
    { line: 'triage --view tonight', size },
  );
  expect(shot('given')).toMatch(/view tonight/);
  expect(shot('given')).not.toMatch(/BERG-/);
  for (const name of ['For tonight', 'Overdue', 'Bugs of Scandia']) expect(shot('lists')).toContain(name);
  expect(shot('chosen')).toMatch(/Waiting for me/);
});

const odd = { id: 'a', name: 'Odd', filters: { moon: 'full', priority: 'urgent' } };
const saveOdd = async () =>
  await machine.run(['views', 'set', 'tickets', '--patch', JSON.stringify({ savedViews: [odd] })]);

test('one that is not understood ends triage, with or without a screen, unless it is applied in part', async () => {
  await saveOdd();
  for (const [line, code, error] of [
    ['triage --plain --view odd', 1, 'not understood in the saved view "Odd": "moon"'],
    ['triage --view odd', 1, 'not understood in the saved view "Odd": "moon"'],
    ['triage --view zzz', 4, 'there is no saved view called "zzz" that you can see'],
    ['triage --partly', 2, '--partly can only be used with --view'],
  ] as const)
    expect(
      await machine.run(line, { terminal: { columns: 80, rows: 24 }, signal: AbortSignal.timeout(30_000) }),
    ).toMatchObject({
      code,
      stderr: expect.stringContaining(`error: ${error}\n`),
    });
  const { stdout } = await answerTriage(machine, ['q\n'], { line: 'triage --plain --view odd --partly' });
  expect(stdout.replace(/\s+/g, ' ')).toContain('"Odd": "moon"; the rest is applied');
});

test('one that is not understood cannot be chosen, and the former list stays', async () => {
  await saveOdd();
  const { words } = await playTriage(
    machine,
    [
      { shows: /CASA-9 /, type: 'S' },
      { shows: /Odd/, type: `${'\u001b[A'.repeat(4)}\r` },
      { shows: /not understood/, type: 'q', name: 'refused' },
    ],
    { size: { columns: 150, rows: 30 } },
  );
  expect(words('refused')).toMatch(
    /waiting on us 1\/16 16 left .*CASA-9 .*not understood in the saved view "Odd": "moon"/,
  );
});
