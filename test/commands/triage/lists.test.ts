import { expect, test } from 'vitest';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { openQueue } from '../../support/run.js';
import { slowLists } from '../../support/servers/slow-lists.js';
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
      { shows: /by priority ↓[\s\S]*● live/, type: ',p', name: 'sorted' },
      { shows: /by priority ↑/, type: ',w', name: 'round' },
      { shows: /triage: waiting on us +\d+\/17 +17 left +0 done +● live/, type: 'q', name: 'back' },
    ],
    { size },
  );
  const order = async (sort: string) => {
    const { stdout } = await machine.run(`tickets list --segment all --waiting ${sort} --fields ref`);
    return stdout.split('\n').slice(0, 4);
  };
  expect(firstRefs(shot('usual'))).toEqual(await order(''));
  expect(firstRefs(shot('sorted'))).toEqual(await order('--sort=-priority'));
  expect(firstRefs(shot('round'))).toEqual(await order('--sort priority'));
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
    { shows: /by due ↑/, type: 'q' },
  ]);
});

test('a list that was left has its cursor where it was, as long as that row is there', async () => {
  const machine = await openQueue();
  await machine.run(['config', 'set', 'triage-tabs', '--waiting, --inbox']);
  await playTriage(
    machine,
    [
      { shows: opened, type: 'jj2' },
      { shows: /triage: inbox +1\//, type: 'j1' },
      { shows: /triage: waiting on us +3\/17/, type: '2' },
      { shows: /triage: inbox +2\//, type: '1' },
      { shows: /triage: waiting on us +3\/17/, type: 'srk' },
      { shows: /1 done/, type: '2' },
      { shows: /triage: inbox +2\//, type: 'q' },
    ],
    { size },
  );
});

test('1 to 9 open saved views and flags, with how many rows they have', async () => {
  const machine = await openQueue();
  await machine.run(['config', 'set', 'triage-tabs', 'Overdue, --waiting, -s open -p high, --inbox, Nothing']);
  const { shot, stderr } = await playTriage(
    machine,
    [
      {
        shows: /● live[\s\S]*\n 1 Overdue \d+ {2}2 --waiting 17 {2}3 -s open -p high \d+ {2}4 --inbox \d+/,
        type: '3',
        name: 'tabs',
      },
      { shows: /triage: open, high priority +1\/\d/, type: '1' },
      { shows: /triage: Overdue +1\/\d+[\s\S]*DUE/, type: '5', name: 'view' },
      { shows: /! .*Nothing/, type: '2', name: 'none' },
      { shows: /triage: waiting on us +1\/17/, type: ':overdue\r' },
      { shows: /triage: Overdue/, type: 'q' },
    ],
    { size },
  );
  expect(stderr).toBe('');
  // What is not there has no count, and what was shown stays.
  expect(shot('none')).toMatch(/triage: Overdue[\s\S]*5 Nothing *\n/);
  const refs = (await machine.run('tickets list --segment all -s open -p high --fields ref')).stdout.trim().split('\n');
  expect(shot('tabs')).toContain(`3 -s open -p high ${refs.length} `);
});

test('what is typed before a slow list has come is for none of its rows, nor for those before', async () => {
  const machine = await openQueue();
  const { send, close, open } = slowLists(machine);
  const statuses = async () => (await machine.run('tickets list --segment all --fields ref,status')).stdout;
  const before = await statuses();
  const { shot } = await playTriage(
    machine,
    [
      { shows: opened, type: 'Sm', before: close },
      { shows: /reading my tickets …; Esc keeps this list/, type: 'sr' },
      { shows: /set the status: reading my tickets …/, type: 'rPlease close', before: open },
      {
        shows: /triage: my tickets [\s\S]*what you typed before this was shown was ignored/,
        type: '\u0003',
        name: 'mine',
      },
    ],
    { size, send },
  );
  expect(shot('mine')).not.toMatch(/REPLY/);
  expect(await statuses()).toBe(before);
});

test('Esc stays in the list that is shown, and nothing changes it later', async () => {
  const machine = await openQueue();
  const { send, close, open } = slowLists(machine);
  await playTriage(
    machine,
    [
      { shows: opened, type: 'Sm', before: close },
      { shows: /reading my tickets …/, type: '\u001b' },
      { shows: /triage: waiting on us +1\/17(?![\s\S]*reading)/, type: 'sr' },
      { shows: /1 done/, type: 'R', before: open },
      { shows: /triage: waiting on us +1\/16[\s\S]*● live/, type: 'q' },
    ],
    { size, send },
  );
});

test('nothing waits for a list that was left', async () => {
  const machine = await openQueue();
  const { send, close } = slowLists(machine);
  await playTriage(
    machine,
    [
      { shows: opened, type: 'Sm', before: close },
      { shows: /reading my tickets …/, type: 'Si' },
      { shows: /triage: inbox .* left/, type: 'Sm' },
      { shows: /reading my tickets …/, type: '\u001bSt' },
      { shows: /triage: my tasks .* left/, type: 'q' },
    ],
    { size, send },
  );
});

test('a list that a server away does not give is not shown later either', async () => {
  const machine = await openQueue();
  let isAway = false;
  const send: Send = async (request) => {
    if (isAway) throw new NetworkFailure('the network is unreachable', false);
    return await machine.send(request);
  };
  await playTriage(
    machine,
    [
      {
        ...{ shows: opened, type: 'Sm' },
        before: () => {
          isAway = true;
        },
      },
      {
        ...{ shows: /! .*unreachable/, type: 'R' },
        before: () => {
          isAway = false;
        },
      },
      { shows: /triage: waiting on us +1\/17[\s\S]*● live/, type: 'q' },
    ],
    { size, send },
  );
});

test('the tabs have the numbers of the last time at once, and others after a decision', async () => {
  const machine = await openQueue();
  await machine.run(['config', 'set', 'triage-tabs', '--waiting, --inbox']);
  await playTriage(machine, [{ shows: /● live[\s\S]*1 --waiting 17 {2}2 --inbox \d+/, type: 'q' }], { size });
  const send: Send = async (request) => {
    if (request.method === 'GET') await gate;
    return await machine.send(request);
  };
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await playTriage(
    machine,
    [
      { shows: /opening[\s\S]*1 --waiting 17 {2}2 --inbox \d+/, type: 'j', before: () => open() },
      { shows: /● live/, type: 'sr' },
      { shows: /1 done[\s\S]*1 --waiting 16/, type: 'q' },
    ],
    { size, send },
  );
});

test('a tab with a saved view that is not understood is never shown as something else', async () => {
  const machine = await openQueue();
  const view = { id: 'v1', name: 'Odd', filters: { mood: ['grey'] } };
  await machine.run(['views', 'set', 'tickets', '--patch', JSON.stringify({ savedViews: [view] })]);
  await machine.run(['config', 'set', 'triage-tabs', 'Odd, --colour red, -s']);
  const { shot } = await playTriage(machine, [
    { shows: opened, type: '1' },
    { shows: /! .*not understood.*mood/, type: '2', name: 'odd' },
    { shows: /! the tab "--colour red" has an option that triage does not have: "--colour"/, type: '3' },
    { shows: /! the tab "-s": --status needs a value/, type: 'q' },
  ]);
  expect(shot('odd')).toMatch(/triage: waiting on us +1\/17[\s\S]*\n 1 Odd {2}2 --colour red/);
});
