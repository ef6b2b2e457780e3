import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { makeGate } from '../../support/gate.js';
import { openAtHome } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const at = allTests(openAtHome);

const uuidOf = async (ref: string): Promise<string> =>
  (await at.machine.run(`tasks view ${ref} --jq .task.uuid`)).stdout.trim();

test('R80: a command of several that waits for another at one of them does not wait for itself then', async () => {
  const [first, second] = [await uuidOf('SCM-12'), await uuidOf('SCM-13')];
  const [other, secondFound, firstRead, secondAsked] = [makeGate(), makeGate(), makeGate(), makeGate()];
  const holdWrites: Send = async (request) => {
    if (request.method === 'PATCH') {
      secondFound.open();
      await other.opened;
    }
    return await at.world.send(request);
  };
  let reads = 0;
  const several: Send = async (request) => {
    const isOf = (uuid: string): boolean => request.url.pathname.endsWith(uuid);
    if (request.method === 'GET' && isOf(first) && ++reads === 2) {
      firstRead.open();
      await secondAsked.opened;
    }
    if (request.method === 'GET' && isOf(second)) await firstRead.opened;
    const reply = await at.world.send(request);
    // What comes first at the second is looked for before anything is noted of the first, and is done once that was written.
    if (request.method === 'GET' && isOf(second)) void pause(200).then(secondAsked.open);
    if (request.method === 'PATCH' && isOf(first)) void pause(200).then(other.open);
    return reply;
  };
  const one = at.machine.run('tasks edit SCM-13 --tag theirs', { send: holdWrites });
  await secondFound.opened;
  const both = at.machine.run('tasks edit SCM-12 SCM-13 --tag ours', { send: several });
  expect(await Promise.all([one, both])).toMatchObject([{ code: 0 }, { code: 0, stderr: '' }]);
  const { stdout } = await at.machine.run('tasks view SCM-13 --jq .task.tags');
  expect(JSON.parse(stdout)).toEqual(expect.arrayContaining(['theirs', 'ours']));
});
