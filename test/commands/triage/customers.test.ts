import { expect, test } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { readBytes } from '../../../src/http/body/read.js';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { openQueue, openQueueAtHome, owner, shapes } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { answerTriage, opened, playTriage } from '../../support/triage.js';

/** The other tickets of José, whose CASA-8 is the first row. */
const others = /H CASA-17 in progress 3h [^\n]*\n[^\n]*CASA-12 [^\n]*\n[^\n]*CASA-2 closed [^\n]* · \+1/;

const list = 'GET /api/v1/tickets?segment=all';

test.each(shapes)(
  'the last three are there without a request, and one outside the list is gone to, %s shape',
  async (shape) => {
    const world = await openQueue({ shape });
    const machine = await world.machine(owner);
    let requests: readonly string[] = [];
    const { shot } = await playTriage(machine, [
      { shows: others, type: 'H', name: 'line', before: () => (requests = world.takeRequests()) },
      { shows: /4 other tickets from this customer: [\s\S]*▸ +3h {2}CASA-17 /, type: 'CASA-2' },
      { shows: /▸ +\d+w {2}CASA-2 {2}closed/, type: '\r' },
      { shows: /│ CASA-2 Can we change[\s\S]*newest first[\s\S]*Description/, type: 'H\r', name: 'there' },
      { shows: /│ CASA-17 [\s\S]*newest first[\s\S]*▸[^\n]*CASA-17/, type: '\u007f' },
      { shows: /│ CASA-2 Can we change/, type: '\u007f' },
      { shows: /▸[^\n]*CASA-8/, type: 'jj' },
      { shows: /▸[^\n]*CASA-13[\s\S]*H CASA-16 /, type: 'q' },
    ]);
    expect(requests.filter((line) => line === list)).toHaveLength(1);
    expect(world.takeRequests().filter((line) => line === list)).toEqual([]);
    expect(shot('there')).toMatch(/▸[^\n]*CASA-2 /);
  },
);

test('where rows name no customer, and for one without another ticket, there is no such line', async () => {
  const { world, machine } = await openQueueAtHome();
  const without =
    (keeps: (row: Row) => boolean): Send =>
    async (request) => {
      const reply = await world.send(request);
      if (!request.url.pathname.endsWith('/tickets')) return reply;
      const { tickets, ...rest } = JSON.parse((await readBytes(reply)).toString());
      const rows = tickets.map(({ customerId, ...row }: Row) => (keeps(row) ? { ...row, customerId } : row));
      return answerJson(200, { ...rest, tickets: rows });
    };
  const play = async (send: Send) => {
    const { shot } = await playTriage(
      machine,
      [
        { shows: opened, type: 'j' },
        { shows: /│ CASA-9 [\s\S]*▸[^\n]*CASA-9 /, type: 'k' },
        {
          shows: /▸[^\n]*CASA-8 /,
          type: 'H',
          before: async () => await new Promise((resolve) => setTimeout(resolve, 300)),
        },
        { shows: /no other tickets from this customer are known here/, type: 'q', name: 'none' },
      ],
      { send },
    );
    expect(shot('none')).not.toMatch(/^[^\n]*│ H /m);
  };
  await play(without(() => false));
  await play(without(({ id }) => id === 'CASA-8'));
});

test('what was read longer ago than a minute is shown, and read again behind it', async () => {
  const { world, machine } = await openQueueAtHome();
  await machine.run('tickets list --segment all -q');
  await machine.run('tickets list --segment mine -q');
  const elsewhere = await world.machine(owner);
  expect(await elsewhere.run('tickets edit CASA-17 -s paused')).toMatchObject({ code: 0 });
  world.takeRequests();
  const { shot } = await playTriage(
    machine,
    [
      { shows: /▸[^\n]*CASA-16/, type: 'jj' },
      { shows: /H CASA-17 /, type: '', name: 'remembered' },
      { shows: /H CASA-17 paused /, type: 'q' },
    ],
    { line: 'triage --segment all -s open --org casa-azul', uptime: () => 90_000 },
  );
  expect(shot('remembered')).toMatch(/CASA-17 (?:in progress|paused)/);
});

test('an unreachable server, and --offline, leave what was read', async () => {
  const { world, machine } = await openQueueAtHome();
  await playTriage(machine, [{ shows: others, type: 'q' }]);
  const send: Send = async () => {
    throw new NetworkFailure('the network is unreachable', false);
  };
  const late = { uptime: () => 600_000 };
  // The next triage opens where this one ends.
  const steps = [
    { shows: others, type: 'H\r' },
    { shows: /│ CASA-17 /, type: '\u007f' },
    { shows: others, type: 'q' },
  ];
  await playTriage(machine, steps, { send, ...late });
  world.takeRequests();
  await playTriage(machine, steps, { line: 'triage --offline', ...late });
  expect(world.takeRequests()).toEqual([]);
});

test('in lines, they are counted, and H names them with numbers', async () => {
  const { machine } = await openQueueAtHome();
  await machine.run('tickets list --segment all --waiting -q');
  const { stdout } = await answerTriage(machine, ['H\r', '2\r', 'q\r'], { env: { NO_COLOR: '1' } });
  expect(stdout).toMatch(
    /CASA-8 [\s\S]*\nH: 4 others from the customer\n[\s\S]*\n4 other tickets[^\n]*\n1 CASA-17, in progress, /,
  );
  expect(stdout).toMatch(/\n2 CASA-12, [^\n]*Could the invoice[\s\S]*\nCASA-12 Could the invoice/);
});
