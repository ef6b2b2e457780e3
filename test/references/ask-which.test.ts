import { describe, expect, test } from 'vitest';
import { narrow, openWorld, owner } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { meddling } from '../support/servers/meddling.js';
import { allTests } from '../support/set-up.js';

const world = allTests(openWorld);
const down = '\u001b[B';

describe('a reference that is a task and a ticket', () => {
  test.each([
    'edit SCM-3 -p urgent',
    'close SCM-3',
    'reopen SCM-12 SCM-3',
    'assign SCM-3 @me',
    'checklist SCM-3 --add Call',
    'view SCM-3',
    'open SCM-3 --print',
    'attachments list SCM-3',
    'watch SCM-3 --until reply',
    'api /x/{SCM-3}',
  ])('is exit 4 before the first write in a pipe: %s', async (line) => {
    world.takeRequests();
    const ran = await world.run(line);
    expect(world.takeRequests().filter((each) => !each.startsWith('GET'))).toEqual([]);
    expect(ran).toMatchObject({ code: 4, stdout: '' });
    expect(ran.stderr).toMatch(/task:SCM-3 \(Roster view.*ticket:SCM-3 \(Tablet.*\n.*--jsonl, which have the uuid\n$/s);
  });

  test.each([
    ['the task', '\r', 'task:SCM-3'],
    ['the ticket', `${down}\r`, 'ticket:SCM-3'],
  ])('is asked about at a terminal: %s', async (_which, keys, meant) => {
    const { stdout } = await world.run('open SCM-3 --print', { ...narrow, keys: [keys] });
    expect(stdout).toContain((await world.run(`open ${meant} --print`)).stdout.trim());
    const ran = await world.run('edit SCM-12 SCM-3 -p urgent -n', { ...narrow, keys: [keys] });
    expect(ran.code).toBe(meant.startsWith('task') ? 0 : 2);
  });

  const halves = [
    ['what was searched', (path: string): boolean => path.endsWith('/search') || path.endsWith('/tickets')],
    ['the ticket', (path: string): boolean => path.includes('/tickets/')],
  ] as const;

  test.each(
    halves.flatMap(([what, fails]) =>
      ['assign SCM-3 @me', 'close SCM-3', 'view SCM-3', 'tickets view SCM-3', 'tickets reply SCM-3 -b Hello'].map(
        (line) => [what, line, fails] as const,
      ),
    ),
  )('is not taken for the task where %s cannot be read: %s', async (what, line, fails) => {
    const fresh = await world.machine(owner);
    if (what === 'the ticket') await fresh.run('tickets view SCM-3');
    const send = meddling(world.send, ({ url }) =>
      fails(url.pathname) && (url.searchParams.get('types') ?? 'ticket') === 'ticket'
        ? answerJson(422, { message: 'Try later.' })
        : undefined,
    );
    world.takeRequests();
    const ran = await fresh.run(line, { send });
    expect(world.takeRequests().filter((each) => !each.startsWith('GET'))).toEqual([]);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toContain('error: Try later.');
  });

  test('is cancelled with Ctrl-C, and nothing is sent', async () => {
    world.takeRequests();
    expect((await world.run('close SCM-3', { ...narrow, keys: ['\u0003'] })).code).toBe(130);
    expect(world.takeRequests().filter((each) => !each.startsWith('GET'))).toEqual([]);
  });

  test('is neither in rows of --jsonl, nor with the verb of a noun', async () => {
    const rows = (await world.run('tickets list --segment all --jsonl')).stdout.split('\n');
    const row = rows.find((each) => each.includes('"SCM-3"')) ?? '';
    expect((await world.run('edit - --category billing -n', { stdin: row })).code).toBe(0);
    expect((await world.run('tickets edit - --category billing -n', { stdin: 'SCM-3\n' })).code).toBe(0);
  });
});

test('a title that fits several is asked about at a terminal', async () => {
  expect((await world.run('wiki view e')).code).toBe(4);
  expect((await world.run('wiki view e', { ...narrow, keys: [`${down}\r`] })).code).toBe(0);
});
