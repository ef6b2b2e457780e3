import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { draftsIn } from '../../support/computer/drafts.js';
import { openQueueAtHome } from '../../support/run.js';
import { answer } from '../../support/sandbox/in-process.js';
import { hanging } from '../../support/servers/hanging.js';
import { meddling } from '../../support/servers/meddling.js';
import type { Step } from '../../support/terminal/play-screen.js';
import { opened, playTriage, send } from '../../support/triage.js';

const size = { columns: 110, rows: 30 };
const waits = /asks\s+you\s+to\s+wait[\s\S]*the\s+status\s+will\s+be\s+sent/;

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

/** A server that asks to wait so long (seconds) with the first change of a ticket. */
function busy(service: Send, seconds: number): Send {
  let times = 0;
  return meddling(service, ({ method }) =>
    method !== 'PATCH' || times++ > 0
      ? undefined
      : answer(429, '{"message":"busy"}', { 'content-type': 'application/json', 'retry-after': `${seconds}` }),
  );
}

/** A reply, after which the ticket waits for the customer. */
const reply: Step = { shows: opened, type: `rHello\t${send}` };

test('does not keep other decisions waiting, and is kept for next time', async () => {
  const { world, run, found } = await open();
  const stderr = await run(busy(world.send, 60), [
    reply,
    { shows: waits, type: 'jp' },
    { shows: /h high/, type: 'h' },
    { shows: /✓ +\S+ +\S CASA-13[\s\S]*CASA-13: \w+ → high/, type: 'q' },
    { shows: /1 not sent yet/, type: 'k' },
  ]);
  expect(stderr).toBe('');
  const next: readonly Step[] = [
    { shows: /~[\s\S]*1 not sent yet: the server has asked to wait/, type: 'u' },
    { shows: /CASA-8: the new status \(waiting on customer\) was not sent/, type: 'q' },
  ];
  expect(await run(world.send, next)).toBe('');
  expect(await found()).toEqual(['open', 1, 0]);
});

test('is sent next time if it was cut off', async () => {
  const { world, run, found } = await open();
  const hung = hanging(world.send);
  const stuck: Send = async (request) => await (request.method === 'PATCH' ? hung.send : world.send)(request);
  const quits: readonly Step[] = [
    reply,
    { shows: /~ +\S+ +\S CASA-8/, before: async () => await hung.hangs, type: 'q' },
    { shows: /1 not sent yet/, type: 'k' },
  ];
  expect(await run(stuck, quits)).toBe('');
  expect((await found()).slice(1)).toEqual([1, 0]);
  expect(await run(world.send, [{ shows: /✓ CASA-8: \w+ → waiting on customer/, type: 'q' }])).toBe('');
  expect(await found()).toEqual(['waiting_on_customer', 1, 0]);
});
