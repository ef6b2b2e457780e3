import { expect, test } from 'vitest';
import { openQueue, owner } from '../../support/run.js';
import { opened, playTriage } from '../../support/triage.js';

test('the panel of a notification names the people whom only the detail of its ticket knows', async () => {
  const world = await openQueue();
  const machine = await world.machine('jose@casa-azul.example');
  const { shot } = await playTriage(
    machine,
    [
      { shows: /live[\s\S]*CASA-14/, type: 'G' },
      { shows: / · [\s\S]*▸ [^\n]*CASA-14/, type: 'q', name: 'panel' },
    ],
    { line: 'triage --inbox', size: { columns: 120, rows: 30 } },
  );
  expect(shot('panel')).toMatch(/Fundación Casa Azul · Seán[\s\S]*O'Connor \+1 · #mail/);
});

test('the head of the first session names its user once the list is there', async () => {
  const world = await openQueue();
  const { shots } = await playTriage(await world.machine(owner), [{ shows: opened, type: 'q', name: 'first' }]);
  expect(shots.get('first')?.[0]).toMatch(/ mara@work /);
});

test('the help says how much of it follows, and a key back acts at once after too many down', async () => {
  const world = await openQueue();
  const machine = await world.machine('jose@casa-azul.example');
  const { shot } = await playTriage(
    machine,
    [
      { shows: /live[\s\S]*newest first/, type: '?' },
      { shows: /Decide[\s\S]* more ↓ *\n/, type: '\u001b[6~'.repeat(20) },
      { shows: /there is none *\n─/, type: '\u001b[5~' },
      { shows: / more ↓ *\n─/, type: '\u001b', name: 'back' },
      { shows: /\? more/, type: 'q' },
    ],
    { line: 'triage --inbox', size: { columns: 80, rows: 24 } },
  );
  expect(shot('back')).toContain('11 more ↓');
});
