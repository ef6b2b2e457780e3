import { expect, test } from 'vitest';
import { openWorld } from '../../support/run.js';
import { playScreen } from '../../support/terminal/play-screen.js';

const size = { columns: 120, rows: 30 };

test('the panel of a notification names the people whom only the detail of its ticket knows', async () => {
  const world = await openWorld();
  const machine = await world.machine('jose@casa-azul.example');
  const played = playScreen(size, [
    { shows: /live[\s\S]*CASA-14/, type: 'G' },
    { shows: / · [\s\S]*▸ [^\n]*CASA-14/, type: 'q', name: 'panel' },
  ]);
  const signal = AbortSignal.timeout(20_000);
  const ended = await machine.run('triage --inbox', { terminal: size, player: played.player, signal });
  expect(ended, played.stuck()).toMatchObject({ code: 0 });
  expect(played.shots.get('panel')?.join('\n')).toMatch(/Fundación Casa Azul[\s\S]*Seán O'Connor \+1 · #mail/);
});
