import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { openQueue, owner } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { meddling } from '../../support/servers/meddling.js';
import { playScreen, type Step } from '../../support/terminal/play-screen.js';
import { until } from '../../support/until.js';

const size = { columns: 100, rows: 30 };
const first = /● live[\s\S]*CASA-8 [\s\S]*newest first/;

/** Triage at a terminal where this is seen and typed, with another connection to the server. */
async function play(steps: readonly Step[], connect: (send: Send, shots: ReadonlyMap<string, unknown>) => Send) {
  const world = await openQueue();
  const machine = await world.machine(owner);
  const played = playScreen(size, steps);
  const signal = AbortSignal.timeout(30_000);
  const send = connect(world.send, played.shots);
  const { code } = await machine.run('triage', { terminal: size, player: played.player, send, signal });
  expect(code, played.stuck()).toBe(0);
  return played.shots;
}

test('R shows in its order what it reads, not what was read before', async () => {
  const shots = await play(
    [
      { shows: first, type: 'rDone\u0013', name: 'ready' },
      { shows: /✓ CASA-8: reply sent/, type: 'R', name: 'sent' },
      { shows: /WHO +│[^\n]*\n▸ +\S+ \S CASA-9 (?![\s\S]*CASA-8 )/, type: 'q', name: 'reloaded' },
    ],
    (send, shown) =>
      meddling(send, ({ method, url }) =>
        method === 'GET' && url.pathname === '/api/v1/tickets' && shown.has('ready') && !shown.has('sent')
          ? answerJson(403, { message: 'no' })
          : undefined,
      ),
  );
  expect(shots.get('reloaded')?.join('\n')).not.toMatch(/reading|^.[*+✓]/m);
});

test('S says which list is being read, and nothing more once it is there', async () => {
  const shots = await play(
    [
      { shows: first, type: 'S' },
      { shows: /my tickets/, type: 'm' },
      { shows: /CASA-8 [\s\S]*reading my tickets …/, type: '', name: 'reading' },
      { shows: /triage: my tickets/, type: 'q', name: 'read' },
    ],
    (send, shown) => async (request) => {
      if (request.url.searchParams.get('segment') === 'mine') await until('the notice', () => shown.has('reading'));
      return await send(request);
    },
  );
  expect(shots.get('read')?.join('\n')).not.toContain('reading');
});

test.each([
  ['of which the list leaves it out', '', 'edit CASA-9 --status paused', /\*[^\n]*CASA-9 [^\n]* paused/],
  [
    'that does not have it',
    ' --segment mine',
    'edit CASA-9 --status closed --remove-assignee mara',
    /\*[^\n]*CASA-9 [^\n]* closed/,
  ],
])(
  'a row that a colleague has changed away shows its new values, in a list %s',
  async (_which, flags, change, shows) => {
    const world = await openQueue();
    const machine = await world.machine(owner);
    expect((await machine.run('tickets edit CASA-9 CASA-8 --assignee @me')).code).toBe(0);
    const wide = { columns: 140, rows: 30 };
    const played = playScreen(wide, [
      { shows: /● live[\s\S]*CASA-9 [\s\S]*newest first/, type: '', name: 'ready' },
      { shows, type: 'q', name: 'changed' },
    ]);
    const signal = AbortSignal.timeout(30_000);
    const running = machine.run(`triage${flags}`, { terminal: wide, player: played.player, signal });
    await until('the screen', () => played.shots.has('ready'));
    await world.run(`tickets ${change}`, { as: 'sean@lantern.example' });
    expect((await running).code, played.stuck()).toBe(0);
    expect(played.shots.get('changed')?.join('\n')).not.toMatch(/▸[^\n]*CASA-9/);
  },
);
