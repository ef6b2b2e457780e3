import { expect, test } from 'vitest';
import { openQueue, owner } from '../../support/run.js';
import { playScreen } from '../../support/terminal/play-screen.js';

const size = { columns: 120, rows: 30 };

test('o shows the address where no browser can be started', async () => {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const played = playScreen(size, [
    { shows: /live[\s\S]*newest first/, type: 'o' },
    { shows: /no browser could be started; open it yourself: https?:\/\/\S+\/\S+/, type: 'q' },
  ]);
  const env = { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' };
  const signal = AbortSignal.timeout(10_000);
  const ended = await machine.run('triage', { terminal: size, player: played.player, env, signal });
  expect(ended, played.stuck()).toMatchObject({ code: 0, stderr: '' });
});
