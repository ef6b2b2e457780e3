import { expect, test } from 'vitest';
import { openQueue } from '../../support/run.js';
import { playScreen } from '../../support/terminal/play-screen.js';

const size = { columns: 120, rows: 30 };

test('the panel of a notification names the people whom only the detail of its ticket knows', async () => {
  const world = await openQueue();
  const machine = await world.machine('jose@casa-azul.example');
  const played = playScreen(size, [
    { shows: /live[\s\S]*CASA-14/, type: 'G' },
    { shows: / · [\s\S]*▸ [^\n]*CASA-14/, type: 'q', name: 'panel' },
  ]);
  const signal = AbortSignal.timeout(20_000);
  const ended = await machine.run('triage --inbox', { terminal: size, player: played.player, signal });
  expect(ended, played.stuck()).toMatchObject({ code: 0 });
  expect(played.shots.get('panel')?.join('\n')).toMatch(/Fundación Casa[\s\S]*Azul · Seán O'Connor \+1 · #mail/);
});

test('the head of the first session names its user once the list is there', async () => {
  const world = await openQueue();
  const machine = await world.machine('mara@lantern.example');
  const played = playScreen(size, [{ shows: /live[\s\S]*newest first/, type: 'q', name: 'first' }]);
  const signal = AbortSignal.timeout(20_000);
  const ended = await machine.run('triage', { terminal: size, player: played.player, signal });
  expect(ended, played.stuck()).toMatchObject({ code: 0 });
  expect(played.shots.get('first')?.[0]).toMatch(/ mara@work /);
});

test('the help says how much of it follows, and a key back acts at once after too many down', async () => {
  const world = await openQueue();
  const machine = await world.machine('jose@casa-azul.example');
  const small = { columns: 80, rows: 24 };
  const played = playScreen(small, [
    { shows: /live[\s\S]*newest first/, type: '?' },
    { shows: /Decide[\s\S]* more ↓ *\n/, type: 'j'.repeat(70) },
    { shows: /skipped until you reload *\n─/, type: 'k' },
    { shows: / more ↓ *\n─/, type: 'xq', name: 'back' },
  ]);
  const signal = AbortSignal.timeout(20_000);
  const ended = await machine.run('triage --inbox', { terminal: small, player: played.player, signal });
  expect(ended, played.stuck()).toMatchObject({ code: 0 });
  expect(played.shots.get('back')?.join('\n')).toContain('2 more ↓');
});
