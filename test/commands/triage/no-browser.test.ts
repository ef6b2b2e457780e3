import { expect, test } from 'vitest';
import { openQueueAtHome } from '../../support/run.js';
import { opened, playTriage } from '../../support/triage.js';

const size = { columns: 120, rows: 30 };

test('o shows the address where no browser can be started', async () => {
  const { machine } = await openQueueAtHome();
  const steps = [
    { shows: opened, type: 'o' },
    { shows: /no browser could be started; open it yourself: https?:\/\/\S+\/\S+/, type: 'q' },
  ];
  const env = { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' };
  expect(await playTriage(machine, steps, { size, env })).toMatchObject({ stderr: '' });
});
