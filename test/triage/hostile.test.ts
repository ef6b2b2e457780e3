import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openQueue, owner } from '../support/run.js';
import { cellsOf } from '../support/terminal/cells.js';
import { playScreen, type Step } from '../support/terminal/play-screen.js';

const size = { columns: 100, rows: 30 };

const steps: readonly Step[] = [
  { shows: /live[\s\S]*CASA-8 [\s\S]*newest first/, type: 'a', name: 'list' },
  { shows: /assign CASA-8 to:/, type: '\u001b', name: 'people' },
  { shows: /\? more/, type: 't' },
  { shows: /tags of CASA-8:/, type: '\u001b', name: 'tags' },
  { shows: /\? more/, type: 'jjjjjjJJ' },
  { shows: /▸.*SCM-5|▸.*BERG-16|▸.*SCM-7/, type: 'r', name: 'other' },
  { shows: /PUBLIC to/, type: '\u001b[200~pasted \u001b[31m\u202e\u0007 text\u001b[201~' },
  // No key counts right after a paste.
  { shows: /pasted/, type: '\u0015\u001b', name: 'pasted', before: () => pause(200) },
  { shows: /\? more/, type: 'sp' },
  { shows: /paused|conflict|1 done/, type: 'q', name: 'decided' },
];

/** The only escape sequences that the screen is made of. */
const ours = /\u001b\[(?:\d*(?:;\d+)*[HJKm]|\?\d+[hl])/g;

test('hostile text in every field moves nothing, and every line keeps its place', async () => {
  const world = await openQueue({ hostileText: true });
  const machine = await world.machine(owner);
  const played = playScreen(size, steps);
  const ended = await machine.run('triage', { terminal: size, player: played.player, env: { TERM: 'xterm' } });
  expect(ended, played.stuck()).toMatchObject({ code: 0 });
  const rest = played.written().replace(ours, '');
  expect(rest).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  for (const [name, lines] of played.shots) {
    expect(lines.filter((line) => cellsOf(line) > size.columns)).toEqual([]);
    const below = lines.findIndex((line, at) => at > 2 && line.startsWith('────'));
    const edges = lines.slice(2, below).map((line) => cellsOf(line.split('│')[0] ?? ''));
    expect([name, new Set(edges).size]).toEqual([name, 1]);
  }
});
