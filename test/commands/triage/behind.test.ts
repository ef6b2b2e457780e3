import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { openQueueAtHome } from '../../support/run.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { opened, playTriage, send } from '../../support/triage.js';

test('R93: what was decided behind a reply that is refused is not sent, and says so', async () => {
  const { machine, world } = await openQueueAtHome();
  const refusing: Send = async (request) =>
    request.method === 'POST' && request.url.pathname.endsWith('/messages')
      ? { ...(await world.send({ ...request, method: 'GET' })), status: 400 }
      : await world.send(request);
  const writes = recordWrites(refusing);
  await playTriage(
    machine,
    [
      { shows: opened, type: `rHello${send}` },
      { shows: /will be sent in 1 s/, type: '\u001b[Asi' },
      { shows: /status not set: it was to follow draft \d+, which\s+was\s+refused/, type: 'q' },
    ],
    { replyDelay: 1, send: writes.send, size: { columns: 160, rows: 40 } },
  );
  expect(writes.take().map(({ line }) => line.split(' ')[0])).toEqual(['POST']);
});

test.each([
  [60, 20],
  [150, 40],
])('R94: a note that a colleague has written meanwhile stops a reply, at %i × %i', async (columns, rows) => {
  const { machine, world } = await openQueueAtHome();
  const note = async (): Promise<void> => {
    const { code } = await world.run('note CASA-8 -b "Do not answer"', { as: 'sean@lantern.example' });
    expect(code).toBe(0);
  };
  const writes = recordWrites(world.send);
  await machine.run('view CASA-8 --json');
  await playTriage(
    machine,
    [
      { shows: /live[\s\S]*CASA-8 /, type: 'rHello' },
      { shows: /Hello/, before: note, type: send },
      { shows: /since you\s+last saw it/, type: 'q' },
    ],
    { send: writes.send, size: { columns, rows } },
  );
  expect(writes.take()).toEqual([]);
  expect((await machine.run('drafts')).stdout).toContain('Hello');
});
