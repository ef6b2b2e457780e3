import { expect, test } from 'vitest';
import { openQueueAtHome } from '../../support/run.js';
import { opened, playTriage } from '../../support/triage.js';

const star = (ref: string): RegExp => new RegExp(`\\* +\\S+ .? *${ref} `);
const noStar = /^(?![\s\S]*\* +\S+ .? *CASA)[\s\S]*CASA-13 /;

test('a row is marked that somebody else has changed since it was last looked at, by whatever command', async () => {
  const { machine, world } = await openQueueAtHome();
  await machine.run('view CASA-13 CASA-8');
  await machine.run('tickets edit CASA-8 -p high');
  await machine.run('tickets list --waiting --segment all');
  const reply = await world.run('tickets reply CASA-13 -b "Any news?"', { as: 'lucia@casa-azul.example' });
  expect(reply.code).toBe(0);
  // What a format prints in part, or nothing but a reference of, has not been looked at.
  await machine.run('view CASA-13 --fields status');
  await machine.run('view CASA-13 -q');
  const { shot } = await playTriage(machine, [
    { shows: star('CASA-13'), type: '', name: 'opened' },
    { shows: opened, type: 'q' },
  ]);
  expect(shot('opened')).not.toMatch(star('CASA-8'));
  await playTriage(machine, [
    { shows: star('CASA-13'), type: '/CASA-13\r' },
    { shows: /\* Lucía[^\n]* wrote/, type: 'q' },
  ]);
  await playTriage(machine, [
    { shows: /live/, type: 'R' },
    { shows: noStar, type: 'q' },
  ]);
});
