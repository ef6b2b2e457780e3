import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { draftsIn } from '../../support/computer/drafts.js';
import { openQueueAtHome } from '../../support/run.js';
import { meddling } from '../../support/servers/meddling.js';
import type { Step } from '../../support/terminal/play-screen.js';
import { opened, playTriage, send } from '../../support/triage.js';

/** A triage during which somebody else changes CASA-8. */
async function open() {
  const { world, machine } = await openQueueAtHome();
  await machine.run('projects list');
  const drafts = () => draftsIn(join(machine.folder, 'state'));
  const run = async (steps: readonly Step[], how?: { readonly line?: string; readonly send?: Send }) =>
    await playTriage(machine, steps, how);
  const found = async () => {
    const view = (await world.json('tickets view CASA-8')) as {
      readonly ticket: { readonly status: string };
      readonly messages: readonly { readonly body: string }[];
    };
    const bodies = view.messages.map(({ body }) => body).filter((body) => body.startsWith('Hello'));
    return [view.ticket.status, bodies, drafts().map(({ flags }) => flags.body)];
  };
  const change = async (flags: string) =>
    await world.run(`tickets edit CASA-8 ${flags}`, { as: 'sean@lantern.example' });
  const pause = async () => await change('--status paused');
  const reply: readonly Step[] = [
    { shows: opened, type: 'rHello\t' },
    { shows: /\[waiting on customer\]/, before: pause, type: send },
    { shows: /! CASA-8: reply not sent: Seán changed the status to paused/, type: 'v' },
  ];
  return { world, machine, run, found, change, pause, reply };
}

test('a status that somebody else has changed is not replaced by keys typed before it could be seen', async () => {
  const { run, found, pause } = await open();
  await run([
    { shows: opened, type: 'j' },
    { shows: /▸ +\S+ \S CASA-9 /, before: pause, type: 'K' },
    { shows: /\* +\S+ \S CASA-8 /, type: 'ksr' },
    { shows: /! CASA-8: Seán changed the status to paused {2}v look/, type: 'v' },
    { shows: /m set resolved {2}t leave paused/, type: 't' },
    { shows: /CASA-8: left as it is now/, type: 'q' },
  ]);
  expect(await found()).toEqual(['paused', [], []]);
});

test('a reply whose status somebody else has changed is edited, and sent once', async () => {
  const { run, found, reply } = await open();
  const { stderr } = await run([
    ...reply,
    { shows: /m send and set waiting on customer {2}t send and leave paused {2}r edit/, type: 'r' },
    {
      shows: /\[waiting on customer\][\s\S]*not sent: Seán changed the status to paused[\s\S]*> Hello/,
      type: ' again',
    },
    { shows: /> Hello again/, type: send },
    { shows: /✓ CASA-8: reply sent, now waiting on customer/, type: 'q' },
  ]);
  expect(stderr).toBe('');
  expect(await found()).toEqual(['waiting_on_customer', ['Hello again'], []]);
});

