import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { textBelow } from '../support/computer/files.js';
import { makeHome } from '../support/computer/home.js';
import { shell, start } from '../support/computer/program.js';
import { runHere } from '../support/run-here.js';
import { startMeddledService } from '../support/servers/meddled-service.js';
import { drop, silence } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';

/** Of SCM-12, and of SCM-13. */
const path = '/tasks/c6661e83-b7b8-487a-ac7d-31555564f8ed';
const otherPath = '/tasks/b6e53ea6-5f03-4c39-9189-96b48da39c90';

const home = eachTest(makeHome);
const service = eachTest(startMeddledService);
const run = async (words: string) => await runHere(home, words, { env: { ...service.env, NO_COLOR: '1' } });
const priority = async (ref = 'SCM-12'): Promise<string> =>
  (await run(`tasks view ${ref} --jq .task.priority`)).stdout.trim();

/** Starts a command whose change of SCM-12 is not answered, and kills it once `isSent` resolves. */
const kill = async (words: string, isSent: (before: number) => Promise<void>): Promise<void> => {
  service.on(`PATCH /api/v1${path}`, silence);
  const before = service.requests.length;
  const running = start(home, ['tracker', ...words.split(' ')], { env: service.env });
  await isSent(before);
  running.kill('SIGKILL');
  await running.ended;
  service.forget(`PATCH /api/v1${path}`);
};

describe('R83: kill -9 in the middle of a write', () => {
  beforeEach(async () => {
    expect(await run('tasks edit SCM-12 -p low')).toMatchObject({ code: 0 });
    await kill('tasks edit SCM-12 -p urgent', async (before) => await service.received(before + 2));
  });

  test('R83: what arrived is put back', async () => {
    // Not noted in the ledger, like a write whose sender did not live to see the answer.
    expect(await run(`api -X PATCH ${path} -f priority=urgent -y`)).toMatchObject({ code: 0 });
    expect(await run('undo')).toMatchObject({ code: 0, stderr: 'SCM-12: priority urgent → low\n' });
    expect(await priority()).toBe('low');
  });

  test('R83: what did not arrive is left alone, and earlier changes can still be undone', async () => {
    const passed = 'warning: change 2 (tasks edit) is skipped: SCM-12 is already as it was before\n';
    expect(await run('undo')).toMatchObject({ code: 0, stderr: `${passed}SCM-12: priority low → high\n` });
  });

  test('R83: what was killed is one step, and redo does it again', async () => {
    expect(await run(`api -X PATCH ${path} -f priority=urgent -y`)).toMatchObject({ code: 0 });
    expect(await run('undo --list --fields number,state')).toMatchObject({ stdout: '2\tdoubtful\n1\tdone\n' });
    await run('undo');
    await run('undo');
    expect(await priority()).toBe('high');
    await run('redo');
    expect(await run('redo')).toMatchObject({ code: 0, stderr: 'SCM-12: priority low → urgent\n' });
  });
});

test('R83: kill -9 in the middle of an undo: the next one puts back the rest of a bulk, and nothing twice', async () => {
  const patience = { timeout: 20_000 };
  const written = (from: number): number =>
    service.requests.slice(from).filter(({ method }) => method === 'PATCH').length;
  await run('tasks edit SCM-12 SCM-13 -p low');
  await run('tasks edit SCM-12 SCM-13 -p urgent');
  await kill('undo', async (before) => {
    await expect.poll(() => written(before), patience).toBe(2);
    await expect.poll(async () => await service.body(otherPath), patience).toMatchObject({ task: { priority: 'low' } });
  });
  // Somebody else now wants what we wrote: that is not ours to put back.
  await run(`api -X PATCH ${otherPath} -f priority=urgent`);
  expect(await run('undo')).toMatchObject({ code: 0, stderr: 'SCM-12: priority urgent → low\n' });
  expect([await priority(), await priority('SCM-13')]).toEqual(['low', 'urgent']);
});

test('R83: kill -9 while tickets are put off: each that was stays so, and is taken back', async () => {
  const { stdout: uuid } = await run('tickets view CASA-10 --jq .ticket.uuid');
  service.on(`GET /api/v1/tickets/${uuid.trim()}`, silence);
  const running = start(home, ['tracker', 'snooze', 'CASA-9', 'CASA-10', '1h'], { env: service.env });
  const snoozed = async (): Promise<string> => (await run('tickets list --snoozed -q')).stdout;
  await expect.poll(snoozed, { timeout: 20_000 }).toBe('CASA-9\n');
  running.kill('SIGKILL');
  await running.ended;
  expect(await snoozed()).toBe('CASA-9\n');
  expect(await run('undo')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^CASA-9: no longer put off\.?\n$/),
  });
  expect(await snoozed()).toBe('');
});

