import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { makeGate } from '../../support/gate.js';
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

test('with any flags, triage opens with what was read before, details too, and reads only the row at the cursor again', async () => {
  const { machine, world } = await openQueueAtHome();
  await machine.run('tickets list --segment all --waiting');
  await machine.run('tickets edit SCM-5 -p low');
  world.takeRequests();
  const reached = makeGate();
  const send: Send = async (request) => {
    await reached.opened;
    return await world.send(request);
  };
  const steps = [
    {
      shows: /↓ SCM-5 [\s\S]*newest first[\s\S]* · customer · 20/,
      before: () => reached.open(),
      type: '',
      name: 'opened',
    },
    { shows: /● live[\s\S]*newest first/, type: 'q' },
  ];
  const { shot } = await playTriage(machine, steps, { line: 'triage -p high', send });
  expect(shot('opened')).not.toContain('live');
  const read = world.takeRequests().filter((line) => /\/tickets\/[0-9a-f-]{36}$/.test(line));
  expect(new Set(read).size).toBe(1);
});

test('triage --offline shows what was read, and reads nothing', async () => {
  const { machine, world } = await openQueueAtHome();
  await machine.run('tickets list --segment all --waiting');
  world.takeRequests();
  await playTriage(
    machine,
    [
      { shows: /offline[\s\S]*CASA-8 [\s\S]*newest first/, type: 'j' },
      { shows: /CASA-9 [\s\S]*newest first/, type: 'q' },
    ],
    {
      line: 'triage --offline',
    },
  );
  expect(world.takeRequests()).toEqual([]);
});
