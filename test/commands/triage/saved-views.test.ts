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

test('what is not understood of it is said, and an unknown one too', async () => {
  const odd = { id: 'a', name: 'Odd', filters: { moon: 'full', priority: 'urgent' } };
  await machine.run(['views', 'set', 'tickets', '--patch', JSON.stringify({ savedViews: [odd] })]);
  const told = async (line: string) => (await answerTriage(machine, ['q\n'], { line })).stdout.replace(/\s+/g, ' ');
  expect(await told('triage --plain --view odd')).toContain('not understood in the saved view "Odd": "moon"');
  expect(await told('triage --plain --view zzz')).toContain('there is no saved view called "zzz"');
});
