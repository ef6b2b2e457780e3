import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { draftsIn } from '../../support/computer/drafts.js';
import { makeGate } from '../../support/gate.js';
import { openQueueAtHome } from '../../support/run.js';
import { hanging } from '../../support/servers/hanging.js';
import type { Step } from '../../support/terminal/play-screen.js';
import { opened, playTriage, send } from '../../support/triage.js';

const size = { columns: 110, rows: 30 };

/** A triage that has everything that can be chosen, and what became of CASA-8. */
async function open() {
  const { world, machine } = await openQueueAtHome();
  await machine.run('projects list');
  const run = async (service: Send, steps: readonly Step[]) =>
    (await playTriage(machine, steps, { size, send: service })).stderr;
  await run(world.send, [{ shows: opened, type: 'q' }]);
  const found = async () => {
    const view = (await world.json('tickets view CASA-8')) as {
      readonly ticket: { readonly status: string };
      readonly messages: readonly { readonly body: string }[];
    };
    const drafts = draftsIn(join(machine.folder, 'state')).filter(({ flags }) => flags.body !== undefined);
    return [view.ticket.status, view.messages.filter(({ body }) => body === 'Hello').length, drafts.length];
  };
  return { world, run, found };
}

test('the status after a reply is sent next time if it was cut off', async () => {
  const { world, run, found } = await open();
  const hung = hanging(world.send);
  const stuck: Send = async (request) => await (request.method === 'PATCH' ? hung.send : world.send)(request);
  const quits: readonly Step[] = [
    { shows: opened, type: `rHello\t${send}` },
    { shows: /~ +\S+ +\S CASA-8/, before: async () => await hung.hangs, type: 'q' },
    { shows: /1 not sent yet/, type: 'k' },
  ];
  expect(await run(stuck, quits)).toBe('');
  expect((await found()).slice(1)).toEqual([1, 0]);
  const listed = makeGate();
  const afterList: Send = async (request) => {
    // It is read once the list is shown.
    if (request.url.pathname === '/api/v1/me/views') listed.open();
    if (request.method === 'PATCH') await listed.opened;
    return await world.send(request);
  };
  // The row stays, although the list no longer has it.
  const done = / 16 left {2}1 done [\s\S]*✓ +\S+ +\S CASA-8 [\s\S]*✓ CASA-8: open → waiting on customer/;
  expect(await run(afterList, [{ shows: done, type: 'q' }])).toBe('');
  expect(await found()).toEqual(['waiting_on_customer', 1, 0]);
});
