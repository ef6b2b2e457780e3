import { expect, test } from 'vitest';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { onBusy } from '../../support/on-busy.js';
import { openWorld, owner, printed, refused, usualNow } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { changingJson } from '../../support/servers/meddling.js';
import { eachTest } from '../../support/set-up.js';

const line = '38 unread, 22 tasks, 4 overdue, 12 tickets\n';

let clock = usualNow;
const world = eachTest(() => {
  clock = new Date(usualNow);
  return openWorld({ now: clock });
});
const machine = eachTest(() => world.machine(owner));

const pass = (milliseconds: number): void => void clock.setTime(clock.getTime() + milliseconds);
const offline: Send = async ({ url }) => {
  throw new NetworkFailure(`cannot reach ${url.host}: no such host`, true, { isLasting: true });
};

test('three requests go out, and none for the next minute', async () => {
  expect(await machine.run('status --short')).toEqual(printed(line));
  expect([...world.takeRequests()].sort()).toEqual([
    'GET /api/v1/inbox/badge',
    'GET /api/v1/tasks?scope=mine',
    'GET /api/v1/tickets?segment=mine',
  ]);
  pass(59_000);
  expect(await machine.run('status --short')).toEqual(printed(line));
  expect(world.takeRequests()).toEqual([]);
  pass(2_000);
  expect(await machine.run('status --short')).toEqual(printed(line));
  expect(world.takeRequests()).toHaveLength(3);
  pass(-62_000);
  expect(await machine.run('status --short')).toEqual(printed(line));
  expect(world.takeRequests()).toHaveLength(3);
});

test('status refreshes it', async () => {
  await machine.run('status');
  world.takeRequests();
  expect(await machine.run('status --short')).toEqual(printed(line));
  expect(world.takeRequests()).toEqual([]);
});

test('without a server, or without a sign-in, it is silent', async () => {
  expect(await machine.run('status --short', { send: offline })).toEqual(printed(''));
  expect(await world.run('status --short', { signedIn: false })).toEqual(printed(''));
  await machine.run('status --short');
  pass(61_000);
  expect(await machine.run('status --short', { send: offline })).toEqual(printed(''));
  expect((await machine.run('status --short --offline', { send: offline })).stdout).toBe(line);
});

test('nothing is kept for the next prompt where nothing may be kept', async () => {
  await machine.run('config set memory off');
  for (let prompt = 0; prompt < 2; prompt++) {
    world.takeRequests();
    expect(await machine.run('status --short')).toEqual(printed(line));
    expect(world.takeRequests()).toHaveLength(3);
  }
});

test('status --since shows what has changed, finished work too', async () => {
  const wire = await openWorld({ shape: 'wire' });
  const tasks = (await wire.json('tasks --state all --since 2d')) as { ref: string }[];
  const tickets = (await wire.json('tickets --state all --since 2d')) as { ref: string }[];
  const status = (await wire.json('status --since 2d')) as Record<string, { ref: string }[]>;
  expect(status.tasks?.map(({ ref }) => ref)).toEqual(tasks.map(({ ref }) => ref));
  expect(status.tickets?.map(({ ref }) => ref)).toEqual(tickets.map(({ ref }) => ref));
  expect((await wire.run('status --since 2d')).stdout).toContain(
    `tasks\t${tasks.length}\ntickets\t${tickets.length}\n`,
  );
  const { stdout } = await wire.run('status --since 2d', { terminal: { columns: 80 }, env: { NO_COLOR: '1' } });
  expect(stdout).toContain(`Tasks    ${tasks.length} changed\n`);
  const arrived = (await wire.json('inbox --since 2d')) as readonly unknown[];
  expect(status.new).toBe(arrived.length);
  expect(stdout).toContain(`Inbox    ${arrived.length} new, ${status.unread} unread\n`);
  expect(await wire.run('status --since soon')).toMatchObject({ code: 2 });
  expect(await wire.run('status --short --since 2d')).toEqual(
    refused(2, '--short and --since cannot be used together'),
  );
});

test('a list without the times of changes fails alone', async () => {
  const spec = await openWorld({ shape: 'spec' });
  const timeless = (body: unknown): unknown => JSON.parse(JSON.stringify(body).replaceAll('"updated":', '"odd":'));
  const { code, stdout } = await spec.run('status --since 2d', { send: changingJson(spec.send, timeless) });
  expect(code).toBe(8);
  expect(stdout).toMatch(/^tasks\t$/m);
  expect(stdout).toMatch(/^tickets\t\d+$/m);
});

test('nothing is shown after a sign-out, nor the line of another account of the same server', async () => {
  const both = await openWorld();
  const mine = await both.machine(owner);
  expect(await mine.run('status --short')).toEqual(printed(line));
  const theirs = { name: 'theirs', url: both.url, userId: 'theo', userName: 'Theo' };
  await mine.vault.signIn(theirs, both.sandbox.signIn('theo@quill-and-moss.example'), { makeDefault: true });
  expect((await mine.run('status --short')).stdout).not.toBe(line);
  await mine.run('-I work status --short');
  await mine.run('-I work logout');
  expect(await mine.run('-I work status --short')).toEqual(printed(''));
});

test('a refused token is not waited for', async () => {
  const started = performance.now();
  const send: Send = async () => answerJson(401, { message: 'no' });
  expect(await machine.run('status --short', { send })).toEqual(printed(''));
  expect(performance.now() - started).toBeLessThan(onBusy(1_000));
});
