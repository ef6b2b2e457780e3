import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDrafts } from '../../../src/compose/saved/store.js';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { openQueue, owner } from '../../support/run.js';
import { meddling } from '../../support/servers/meddling.js';
import type { Player } from '../../support/terminal/fake-streams.js';
import { playScreen, type Step } from '../../support/terminal/play-screen.js';

const size = { columns: 100, rows: 30 };
const live = /live[\s\S]*CASA-8 [\s\S]*newest first/;
const send = '\u0013';

/** A triage whose typist lets somebody else change CASA-8 before the message is sent. */
async function open() {
  const world = await openQueue();
  const machine = await world.machine(owner);
  await machine.run('projects list');
  const drafts = () => openDrafts(() => join(machine.folder, 'state')).all();
  const run = async (
    steps: readonly Step[],
    before: Readonly<Record<string, () => Promise<unknown>>> = {},
    { line = 'triage', send = world.send }: { readonly line?: string; readonly send?: Send } = {},
  ) => {
    const played = playScreen(size, steps);
    const player: Player = (written, type) =>
      played.player(written, async (typed) => {
        await before[typed]?.();
        type(typed);
      });
    const signal = AbortSignal.timeout(30_000);
    const { code, stderr } = await machine.run(line, { terminal: size, player, send, signal });
    expect(code, played.stuck() + stderr).toBe(0);
    return { stderr, shots: played.shots };
  };
  const found = async () => {
    const view = (await world.json('tickets view CASA-8')) as {
      readonly ticket: { readonly status: string };
      readonly messages: readonly { readonly body: string }[];
    };
    const bodies = view.messages.map(({ body }) => body).filter((body) => body.startsWith('Hello'));
    return [view.ticket.status, bodies, drafts().map(({ flags }) => flags.body)];
  };
  const pause = async () => await world.run('tickets edit CASA-8 --status paused', { as: 'sean@lantern.example' });
  return { world, run, found, pause };
}

const asked = /! CASA-8: reply not sent: Seán changed the status to paused/;

const reply: readonly Step[] = [
  { shows: live, type: 'rHello\t' },
  { shows: /\[waiting on customer\]/, type: send },
  { shows: asked, type: 'v' },
];

test('a status that somebody else has changed is not replaced by keys typed before it could be seen', async () => {
  const { run, found, pause } = await open();
  await run(
    [
      { shows: live, type: 'j' },
      { shows: /▸ +\S+ \S CASA-9 /, type: 'K' },
      { shows: /\* +\S+ \S CASA-8 /, type: 'ksr' },
      { shows: /! CASA-8: Seán changed the status to paused {2}v look/, type: 'v' },
      { shows: /m set resolved {2}t leave paused/, type: 't' },
      { shows: /CASA-8: left as it is now/, type: 'q' },
    ],
    { K: pause },
  );
  expect(await found()).toEqual(['paused', [], []]);
});

test('a reply whose status somebody else has changed is edited, and sent once', async () => {
  const { run, found, pause } = await open();
  const { stderr } = await run(
    [
      ...reply,
      { shows: /m send and set waiting on customer {2}t send and leave paused {2}r edit/, type: 'r' },
      {
        shows: /\[waiting on customer\][\s\S]*not sent: Seán changed the status to paused[\s\S]*> Hello/,
        type: ' again',
      },
      { shows: /> Hello again/, type: send },
      { shows: /✓ CASA-8: reply sent, now waiting on customer/, type: 'q' },
    ],
    { [send]: pause },
  );
  expect(stderr).toBe('');
  expect(await found()).toEqual(['waiting_on_customer', ['Hello again'], []]);
});

test('a reply whose status somebody else has changed is left as a draft', async () => {
  const { run, found, pause } = await open();
  const before = { [send]: pause };
  await run(
    [
      ...reply,
      { shows: /r edit/, type: 'r' },
      { shows: /> Hello/, type: '\u001b' },
      { shows: /saved as a draft/, type: 'q' },
    ],
    before,
  );
  expect(await found()).toEqual(['paused', [], ['Hello']]);
  await run([
    {
      shows: /CASA-8 "Newsletter: 412[\s\S]*unsent[\s\S]*not in this list;/,
      type: 'q',
    },
  ]);
});

test('a conflict that was kept has its subject, although the list does not have the row', async () => {
  const { world, run, pause } = await open();
  const away = meddling(world.send, ({ method }) => {
    if (method === 'GET') return undefined;
    throw new NetworkFailure('connection refused', true);
  });
  await run(
    [
      { shows: live, type: 's' },
      { shows: /r resolved/, type: 'r' },
      { shows: /will be sent when the server is back/, type: 'q' },
      { shows: /1 not sent yet/, type: 'k' },
    ],
    {},
    { send: away },
  );
  await pause();
  await run(
    [
      { shows: /live[\s\S]*▸.*BERG[\s\S]* ! .*CASA-8 +Newsl[\s\S]*! CASA-8: Seán changed/, type: 'q' },
      { shows: /1 conflict not settled/, type: 'd' },
    ],
    {},
    { line: 'triage --waiting --search invoice' },
  );
});

test('a value that has changed once more since the question is asked about again', async () => {
  const { world, run, found, pause } = await open();
  const close = async () => await world.run('tickets edit CASA-8 --status closed', { as: 'sean@lantern.example' });
  await run(
    [
      ...reply,
      { shows: /m send and set waiting on customer {2}t send and leave paused/, type: 'm' },
      { shows: /CASA-8: reply not sent: Seán changed the status to closed/, type: 'v' },
      { shows: /t send and leave closed/, type: 't' },
      { shows: /✓ CASA-8: reply sent/, type: 'q' },
    ],
    { [send]: pause, m: close },
  );
  expect(await found()).toEqual(['closed', ['Hello'], []]);
});

test('a value that the row on the screen has already is sent if the server has another one', async () => {
  const { world, run } = await open();
  const raise = async () => await world.run('tickets edit CASA-8 --priority high', { as: 'sean@lantern.example' });
  await run(
    [
      { shows: live, type: 'pl' },
      { shows: /! CASA-8: Seán changed the priority to high/, type: 'v' },
      { shows: /m set low {2}t leave high/, type: 'm' },
      { shows: /✓ CASA-8: high → low/, type: 'kpl' },
      { shows: /✓ CASA-8: stays low *\n/, type: 'q' },
    ],
    { pl: raise },
  );
});