test('a reply whose status somebody else has changed is left as a draft', async () => {
  const { run, found, reply } = await open();
  await run([
    ...reply,
    { shows: /r edit/, type: 'r' },
    { shows: /> Hello/, type: '\u001b' },
    { shows: /CASA-8: saved as a draft; press r to continue/, type: 'q' },
  ]);
  expect(await found()).toEqual(['paused', [], ['Hello']]);
  await run([{ shows: /CASA-8 "Newsletter: 412[\s\S]*unsent[\s\S]*not in this list;/, type: 'q' }]);
});

test('a reply is not sent over a message that came while it could be taken back, and is sent once that was seen', async () => {
  const { world, found, machine } = await open();
  const write = async () => {
    await world.run('reply CASA-8 -b "One more thing."', { as: 'jose@casa-azul.example' });
  };
  await playTriage(
    machine,
    [
      { shows: /● live[\s\S]*│ CASA-8 [\s\S]* · (?:customer|team) · /, type: `rHello${send}` },
      { shows: /press u to take it back/, before: write, type: '' },
      { shows: /! CASA-8: reply not sent: José Ángel Muñoz wrote on CASA-8 since/, type: 'v' },
      { shows: /│ CASA-8 [\s\S]*One more thing\./, type: 'r' },
      { shows: /> Hello/, type: ` again${send}` },
      { shows: /✓ CASA-8: reply sent/, type: 'q' },
    ],
    { replyDelay: 3 },
  );
  expect((await found()).slice(1)).toEqual([['Hello again'], []]);
});

test('a conflict that was kept has its subject, although the list does not have the row', async () => {
  const { world, run, pause } = await open();
  const away = meddling(world.send, ({ method }) => {
    if (method === 'GET') return undefined;
    throw new NetworkFailure('connection refused', true);
  });
  const kept = [
    { shows: opened, type: 's' },
    { shows: /r resolved/, type: 'r' },
    { shows: /will be sent when the server is back/, type: 'q' },
    { shows: /1 not sent yet/, type: 'k' },
  ];
  await run(kept, { send: away });
  await pause();
  const asked = [
    { shows: /live[\s\S]*▸.*BERG[\s\S]* ! .*CASA-8 +Newsl[\s\S]*! CASA-8: Seán changed/, type: 'q' },
    { shows: /1 conflict not settled/, type: 'd' },
  ];
  await run(asked, { line: 'triage --waiting --search invoice' });
});

test('a value that has changed once more since the question is asked about again', async () => {
  const { run, found, change, reply } = await open();
  await run([
    ...reply,
    {
      shows: /m send and set waiting on customer {2}t send and leave paused/,
      before: async () => await change('--status closed'),
      type: 'm',
    },
    { shows: /CASA-8: reply not sent: Seán changed the status to closed/, type: 'v' },
    { shows: /t send and leave closed/, type: 't' },
    { shows: /✓ CASA-8: reply sent/, type: 'q' },
  ]);
  expect(await found()).toEqual(['closed', ['Hello'], []]);
});

test('a value that the row on the screen has already is sent if the server has another one', async () => {
  const { run, change } = await open();
  await run([
    { shows: opened, before: async () => await change('--priority high'), type: 'pl' },
    { shows: /! CASA-8: Seán changed the priority to high/, type: 'v' },
    { shows: /m set low {2}t leave high/, type: 'm' },
    { shows: /✓ CASA-8: high → low/, type: 'kpl' },
    { shows: /✓ CASA-8: stays low *\n/, type: 'q' },
  ]);
});

test.each([
  { columns: 60, rows: 20 },
  { columns: 150, rows: 40 },
])('what others have said since a reply was begun is named before it is sent, on %o', async (size) => {
  const { world, found, machine } = await open();
  const note = async () => {
    const { code } = await world.run('note CASA-8 -b "Do not answer yet."', { as: 'sean@lantern.example' });
    expect(code).toBe(0);
  };
  const ask = /Seán[^\n]* wrote meanwhile; \^S again sends your reply/;
  const steps: readonly Step[] = [
    { shows: /● live[\s\S]*CASA-8 /, type: '\r' },
    { shows: /newest first|CASA-8/, type: 'rHello' },
    { shows: /> Hello/, before: note, type: '' },
    { shows: /\* Seán[^\n]* (?:wrote|added)/, type: send },
    { shows: ask, type: send },
    { shows: /✓ [\s\S]*reply sent/, type: 'qq' },
  ];
  await playTriage(machine, steps, { size });
  expect((await found())[1]).toEqual(['Hello']);
});

test('people whom somebody else has assigned meanwhile are asked about, although lists are merged', async () => {
  const { machine, world, change } = await open();
  await playTriage(machine, [
    { shows: opened, type: 'a' },
    { shows: /Mara Lindqvist \(me\)/, before: async () => await change('--assignee @me'), type: 'Mara\r' },
    { shows: /! CASA-8: Seán changed the assignees to /, type: 'v' },
    { shows: /m assign Mara Lindqvist[\s\S]*t leave it as it is/, type: 'm' },
    { shows: /✓ CASA-8: assigned to Mara/, type: 'q' },
  ]);
  const { ticket } = (await world.json('tickets view CASA-8')) as { ticket: { assignees: readonly unknown[] } };
  expect(ticket.assignees).toHaveLength(3);
});

test('a status that somebody else has set to the same is not asked about', async () => {
  const { run, change, found } = await open();
  await run([
    { shows: opened, type: 'rHello\t' },
    { shows: /\[waiting on customer\]/, before: async () => await change('--status waiting_on_customer'), type: send },
    { shows: /CASA-8: (?:reply sent|reply not sent: Seán[^\n]* set )/, type: 'q' },
  ]);
  expect((await found())[0]).toBe('waiting_on_customer');
});
