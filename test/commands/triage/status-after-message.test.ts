import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { draftsIn } from '../../support/computer/drafts.js';
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

test('the status after a reply is in doubt if its request was cut off by quitting, and not sent next time', async () => {
  const { world, run, found } = await open();
  const hung = hanging(world.send);
  const stuck: Send = async (request) => await (request.method === 'PATCH' ? hung.send : world.send)(request);
  const quits: readonly Step[] = [
    { shows: opened, type: `rHello\t${send}` },
    { shows: /~ +\S+ +\S CASA-8/, before: async () => await hung.hangs, type: 'q' },
    { shows: /1 not sent yet/, type: 'k' },
  ];
  expect(await run(stuck, quits)).toContain(
    'CASA-8: the new status (waiting on customer) may have arrived; check before you do it again',
  );
  const before = await found();
  expect(before.slice(1)).toEqual([1, 0]);
  expect(
    await run(world.send, [
      { shows: /CASA-8: the new status \(waiting on customer\) may have arrived; check first/, type: 'q' },
    ]),
  ).toBe('');
  expect(await found()).toEqual(before);
});
