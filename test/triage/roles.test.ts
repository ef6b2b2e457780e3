import { expect, test } from 'vitest';
import { asciiRuler } from '../../src/output/text/width.js';
import { drawScreen } from '../../src/triage/view/screen.js';
import { setting } from '../output/fake-io.js';
import { openQueue } from '../support/run.js';
import { playScreen } from '../support/terminal/play-screen.js';
import { stateWith } from './state.js';

const size = { columns: 120, rows: 30 };

test('a customer is offered what customers may do, and nothing else', async () => {
  const world = await openQueue();
  const machine = await world.machine('lucia@casa-azul.example');
  const played = playScreen(size, [
    { shows: /live[\s\S]*CASA-13[\s\S]*umbrella/, type: 's', name: 'list' },
    { shows: /not possible here: set the status/, type: 'n' },
    { shows: /not possible here: write an internal note/, type: 'r' },
    { shows: /REPLY · PUBLIC to/, type: 'Gracias.\u0013' },
    { shows: /✓ CASA-\d+: reply sent/, type: 'S' },
    { shows: /waiting on the team[\s\S]*my tickets/, type: '\u001b', name: 'lists' },
    { shows: /\? more/, type: '?' },
    { shows: /While writing/, type: 'xq', name: 'help' },
  ]);
  const ended = await machine.run('triage', { terminal: size, player: played.player });
  expect(ended, played.stuck()).toMatchObject({ code: 0, stderr: '' });
  const keys = played.shots.get('list')?.slice(-2).join(' ') ?? '';
  expect(keys).toMatch(/r reply/);
  expect(played.shots.get('lists')?.join('\n')).not.toContain('waiting on us');
  expect(keys).toMatch(/x check/);
  expect(keys).not.toMatch(/note|assign|status|priority|tags|category|convert/);
  expect(played.shots.get('help')?.join('\n')).not.toContain('Tab next status');
});

test.each(['jose@casa-azul.example', 'zoe@lantern.example'])('%s may check off items of a ticket', async (email) => {
  const world = await openQueue();
  const machine = await world.machine(email);
  const played = playScreen(size, [
    { shows: /live[\s\S]*CASA-16/, type: '/CASA-16\r' },
    { shows: /▸ [^\n]*CASA-16[\s\S]*newest first/, type: 'x' },
    { shows: /check off/, type: '4' },
    { shows: /✓ CASA-16: /, type: 'q', name: 'done' },
  ]);
  const signal = AbortSignal.timeout(30_000);
  const ended = await machine.run('triage -s open', { terminal: size, player: played.player, signal });
  expect(ended, played.stuck()).toMatchObject({ code: 0, stderr: '' });
  expect(played.shots.get('done')?.join('\n')).toMatch(/✓ CASA-16: [^\n]*checked off/);
});

test.each([
  [undefined, 'waiting on us'],
  [true, 'waiting on the team'],
])('an empty list says whom nothing waits for (external: %s)', (isExternal, words) => {
  const state = stateWith([], { size });
  const { lines } = drawScreen(
    { ...state, words: { ...state.words, ...(isExternal && { isExternal }) } },
    { ruler: asciiRuler, setting, body: [], news: undefined },
  );
  const screen = lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
  expect(screen).toContain(` triage: ${words}  `);
  expect(screen).toMatch(new RegExp(`nothing is ${words} [\\s\\S]*\\n  press S to see another list`));
});
