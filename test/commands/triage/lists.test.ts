import { expect, test } from 'vitest';
import { openQueue } from '../../support/run.js';
import { opened, playTriage } from '../../support/triage.js';

const size = { columns: 120, rows: 30 };
const firstRefs = (screen = ''): readonly string[] =>
  [...screen.matchAll(/^.{2,18} ([A-Z]+-\d+) /gm)].map(([, ref = '']) => ref).slice(0, 4);

test(', sorts the list by a column, turns it round, and puts it back in its order', async () => {
  const machine = await openQueue();
  const { shot } = await playTriage(
    machine,
    [
      { shows: opened, type: ',', name: 'usual' },
      { shows: /sort by[\s\S]*p priority/, type: 'p' },
      { shows: /by priority [\s\S]*● live/, type: ',p', name: 'sorted' },
      { shows: /by -priority /, type: ',w', name: 'round' },
      { shows: /triage: waiting on us +\d+\/17 +17 left +0 done +● live/, type: 'q', name: 'back' },
    ],
    { size },
  );
  const order = async (sort: string) => {
    const { stdout } = await machine.run(`tickets list --segment all --waiting ${sort} --fields ref`);
    return stdout.split('\n').slice(0, 4);
  };
  expect(firstRefs(shot('usual'))).toEqual(await order(''));
  expect(firstRefs(shot('sorted'))).toEqual(await order('--sort priority'));
  expect(firstRefs(shot('round'))).toEqual(await order('--sort=-priority'));
  expect(firstRefs(shot('back'))).toEqual(await order(''));
});

test('what cannot be sorted by says so, and leaves the list as it was', async () => {
  const { shot } = await playTriage(await openQueue(), [
    { shows: opened, type: ',t' },
    { shows: /can be sorted by their target once there is one/, type: 'q', name: 'said' },
  ]);
  expect(shot('said')).toMatch(/triage: waiting on us +1\/17/);
});

test('S i is the inbox, which has its own order, and S t are the tasks', async () => {
  await playTriage(await openQueue(), [
    { shows: opened, type: 'Si' },
    { shows: /triage: inbox .* left/, type: ',' },
    { shows: /triage: inbox/, type: 'St' },
    { shows: /triage: my tasks .* left[\s\S]*DUE/, type: ',d' },
    { shows: /by due/, type: 'q' },
  ]);
});
