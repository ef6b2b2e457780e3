import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { narrow, openWorld, owner } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

const away: Send = async () => {
  throw new TrackerError('network', 'the server cannot be reached');
};

/** A connection that breaks after a write was sent, which the server has taken or not. */
const losing =
  (isTaken: boolean, wanted = /./): Send =>
  async (request) => {
    if (request.method === 'GET' || !wanted.test(request.url.pathname)) return await world.send(request);
    if (isTaken) await world.send(request);
    throw new NetworkFailure('reset', false);
  };

const run = async (line: string, send?: Send) => await machine.run(line, { ...(send && { send }) });
const priority = async (ref = 'SCM-12') => (await run(`view ${ref} --jq .task.priority`)).stdout.trim();
const drafts = async () => JSON.parse((await run('drafts --json=ref,command,targets,state')).stdout);

const scm12 = 'c6661e83-b7b8-487a-ac7d-31555564f8ed';

const said = 'other commands for SCM-12 wait until this is settled; it is kept as draft 1\n';

describe('R93: a command whose answer was lost', () => {
  test('that was queued is not sent over what somebody has set since', async () => {
    await run('view SCM-12');
    await run('tasks edit SCM-12 -p urgent --queue', away);
    expect(await run('drafts send --waiting', losing(true))).toMatchObject({ code: 8 });
    expect(await drafts()).toMatchObject([{ command: 'tasks edit', state: 'doubtful' }]);
    await world.run('tasks edit SCM-12 -p low', { as: 'priya@lantern.example' });
    expect(await run('drafts send --waiting')).toMatchObject({ code: 8 });
    expect(await priority()).toBe('low');
  });

  test.each([
    'tasks edit SCM-12 -p low',
    'done SCM-12',
    'assign SCM-12 zoe',
    'tasks checklist SCM-12 --add Rope',
    'tasks time SCM-12 5m',
    'tasks delete SCM-12 -y',
  ])('may have been done, and what follows stays behind it: %s', async (line) => {
    const ran = await run(line, losing(false));
    expect(ran).toMatchObject({ code: 8, stderr: expect.stringContaining('it may or may not have been applied') });
    expect(await drafts()).toMatchObject([{ state: 'doubtful', targets: expect.arrayContaining(['SCM-12']) }]);
    const [{ ref }] = await drafts();
    const next = await run('comment SCM-12 x');
    expect(next).toMatchObject({ code: 6, stderr: expect.stringContaining(`draft ${ref} (`) });
    expect(await run('comment SCM-13 x')).toMatchObject({ code: 0 });
    expect(await run(`drafts send ${ref} -y`)).toMatchObject({ code: 0 });
    expect(await drafts()).toEqual([expect.objectContaining({ command: 'tasks comment', state: 'unsent' })]);
  });

  test('is settled by typing it again, without a question, where that does no harm', async () => {
    await run('tasks edit SCM-12,SCM-13 -p urgent', losing(false));
    expect(await run('tasks edit SCM-12 -p medium')).toMatchObject({ code: 6 });
    expect(await run('tasks edit SCM-12 -p urgent', away)).toMatchObject({ code: 7 });
    expect(await run('tasks edit SCM-12 -p urgent')).toMatchObject({ code: 0 });
    expect(await drafts()).toMatchObject([{ targets: ['SCM-13'] }]);
    await run('tasks edit SCM-13 -p urgent', losing(false));
    expect(await drafts()).toMatchObject([{ targets: ['SCM-13'] }]);
    expect(await run('tasks edit SCM-13 -p urgent')).toMatchObject({ code: 0 });
    expect(await drafts()).toEqual([]);
  });

  test('is nothing of the kind where it was refused, nor of what was only read', async () => {
    expect(await run('tasks edit SCM-12 -p low', away)).toMatchObject({ code: 7 });
    expect(await run('tasks edit SCM-12 -p nonsense -y')).not.toMatchObject({ code: 0 });
    expect(await drafts()).toEqual([]);
  });

  test.each([false, true])('can be undone, also once it was said to have arrived (%s)', async (isSaid) => {
    await run('tasks edit SCM-12 -p low', losing(true));
    const [{ ref }] = await drafts();
    if (isSaid) expect(await run(`drafts delete ${ref} -y`)).toMatchObject({ code: 0 });
    expect(await run('undo')).toMatchObject({ code: 0 });
    expect([await priority(), await drafts()]).toEqual(['high', []]);
    expect(await run('redo')).toMatchObject({ code: 0 });
    expect(await priority()).toBe('low');
  });

  test('is in doubt no longer once undo has found nothing of it', async () => {
    await run('tasks edit SCM-12 -p urgent');
    await run('tasks edit SCM-12 -p low', losing(false));
    expect(await run('undo')).toMatchObject({ code: 0, stderr: expect.stringContaining('is skipped') });
    expect([await priority(), await drafts()]).toEqual(['high', []]);
  });

  test.each(['tickets reply CASA-8 -b Hello -s closed', 'tasks comment SCM-12 -b Hello -s done'])(
    'of which the text has arrived: the status is in doubt, and what follows stays behind it: %s',
    async (line) => {
      const [noun, , ref, , , , status] = line.split(' ');
      expect(await run(line, losing(false, /^\/api\/v1\/\w+\/[^/]+$/))).toMatchObject({ code: 8 });
      expect(await drafts()).toMatchObject([
        { command: expect.stringMatching(/^t\w+ edit$/), targets: [ref], state: 'doubtful' },
      ]);
      expect(await run(`${noun} edit ${ref} -s in_progress`)).toMatchObject({ code: 6 });
      expect(await run(`${noun} edit ${ref} -s ${status}`)).toMatchObject({ code: 0 });
      expect(await drafts()).toEqual([]);
    },
  );

  test('of which the text has arrived: typing the status again settles it at once', async () => {
    const ran = await run('tasks comment SCM-12 -b Hello -s done', losing(false, /^\/api\/v1\/\w+\/[^/]+$/));
    expect(ran.stderr).toContain(said.replace(/1\n/, '2\n'));
    expect(ran.stderr).toContain('if not: tracker drafts send 2\n');
    expect(await run('tasks edit SCM-12 -s done')).toMatchObject({ code: 0 });
    expect(await drafts()).toEqual([]);
  });

  test('is still in doubt where it could not be sent again, and does not wait', async () => {
    await run('tickets reply BERG-9 -b Hello', losing(false));
    const [{ ref }] = await drafts();
    const again = await run(`tickets reply BERG-9 --from-draft ${ref} --queue`, away);
    expect(again).toMatchObject({ code: 7, stderr: expect.stringContaining('check whether it has arrived; if not: ') });
    expect(await drafts()).toMatchObject([{ state: 'doubtful' }]);
  });

  test('leaves nothing in the ledger where it is a dry run', async () => {
    expect(await run('tasks comment SCM-12 -b Hello -s done -n')).toMatchObject({ code: 0 });
    expect(existsSync(join(machine.folder, 'state', 'ledger'))).toBe(false);
  });

  test.each([
    ['/tasks/{@}', losing(false), ''],
    ['/tasks/{@}', away, ' --queue'],
    ['/search?q={@}', away, ' --queue'],
    ['/search?q={task:SCM-12}', away, ' --queue'],
  ])('that is a request to %s is kept with what that stood for', async (path, send, more) => {
    await machine.run('view SCM-12', narrow);
    await machine.run(`api -X PATCH ${path} -f priority=low${more}`, { ...narrow, send });
    expect(await drafts()).toMatchObject([{ command: 'api', targets: [path.replace(/\{.*/, scm12)] }]);
  });

  test("may be a request of one's own (api), which stays behind what comes first, too", async () => {
    const line = 'api -X PATCH /tasks/{SCM-12} -f priority=low';
    expect(await run(line, losing(false))).toMatchObject({ code: 8, stderr: expect.stringContaining(said) });
    expect(await drafts()).toMatchObject([{ command: 'api', state: 'doubtful' }]);
    expect(await run('comment SCM-12 x')).toMatchObject({ code: 6, stderr: expect.stringContaining('(api ') });
    expect(await run('api -X PATCH /tasks/{SCM-12} -f priority=urgent')).toMatchObject({ code: 6 });
    expect(await run('api /tasks/{SCM-12}')).toMatchObject({ code: 0 });
    const { ref } = (await drafts()).at(-1);
    expect(await run(`drafts send ${ref} -y`)).toMatchObject({ code: 0 });
    expect(await priority()).toBe('low');
  });
});

describe('R93: an undo whose answer was lost', () => {
  const changed = async (): Promise<void> => {
    await run('tasks edit SCM-13 -p urgent');
    await run('tasks edit SCM-12 -p low');
  };

  test.each([
    [true, 'undo'],
    [false, 'undo'],
    [true, 'undo 2'],
    [true, 'drafts send 3'],
    [false, 'drafts send 3'],
  ])('may have been done (%s), holds what follows, and is finished by %s', async (isTaken, line) => {
    await changed();
    const ran = await run('undo', losing(isTaken));
    expect(ran).toMatchObject({ code: 8, stderr: expect.stringContaining('may or may not') });
    expect(await drafts()).toMatchObject([{ ref: '3', command: 'undo', targets: ['2'], state: 'doubtful' }]);
    expect(await run('done SCM-12')).toMatchObject({ code: 6, stderr: expect.stringContaining('draft 3 (undo 2)') });
    expect(await run('undo', away)).toMatchObject({ code: 7 });
    expect(await run(line)).toMatchObject({ code: 0 });
    expect(await drafts()).toEqual([]);
    expect([await priority(), await priority('SCM-13')]).toEqual(['high', 'urgent']);
    expect(await run('redo', losing(isTaken))).toMatchObject({ code: 8 });
    expect(await run('redo')).toMatchObject({ code: 0 });
    expect([await priority(), await drafts()]).toEqual(['low', []]);
  });

  test('stays behind what comes first, as a redo and a message in a chat do', async () => {
    await changed();
    await run('comment SCM-12 x --queue', away);
    expect(await run('undo 2')).toMatchObject({ code: 6, stderr: expect.stringContaining('draft 3 (') });
    expect(await run('undo 2 -y')).toMatchObject({ code: 0 });
    expect(await run('redo 2')).toMatchObject({ code: 6 });
    await run('chat reply "Lunch on Friday" One --queue', away);
    const ran = await run('chat reply "Lunch on Friday" Two');
    expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining('comes first') });
  });
});

test('hints name the account that was chosen', async () => {
  const name = (JSON.parse((await run('instances list --json=name')).stdout) as { name: string }[])[0]?.name ?? '';
  const ran = await run(`-I ${name} done SCM-12`, losing(false));
  expect(ran.stderr).toMatch(new RegExp(`tracker -I ${name} drafts delete \\d`));
  expect((await run(`-I ${name} drafts send --waiting`)).stderr).toMatch(
    new RegExp(`if not: tracker -I ${name} drafts send \\d`),
  );
  expect((await run(`-I ${name} redo 9`)).stderr).toContain(`tracker -I ${name} undo --list`);
});
