import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { processSpace } from '../../../../src/disk/processes.js';
import { realProcesses } from '../../../disk/real-processes.js';
import { makeHome } from '../../../support/computer/home.js';
import { interrupt, interrupted } from '../../../support/computer/interrupt.js';
import { type Started, start } from '../../../support/computer/program.js';
import { onBusy } from '../../../support/on-busy.js';
import { ann, startServiceFor } from '../../../support/sandbox/service.js';
import { json } from '../../../support/servers/misbehaving-server.js';
import { eachTest } from '../../../support/set-up.js';
import { until } from '../../../support/until.js';
import { credentialsFile, storedToken } from '../helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'work']));

const lockFile = (): string => `${credentialsFile(home)}.lock`;
const locks = (): readonly string[] => home.listing().filter((line) => /lock|tmp/.test(line));

/** A living owner of the lock, which never touches it. */
function startOwner(): Started {
  const owner = start(home, ['sleep', '60']);
  const space = processSpace(process.pid).name;
  writeFileSync(lockFile(), `${owner.id} ${realProcesses.startedAt(owner.id)} ${space} 1\n`);
  return owner;
}

/** Starts a command that has received a new token and waits for the lock to store it. */
async function startStoring(): Promise<{ readonly owner: Started; readonly command: Started; readonly old: string }> {
  const old = service.token();
  const owner = startOwner();
  const asked = service.requests.length;
  service.on('GET /api/v1/me', service.rotating(json({ user: ann })));
  const command = start(home, ['tracker', 'whoami']);
  await service.received(asked + 1);
  await until('the answer', () => (service.token() === old ? undefined : true));
  // Time to read the answer: nothing outside tells when that is done.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { owner, command, old };
}

test('R16: a token that waits for the lock of another process outlasts Ctrl-C', async () => {
  const { owner, command, old } = await startStoring();
  command.kill('SIGINT');
  // Longer than an interrupted command may tidy up.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(storedToken(home, 'work')).toBe(old);
  const left = performance.now();
  owner.kill('SIGKILL');
  expect(await command.ended).toEqual(interrupted);
  expect(performance.now() - left).toBeLessThan(onBusy(1_500));
  expect(storedToken(home, 'work')).toBe(service.token());
  expect(locks()).toEqual([]);
});

test('R16: the lock of a process that was stopped is taken over in time for that', async () => {
  const { owner, command } = await startStoring();
  owner.kill('SIGSTOP');
  command.kill('SIGTERM');
  expect((await command.ended).code).toBe(143);
  expect(storedToken(home, 'work')).toBe(service.token());
  owner.kill('SIGKILL');
  await owner.ended;
});

test('R49: a second Ctrl-C ends it at once, but not one that comes together with the first', async () => {
  const { owner, command } = await startStoring();
  command.kill('SIGINT');
  command.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(home.processes()).toContain(command.id);
  expect((await interrupt(command)).code).toBe(130);
  owner.kill('SIGKILL');
  await owner.ended;
});
