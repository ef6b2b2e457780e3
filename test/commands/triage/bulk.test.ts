import { expect, test } from 'vitest';
import { type HttpRequest, NetworkFailure, type Send } from '../../../src/http/message.js';
import { openQueueAtHome } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { changingDetails, meddling } from '../../support/servers/meddling.js';
import { opened, playTriage } from '../../support/triage.js';

/** A queue, in which the ticket with this reference cannot be read from `break` on. */
async function open(ref: string, answered: () => ReturnType<typeof answerJson>) {
  const { world, machine } = await openQueueAtHome();
  await machine.run('projects list');
  const { uuid } = (await world.json(`tickets view ${ref}`)) as { readonly uuid: string };
  let isBroken = false;
  const isDetail = ({ method, url }: HttpRequest): boolean => method === 'GET' && url.pathname.endsWith(uuid);
  const send = meddling(world.send, (request) => (isBroken && isDetail(request) ? answered() : undefined));
  const breaks = (isSo: boolean) => () => {
    isBroken = isSo;
  };
  return { world, machine, send, breaks };
}

test('a row that cannot be read is refused by itself', async () => {
  const { machine, send, breaks } = await open('CASA-9', () => answerJson(404, { message: 'not found' }));
  await playTriage(
    machine,
    [
      { shows: opened, before: breaks(true), type: '   pu' },
      { shows: /2 of 3 done: CASA-8 and CASA-13; CASA-9:\s+priority\s+not\s+set:\s+not\s+found/, type: 'q' },
    ],
    { send },
  );
});

test('a row for which the server cannot be reached waits by itself', async () => {
  const away = () => {
    throw new NetworkFailure('connection refused', true);
  };
  const { machine, send, breaks } = await open('CASA-9', away);
  await playTriage(
    machine,
    [
      { shows: opened, before: breaks(true), type: '   pu' },
      { shows: /the\s+rest\s+will\s+be\s+sent\s+when\s+the\s+server\s+is\s+back/, before: breaks(false), type: 'R' },
      { shows: /✓ CASA-9: low → urgent/, type: 'q' },
    ],
    { send },
  );
});

test('of several rows, those that somebody else has changed are asked about, and the others are done', async () => {
  const { world, machine } = await open('CASA-9', () => answerJson(404, {}));
  const change = async (): Promise<void> => {
    for (const ref of ['CASA-8', 'CASA-13'])
      await world.run(`tickets edit ${ref} --priority high`, { as: 'sean@lantern.example' });
  };
  await playTriage(machine, [
    { shows: opened, before: change, type: '   pu' },
    { shows: /1 of 3 done: CASA-9; CASA-8 and CASA-13:\s+Seán\s+changed\s+the\s+priority\s+to\s+high/, type: 'v' },
    { shows: /m set urgent {2}t leave high/, type: 'm' },
    { shows: /✓ CASA-\d+: high → urgent/, type: 'v' },
    { shows: /m set urgent {2}t leave high/, type: 't' },
    { shows: /left as it is now/, type: 'q' },
  ]);
  const priorities = await Promise.all(
    ['CASA-8', 'CASA-9', 'CASA-13'].map(async (ref) => {
      const { ticket } = (await world.json(`tickets view ${ref}`)) as { ticket: { priority: string } };
      return ticket.priority;
    }),
  );
  expect(priorities.toSorted()).toEqual(['high', 'urgent', 'urgent']);
});

test('the ticket of a notification is compared too', async () => {
  const { world, machine } = await openQueueAtHome();
  await machine.run('projects list');
  let isChanged = false;
  const change = () => {
    isChanged = true;
  };
  const changed = changingDetails(world.send, () => ({ priority: 'high' }));
  const send: Send = async (request) =>
    await (isChanged && request.url.pathname.includes('/tickets/') ? changed(request) : world.send(request));
  await playTriage(
    machine,
    [
      { shows: /live[\s\S]*newest first/, type: '/CASA-16\r' },
      { shows: /▸[^\n]*CASA-16[\s\S]*· urgent ·[\s\S]*newest first/, before: change, type: 'pl' },
      { shows: /! CASA-16: [^\n]* changed the priority to high/, type: 'q' },
      { shows: /1 conflict not settled/, type: 'd' },
    ],
    { line: 'triage --inbox', size: { columns: 120, rows: 30 }, send },
  );
});
