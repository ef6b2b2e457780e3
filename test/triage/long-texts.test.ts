import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { openQueueAtHome } from '../support/run.js';
import { withTexts } from '../support/servers/meddled-texts.js';
import { opened, playTriage } from '../support/triage.js';

/** The list that triage remembers, in this folder. */
function remembered(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return readFileSync(join(folder, names.find((each) => each.endsWith('triage.json')) ?? ''), 'utf8');
}

test('(true.42) of a long title, triage keeps no more than can be seen', async () => {
  const { world, machine } = await openQueueAtHome();
  const long = withTexts(world.send, (text, index) => (index % 5 === 0 ? text.padEnd(100_000, '👨‍👩‍👧‍👦') : text));
  const send: Send = async (request) => await (request.url.pathname.endsWith('/events') ? world.send : long)(request);
  const steps = [
    { shows: opened, type: 'jf' },
    { shows: /find: /, type: 'print\r' },
    { shows: /found: /, type: '\r' },
    { shows: /\? more/, type: 'q' },
  ];
  await playTriage(machine, steps, { send });
  expect(remembered(machine.folder)).toContain('CASA-8');
  expect(remembered(machine.folder).length).toBeLessThan(200_000);
});
