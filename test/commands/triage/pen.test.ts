import { expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import { makeGate } from '../../support/gate.js';
import { openQueueAtHome } from '../../support/run.js';
import { opened, playTriage, send } from '../../support/triage.js';

const pen = (ref: string): RegExp => new RegExp(`✎ +\\S+ .? *${ref}`);
const noPen = (ref: string): RegExp => new RegExp(`^(?![\\s\\S]*✎[^\\n]* ${ref} )[\\s\\S]*${ref} `);

test('a row has a pen from the first character until its text is sent or forgotten', async () => {
  const { machine } = await openQueueAtHome();
  await playTriage(machine, [
    { shows: opened, type: 'rWe are on' },
    { shows: pen('CASA-8'), type: '\u001b' },
    { shows: /saved as a draft/, type: 'j' },
    { shows: /▸ +\S+ \S CASA-9/, type: 'R' },
    { shows: pen('CASA-8'), type: 'k' },
    // While the list is read again, keys for another row than before are too early.
    { shows: /^(?![\s\S]*reading .* …)[\s\S]*✎ unsent reply; press r to continue/, type: 'r' },
    { shows: /> We are on/, type: ` it${send}` },
    { shows: /✓ CASA-8: reply sent/, type: '' },
    { shows: noPen('CASA-8'), type: 'nNot' },
    { shows: /✎ +\S+ .? *CASA-\d+/, type: '\u007f\u007f\u007f\u001b' },
    { shows: /^(?![\s\S]*✎)[\s\S]*\? more/, type: 'q' },
  ]);
});

test('what commands leave is marked too, also at a row that was looked for, and goes when it is deleted elsewhere', async () => {
  const { machine, world } = await openQueueAtHome();
  const { uuid } = ((await world.json('tickets view CASA-8')) as { ticket: { uuid: string } }).ticket;
  const refuse = { send: async () => await Promise.reject(new Error('no')) };
  await machine.run(`tickets note ticket:${uuid} --body Later`, refuse);
  await machine.run('tickets list');
  const forget = async (): Promise<void> => {
    const [{ id }] = JSON.parse((await machine.run('drafts list --json')).stdout) as [{ id: string }];
    expect((await machine.run(`drafts delete ${id} --yes`)).code).toBe(0);
  };
  const { words } = await playTriage(machine, [
    { shows: opened, type: 'j', name: 'opened' },
    { shows: pen('CASA-8'), before: forget, type: 'R' },
    { shows: noPen('CASA-8'), type: 'q' },
  ]);
  expect(words('opened')).toContain('CASA-8: unsent text; press n there to continue');
});

test('a row of which a command waits is marked as unsent until that is sent', async () => {
  const { machine, world } = await openQueueAtHome();
  await machine.run('tickets list');
  const away = { send: async () => await Promise.reject(new TrackerError('network', 'no server')) };
  expect((await machine.run('tickets edit CASA-9 --priority urgent --queue', away)).code).toBe(0);
  const reached = makeGate();
  const later: Send = async (request) => {
    if (request.method === 'PATCH') await reached.opened;
    return await world.send(request);
  };
  const steps = [
    { shows: /● live[\s\S]*~ +\S+ \S CASA-9/, before: async () => reached.open(), type: '' },
    { shows: /sent what was waiting: tickets edit CASA-9/, type: '' },
    { shows: /^(?![\s\S]*~)[\s\S]* CASA-9 /, type: 'q' },
  ];
  await playTriage(machine, steps, { send: later });
});

test('the head counts a text that is about to be sent as that alone', async () => {
  const { machine } = await openQueueAtHome();
  const steps = [
    { shows: opened, type: 'rOn it' },
    { shows: /✎ 1 [\s\S]*> On it/, type: send },
    { shows: /done {2}~ 1 +●[\s\S]*will be sent in \d s/, type: 'q' },
  ];
  await playTriage(machine, steps, { replyDelay: 3 });
});
