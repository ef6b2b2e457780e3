import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { openQueue, owner } from '../../support/run.js';
import { playTriage } from '../../support/triage.js';

test('that a new token could not be saved is said again when triage ends', async () => {
  const world = await openQueue({ rotateEvery: 4 });
  const machine = await world.machine(owner);
  const file = join(machine.folder, 'config', 'credentials.json');
  const send: Send = async (request) => {
    const reply = await world.send(request);
    if (reply.headers['set-auth-token'] !== undefined) {
      rmSync(file, { recursive: true, force: true });
      mkdirSync(file);
    }
    return reply;
  };
  const steps = [
    { shows: /live[\s\S]*CASA-8 [\s\S]*newest first[\s\S]*could not be saved/, type: 'y' },
    { shows: /copied CASA-8/, type: 'q' },
  ];
  const how = { line: 'triage -s open --sort updated', send, env: { NO_COLOR: '1' } };
  const { stderr } = await playTriage(machine, steps, how);
  expect(stderr).toMatch(
    /^warning: the server sent a new token, but it could not be saved in\s[\s\S]*sign in again\n$/,
  );
});
