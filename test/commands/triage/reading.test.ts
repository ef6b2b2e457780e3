import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { makeGate } from '../../support/gate.js';
import { openQueue, openQueueAtHome, owner } from '../../support/run.js';
import { opened, playTriage } from '../../support/triage.js';

test('S says which list is being read, and nothing more once it is there', async () => {
  const world = await openQueue();
  const seen = makeGate();
  const connection: Send = async (request) => {
    if (request.url.searchParams.get('segment') === 'mine') await seen.opened;
    return await world.send(request);
  };
  const steps = [
    { shows: opened, type: 'S' },
    { shows: /my tickets/, type: 'm' },
    { shows: /CASA-8 [\s\S]*reading my tickets …/, before: seen.open, type: '' },
    { shows: /triage: my tickets/, type: 'q', name: 'read' },
  ];
  const { shot } = await playTriage(await world.machine(owner), steps, { send: connection });
  expect(shot('read')).not.toContain('reading');
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
    const { world, machine } = await openQueueAtHome();
    expect((await machine.run('tickets edit CASA-9 CASA-8 --assignee @me')).code).toBe(0);
    const size = { columns: 140, rows: 30 };
    const edit = async () => await world.run(`tickets ${change}`, { as: 'sean@lantern.example' });
    const steps = [
      { shows: /● live[\s\S]*CASA-9 [\s\S]*newest first/, before: edit, type: '' },
      { shows, type: 'q', name: 'changed' },
    ];
    const { shot } = await playTriage(machine, steps, { line: `triage${flags}`, size });
    expect(shot('changed')).not.toMatch(/▸[^\n]*CASA-9/);
  },
);
