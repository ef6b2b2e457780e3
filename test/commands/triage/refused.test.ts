import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { openQueue, owner } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { droppingWrites, meddling, refusingWrites } from '../../support/servers/meddling.js';
import type { Step } from '../../support/terminal/play-screen.js';
import { answerTriage, opened, playTriage, send } from '../../support/triage.js';

/** Triage with such a connection, in which this is typed. */
async function play(connect: (service: Send) => Send, steps: readonly Step[]) {
  const world = await openQueue();
  return await playTriage(await world.machine(owner), steps, { send: connect(world.send) });
}

test('it is said where the text of a reply is that was lost', async () => {
  await play(droppingWrites, [
    { shows: opened, type: `rWe are on it${send}` },
    { shows: /! CASA-8: reply: [\s\S]*; kept\s+as\s+a\s+draft; press\s+r\s+there\s+to\s+continue/, type: 'kr' },
    { shows: /may have arrived[\s\S]*> We are on it/, type: '\u001b' },
    { shows: /saved as a draft/, type: 'q' },
  ]);
});

test('a refusal says what was not done, on its row too, and full stops do not go before semicolons', async () => {
  const connect = (service: Send): Send =>
    meddling(service, ({ method }) => (method === 'GET' ? undefined : answerJson(400, { message: 'Not today.' })));
  await play(connect, [
    { shows: opened, type: 'p' },
    { shows: /h high/, type: 'hj' },
    { shows: /! CASA-8: priority not set: Not today {2,}v look/, type: 'k' },
    { shows: /│ ! priority not set: Not today/, type: `rWe are on it${send}` },
    { shows: /! CASA-8: reply not sent: Not today; kept as a draft; press\s+r\s+there\s+to\s+continue/, type: 'q' },
  ]);
});

test('of a reply that was sent, and only its status refused, nothing is left to send', async () => {
  const connect = (service: Send): Send =>
    meddling(service, ({ method }) => (method === 'PATCH' ? answerJson(400, { message: 'no' }) : undefined));
  const { shot } = await play(connect, [
    { shows: opened, type: `rWe are on it\t${send}` },
    { shows: /! [\s\S]*the reply on CASA-8 was sent/, type: 'q', name: 'said' },
  ]);
  expect(shot('said')).not.toContain('to continue');
});

test('a refusal is said, also in lines, with the key that goes there', async () => {
  const world = await openQueue();
  const { stdout } = await answerTriage(world, ['p\n', 'h\n', 'j\n', 'q\n'], { send: refusingWrites(world.send, 400) });
  expect(stdout).toMatch(/\nCASA-8: priority not set: answered 400\n\S*CASA-9 [\s\S]*\n2 of 17; v look\n/);
});

test.each(['an open triage', 'the next command'])(
  'R94: %s sends no reply that has waited with a file that has changed since it was decided',
  async (who) => {
    const world = await openQueue();
    const machine = await world.machine(owner);
    const file = join(machine.workingFolder, 'invoice.txt');
    writeFileSync(file, 'the invoice');
    let isAway = true;
    const writes = recordWrites(world.send);
    const connected = meddling(writes.send, ({ method }) => {
      if (method !== 'GET' && isAway) throw new NetworkFailure('connection refused', true);
      return undefined;
    });
    const comeBack = (): void => {
      writeFileSync(file, 'the invoice of somebody else');
      isAway = false;
    };
    const why = 'invoice.txt has changed or gone since it was to be sent';
    const again = [
      { shows: /will\s+be\s+sent\s+when\s+the\s+server\s+is\s+back/, before: comeBack, type: 'R' },
      { shows: /! CASA-8: reply not sent: [\s\S]*kept\s+as\s+a\s+draft/, type: 'q' },
    ];
    const leave = [
      { shows: /will\s+be\s+sent\s+when\s+the\s+server\s+is\s+back/, type: 'q' },
      { shows: /1 not sent yet/, type: 'k' },
    ];
    const steps: readonly Step[] = [
      { shows: opened, type: '+' },
      { shows: /attach/, type: `${file}\r` },
      { shows: /invoice\.txt/, type: `Here it is${send}` },
      ...(who === 'an open triage' ? again : leave),
    ];
    await playTriage(machine, steps, { send: connected });
    comeBack();
    if (who === 'the next command')
      expect(await machine.run('drafts send --waiting', { send: connected })).toMatchObject({
        code: 6,
        stderr: expect.stringContaining(why),
      });
    expect(writes.take()).toEqual([]);
    expect((await machine.run('drafts list')).stdout).toMatch(/Here it is.*unsent/);
    expect((await machine.run('tickets view CASA-8')).stdout).not.toContain('Here it is');
  },
);
