import { expect, test } from 'vitest';
import { openQueue, owner } from '../../support/run.js';
import { opened, playTriage } from '../../support/triage.js';

const size = { columns: 120, rows: 30 };

test('o shows the address where no browser can be started', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const steps = [
    { shows: opened, type: 'o' },
    { shows: /no browser could be started; open it yourself: https?:\/\/\S+\/\S+/, type: 'q' },
  ];
  const env = { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' };
  expect(await playTriage(machine, steps, { size, env })).toMatchObject({ stderr: '' });
});
