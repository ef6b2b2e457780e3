import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openQueueAtHome } from '../../support/run.js';
import { answerTriage, opened, playTriage } from '../../support/triage.js';

test('the place, what is selected and what is done are as they were the last time', async () => {
  const { machine, world } = await openQueueAtHome();
  await machine.run('config set triage-after next');
  const steps = [
    { shows: opened, type: 'ph' },
    { shows: /✓ CASA-8: low → high/, type: ' ' },
    { shows: /1 selected/, type: 'jj' },
    { shows: /▸ +\S+ +\S* *CASA-11/, type: 'q' },
  ] as const;
  await playTriage(machine, steps);
  const { shot } = await playTriage(machine, [
    { shows: /● live(?=[\s\S]*newest first)[\s\S]*▸ +\S+ +\S* *CASA-11/, type: 'q', name: 'again' },
  ]);
  expect(shot('again')).toMatch(/1 selected/);
  expect(shot('again')).toMatch(/^ ✓.* CASA-8 /m);
  expect(shot('again')).toMatch(/^ •.* CASA-9 /m);
  // What the customer has written since is to be seen again.
  const customer = await world.machine('jose@casa-azul.example');
  const sent = await customer.run(['tickets', 'reply', 'CASA-8', '--body', 'And now?']);
  expect(sent).toMatchObject({ code: 0 });
  await machine.run('tickets list --segment all --waiting');
  const { shot: later } = await playTriage(machine, [
    { shows: /● live[\s\S]*CASA-8[\s\S]*newest first/, type: 'q', name: 'later' },
  ]);
  expect(later('later')).not.toMatch(/^ ✓.* CASA-8 /m);
  // It is the account's, and goes with it.
  const places = join(machine.folder, 'state', 'places');
  expect(readdirSync(places).filter((name) => name.endsWith('-triage.json'))).toHaveLength(1);
  await machine.run('logout');
  expect(readdirSync(places).filter((name) => name.endsWith('-triage.json'))).toEqual([]);
});

test('the screen and lines go on where the other was', async () => {
  const { machine } = await openQueueAtHome();
  await machine.run('config set triage-after next');
  await answerTriage(machine, ['p h\n', 'space\n', 'q\n']);
  const { shot } = await playTriage(machine, [
    { shows: /● live(?=[\s\S]*newest first)[\s\S]*▸ +\S+ +\S* *CASA-13/, type: 'jq', name: 'screen' },
  ]);
  expect(shot('screen')).toMatch(/^ ✓.* CASA-8 /m);
  expect(shot('screen')).toMatch(/1 selected/);
  const { stdout } = await answerTriage(machine, ['q\n'], { env: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/\nback where you left off\n1 selected: CASA-9\nBERG-10 [\s\S]*\n4 of 17, 16 left\n$/);
  const env = { TRACKER_ACCESS: 'propose' };
  expect(await machine.run(['note', 'BERG-9', 'A thought.'], { env })).toMatchObject({ code: 0 });
  await playTriage(machine, [{ shows: /● live(?=[\s\S]*newest first)[\s\S]*▸\? +\S+ +\S* *BERG-9/, type: 'q' }], {
    line: 'triage --proposed',
  });
});
