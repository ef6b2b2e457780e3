import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { makeGate } from '../../support/gate.js';
import { openAtHome, openQueue, openQueueAtHome, shapes } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { opened, playTriage } from '../../support/triage.js';
import { until } from '../../support/until.js';

const star = (ref: string): RegExp => new RegExp(`\\* +\\S+ .? *${ref} `);
const noStar = /^(?![\s\S]*\* +\S+ .? *CASA)[\s\S]*CASA-13 /;

test('a row is marked that somebody else has changed since it was last looked at, by whatever command', async () => {
  const { machine, world } = await openQueueAtHome();
  await machine.run('view CASA-13 CASA-8 CASA-9');
  await machine.run('tickets edit CASA-8 -p high');
  await machine.run('tickets list --waiting --segment all');
  const reply = await world.run('tickets reply CASA-13 -b "Any news?"', { as: 'lucia@casa-azul.example' });
  expect(reply.code).toBe(0);
  expect((await world.run('tickets note CASA-9 -b "Ask Tomas"')).code).toBe(0);
  // What a format prints in part, or nothing but a reference of, has not been looked at.
  await machine.run('view CASA-13 --fields status');
  await machine.run('view CASA-13 -q');
  const { shot } = await playTriage(machine, [
    { shows: star('CASA-13'), type: '', name: 'opened' },
    { shows: opened, type: 'q' },
  ]);
  expect(shot('opened')).not.toMatch(star('CASA-[89]'));
  await playTriage(machine, [
    { shows: star('CASA-13'), type: '/CASA-13\r' },
    { shows: /\* Lucía[^\n]* wrote/, type: 'q' },
  ]);
  await playTriage(machine, [
    { shows: /live/, type: 'R' },
    { shows: noStar, type: 'q' },
  ]);
});

test.each(shapes)('what oneself writes elsewhere marks no row, but what others write does, %s shape', async (shape) => {
  const { machine, world } = await openAtHome(async () => await openQueue({ shape }));
  const write = (line: string, as?: string) => async () =>
    expect(await world.run(line, as === undefined ? {} : { as })).toMatchObject({ code: 0 });
  // As in the web app, where the same account writes; the row stays in this list.
  const { shot } = await playTriage(
    machine,
    [
      { shows: /● live[\s\S]*newest first/, before: write('tickets reply CASA-9 -b "We are on it" -y'), type: '' },
      { shows: /live/, before: write('tickets note CASA-14 -b "Ask Tomas"'), type: '' },
      { shows: /live/, before: write('tickets reply CASA-13 -b "Any news?"', 'lucia@casa-azul.example'), type: '' },
      { shows: star('CASA-13'), type: 'G', name: 'marked' },
      { shows: /./, type: 'q' },
    ],
    { line: 'triage -s open -s in_progress -s waiting_on_customer', size: { columns: 120, rows: 40 } },
  );
  expect(shot('marked')).toMatch(/CASA-9 /);
  expect(shot('marked')).not.toMatch(star('CASA-(?:9|14)'));
});

test.each(['triage -p high', 'triage -s open'])(
  '%s opens with what was read before, details and names too, and reads only the row at the cursor',
  async (line) => {
    const { machine, world } = await openQueueAtHome();
    await machine.run('tickets list --segment all --waiting');
    await machine.run('tickets edit SCM-5 -p low -s in_progress');
    world.takeRequests();
    const reached = makeGate();
    const send: Send = async (request) => {
      await reached.opened;
      return await world.send(request);
    };
    const steps = [
      {
        // What was changed since is known.
        shows: /^(?![\s\S]*SCM-5 )[\s\S]*newest first[\s\S]* · (?:customer|team) · /,
        before: () => reached.open(),
        type: '',
        name: 'opened',
      },
      { shows: /● live[\s\S]*newest first/, type: 'q' },
    ];
    const { shot } = await playTriage(machine, steps, { line, send, size: { columns: 160, rows: 30 } });
    expect(shot('opened')).not.toContain('live');
    expect(shot('opened')).toMatch(/ CUSTOMER [\s\S]* Petra /);
    const read = world.takeRequests().filter((line) => /\/tickets\/[0-9a-f-]{36}$/.test(line));
    expect(new Set(read).size).toBe(1);
  },
);

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

test('how many tickets were not read is counted again as they are', async () => {
  const { machine, world } = await openQueueAtHome();
  const { uuid } = (await world.json('tickets view CASA-9')) as { uuid: string };
  let isBroken = true;
  const mend = (): void => {
    isBroken = false;
  };
  const send: Send = async (request) =>
    isBroken && request.url.pathname.endsWith(uuid) ? answerJson(404, { message: 'no' }) : await world.send(request);
  await playTriage(
    machine,
    [
      { shows: /1 ticket was not read and is left out/, before: mend, type: 'R' },
      { shows: /^(?![\s\S]*not read)[\s\S]*CASA-9 /, type: 'q' },
    ],
    { send },
  );
});

test('one row is read at a time, dropped when the cursor moves on, and read again with R', async () => {
  const { machine, world } = await openQueueAtHome();
  await machine.run('tickets list --segment all --waiting');
  const under = { way: 0, most: 0, dropped: 0, read: 0 };
  let isSlow = false;
  const send: Send = async (request) => {
    if (!/\/tickets\/[0-9a-f-]{36}$/.test(request.url.pathname)) return await world.send(request);
    under.way += 1;
    under.read += 1;
    under.most = Math.max(under.most, under.way);
    try {
      if (isSlow)
        await new Promise((_resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
        });
      return await world.send(request);
    } catch (error) {
      under.dropped += 1;
      throw error;
    } finally {
      under.way -= 1;
    }
  };
  const slow = (is: boolean) => (): void => {
    isSlow = is;
    under.read = 0;
  };
  await playTriage(
    machine,
    [
      { shows: opened, before: slow(true), type: 'j' },
      // What is remembered is there at once.
      {
        shows: /▸ +\S+ +\S CASA-9 [\s\S]*נועה לוי · customer/,
        before: () => until('a reading', () => under.read === 1),
        type: 'j',
      },
      { shows: /▸ +\S+ +CASA-13 /, before: () => until('a drop', () => under.dropped === 1), type: 'k' },
      { shows: /▸ +\S+ +\S CASA-9 /, before: slow(false), type: 'R' },
      { shows: /▸ +\S+ +\S CASA-9 /, before: () => until('another reading', () => under.read > 0), type: 'q' },
    ],
    { send },
  );
  expect(under).toMatchObject({ way: 0, most: 1 });
});