describe('R93: kill -9 in the middle of a command leaves it in doubt, and what follows stays behind it', () => {
  const drafts = async () => JSON.parse((await run('drafts --json=ref,command,targets,state')).stdout);
  const sent = async (before: number): Promise<void> =>
    await expect
      .poll(() => service.requests.slice(before).some(({ method }) => method === 'PATCH'), { timeout: 20_000 })
      .toBe(true);
  const inDoubt = async (command: string, targets: readonly string[]): Promise<string> => {
    const [first, ...others] = await drafts();
    expect([first, others]).toMatchObject([{ command, targets, state: 'doubtful' }, []]);
    expect(await run('tasks edit SCM-12 -p medium')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(first.ref),
    });
    return first.ref;
  };

  test.each([
    ['tasks edit SCM-12 -p urgent', 'tasks edit', ['SCM-12']],
    ['assign SCM-12 zoe', 'assign', ['SCM-12', 'zoe']],
    ['tasks comment SCM-12 -b Hello -s done', 'tasks edit', ['SCM-12']],
    [`api -X PATCH ${path} -f priority=urgent`, 'api', [path]],
  ])('R93: %s', async (words, command, targets) => {
    await kill(words, sent);
    const number = await inDoubt(command, targets);
    expect(await run(`drafts send ${number} -y`)).toMatchObject({ code: 0 });
    expect(await drafts()).toEqual([]);
    expect(await run('tasks edit SCM-12 -p medium')).toMatchObject({ code: 0 });
  });

  test.each(['undo', 'undo 1'])('R93: %s settles what did not arrive, with nothing else to undo', async (undo) => {
    await kill('tasks edit SCM-12 -p urgent', sent);
    await inDoubt('tasks edit', ['SCM-12']);
    expect(await run(undo)).toMatchObject({ code: 0, stderr: 'SCM-12 is already as it was before.\n' });
    expect(await drafts()).toEqual([]);
    expect(await run('tasks edit SCM-12 -p medium')).toMatchObject({ code: 0 });
  });

  test('R93: typing it again settles it at once', async () => {
    await kill('tasks edit SCM-12 -p urgent', sent);
    expect(await run('tasks edit SCM-12 -p urgent')).toMatchObject({ code: 0 });
    expect(await drafts()).toEqual([]);
  });

  test('R93: so does kill -9 in the middle of sending it again: no other command sends it', async () => {
    await kill('tasks edit SCM-12 -p urgent', sent);
    await kill(`drafts send ${await inDoubt('tasks edit', ['SCM-12'])}`, sent);
    expect(await run('drafts send --waiting')).toMatchObject({ code: 8 });
    await inDoubt('tasks edit', ['SCM-12']);
    expect(await priority()).toBe('high');
  });

  test('R93: a bulk: what has arrived of it is not in doubt', async () => {
    await kill('tasks edit SCM-12 SCM-13 -p urgent', async (before) => {
      await sent(before);
      // Not when the server has it: that is a moment earlier.
      const noted = `"arrived":"${otherPath.slice('/tasks/'.length)}"`;
      const ledger = join(home.folder, '.local/state/tracker/ledger');
      await expect.poll(() => textBelow(ledger), { timeout: 20_000 }).toContain(noted);
    });
    await inDoubt('tasks edit', ['SCM-12']);
    // It is no draft for what has arrived.
    expect(await run('tasks edit SCM-13 -p low')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('undo 1')).toMatchObject({ code: 0 });
  });

  test.each(['', '--json'])('R93: an answer is lost, and the reader of the results has gone: %s', async (format) => {
    service.on(`PATCH /api/v1${path}`, drop);
    const line = `{ tracker tasks edit SCM-12 SCM-13 -p urgent ${format}; echo "code $?" >&2; } | true`;
    expect((await shell(home, line, { env: service.env })).stderr).toMatch(/code 8\n$/);
    service.forget(`PATCH /api/v1${path}`);
    await inDoubt('tasks edit', ['SCM-12']);
  });

  test('R93: an undo', async () => {
    await run('tasks edit SCM-12 -p low');
    await kill('undo', sent);
    const number = await inDoubt('undo', ['1']);
    expect(await run(`drafts send ${number} -y`)).toMatchObject({ code: 0 });
    expect([await priority(), await drafts()]).toEqual(['high', []]);
  });
});
