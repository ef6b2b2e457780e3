import { expect, test } from 'vitest';
import { openWorld } from '../support/run.js';
import { playScreen } from '../support/terminal/play-screen.js';

const size = { columns: 120, rows: 30 };

test('a customer is offered what customers may do, and nothing else', async () => {
  const world = await openWorld();
  const machine = await world.machine('lucia@casa-azul.example');
  const played = playScreen(size, [
    { shows: /live[\s\S]*CASA-13[\s\S]*umbrella/, type: 's', name: 'list' },
    { shows: /not possible here: set the status/, type: 'n' },
    { shows: /not possible here: write an internal note/, type: 'r' },
    { shows: /REPLY · PUBLIC to/, type: 'Gracias.\u0013' },
    { shows: /✓ CASA-\d+ replied/, type: 'q' },
  ]);
  const ended = await machine.run('triage', { terminal: size, player: played.player });
  expect(ended, played.stuck()).toMatchObject({ code: 0, stderr: '' });
  const keys = played.shots.get('list')?.slice(-2).join(' ') ?? '';
  expect(keys).toMatch(/r reply/);
  expect(keys).not.toMatch(/note|assign|status|priority|tags|category|convert|check/);
});
