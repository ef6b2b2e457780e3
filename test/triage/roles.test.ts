import { expect, test } from 'vitest';
import { openQueue } from '../support/run.js';
import { playTriage, send } from '../support/triage.js';
import { textOf } from './drawn.js';
import { stateWith } from './state.js';

const size = { columns: 120, rows: 30 };

test('a customer is offered what customers may do, and nothing else', async () => {
  const world = await openQueue();
  const machine = await world.machine('lucia@casa-azul.example');
  const { stderr, shot, shots } = await playTriage(
    machine,
    [
      { shows: /live[\s\S]*CASA-13[\s\S]*umbrella/, type: 's', name: 'list' },
      { shows: /set the status: you may not do that here/, type: 'n' },
      { shows: /write an internal note: you may not do that here/, type: 'r' },
      { shows: /REPLY · PUBLIC to/, type: `Gracias.${send}` },
      { shows: /✓ CASA-\d+: reply sent/, type: 'S' },
      { shows: /waiting on the team[\s\S]*my tickets/, type: '\u001b', name: 'lists' },
      { shows: /\? more/, type: '?' },
      { shows: /While writing/, type: '\u001b', name: 'help' },
      { shows: /\? more/, type: 'q' },
    ],
    { size },
  );
  expect(stderr).toBe('');
  const keys = shots.get('list')?.slice(-2).join(' ') ?? '';
  expect(keys).toMatch(/r reply/);
  expect(shot('lists')).not.toContain('waiting on us');
  expect(keys).toMatch(/x check/);
  expect(keys).not.toMatch(/note|assign|status|priority|tags|category|convert|macros|duplicate/);
  expect(shot('help')).not.toContain('Tab next status');
});

test.each([
  [undefined, 'waiting on us'],
  [true, 'waiting on the team'],
])('an empty list says whom nothing waits for (external: %s)', (isExternal, whom) => {
  const state = stateWith([], { size });
  const words = { ...state.words, ...(isExternal && { isExternal }) };
  const screen = textOf({ state: { ...state, words } });
  expect(screen).toContain(` triage: ${whom}  `);
  expect(screen).toMatch(new RegExp(`nothing is ${whom} [\\s\\S]*\\n  press S to see another list`));
});
