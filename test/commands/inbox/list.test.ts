import { describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { allShapes, narrow, openWorld, printed, refused, type TestWorld } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { playTriage } from '../../support/triage.js';

allShapes('inbox list, %s shape', (world) => {
  const count = async (flags: string): Promise<number> =>
    (await world.run(`inbox ${flags} -q`)).stdout.split('\n').length - 1;

  test('30 unless more are wanted, and the terminal says so', async () => {
    const shown = await world.run('inbox', narrow);
    expect(shown.stdout.split('\n')).toHaveLength(32);
    expect(shown.stderr).toBe('No room for KIND.\nShowing the newest 30; use -L or --all for more.\n');
    expect((await world.run('inbox')).stderr).toBe('');
    expect((await world.run('inbox --json', narrow)).stderr).toBe('');
    expect(await count('')).toBe(30);
  });

  test('all of them are read page by page', async () => {
    const { n } = world.sandbox.world.db.get<{ n: number }>(
      "SELECT count(*) AS n FROM inbox JOIN users ON users.id = user_id WHERE email = 'mara@lantern.example'",
    ) ?? { n: 0 };
    world.takeRequests();
    expect(await count('--all')).toBe(n);
    expect(n).toBeGreaterThan(100);
    const [first, second] = world.takeRequests();
    expect(first).toBe('GET /api/v1/inbox?limit=100');
    expect(second).toMatch(/^GET \/api\/v1\/inbox\?limit=100&cursor=2026-/);
    expect(await count('-L 120')).toBe(Math.min(n, 120));
    expect(await count(`-L ${n + 5}`)).toBe(n);
  });

  test('as lines it is printed as it arrives, and what arrived stays when the rest does not', async () => {
    const send: TestWorld['send'] = async (request) => {
      if (!request.url.searchParams.has('cursor')) return await world.send(request);
      return { ...(await world.send(request)), status: 400 };
    };
    const lines = await world.run('inbox --all --jsonl', { send });
    expect({ code: lines.code, rows: lines.stdout.split('\n').length - 1 }).toEqual({ code: 1, rows: 100 });
    expect(await world.run('inbox --all --json', { send })).toMatchObject({ code: 1, stdout: '' });
    const whole = (await world.run('inbox --all --jsonl')).stdout;
    expect(`[${whole.trim().split('\n').join(',')}]\n`).toBe((await world.run('inbox --all --json')).stdout);
  });

  test('only unread ones', async () => {
    expect(await count('-u --all')).toBe(38);
    const rows = (await world.json('inbox -u')) as { readAt: unknown }[];
    expect(rows).toHaveLength(30);
    expect(rows.every(({ readAt }) => readAt === null)).toBe(true);
  });

  test('--all with a limit is refused', async () => {
    expect(await world.run('inbox --all -L 3')).toEqual(refused(2, '--all and --limit cannot be used together'));
  });
});

test('a title without a reference is shown with that of its address', async () => {
  const world = await openWorld();
  const machine = await world.machine('mara@lantern.example');
  const { stdout: json } = await machine.run('tickets --segment all -L 1 --json');
  const [ticket] = JSON.parse(json) as { ref: string; uuid: string }[];
  const item = (title: string, url: string, entityType = 'task') => ({ id: `n-${url}`, title, url, entityType });
  const items = [
    item('was assigned to you', '/tasks?task=scm-12'),
    item('Ferries: a reply', `/tickets/${ticket?.uuid}`, 'ticket'),
    item('OPS-9 is done', '/tasks?task=OPS-9'),
    item('about nothing known', '/tickets/00000000-0000-4000-8000-000000000000', 'ticket'),
    item('a thread', '/chat?org=a&task=SCM-1', 'thread'),
  ];
  const send: Send = async (request) =>
    request.url.pathname.endsWith('/inbox')
      ? answerJson(200, { items, actors: {}, nextCursor: null })
      : await world.send(request);
  const titles = [
    ...['SCM-12 was assigned to you', `${ticket?.ref} Ferries: a reply`, 'OPS-9 is done', 'about nothing known'],
    'a thread',
  ];
  const { stdout } = await machine.run('inbox', { terminal: { columns: 160 }, send });
  for (const title of titles) expect(stdout.split(/\s*\n|\u001b\[1m|\u001b\[22m/)).toContain(title);
  // What a script reads comes from the response alone.
  expect(await machine.run('inbox --fields about', { send })).toEqual(printed('SCM-12\n\nOPS-9\n\n\n'));
  const screen = await playTriage(machine, [{ shows: /SCM-12 .*was assigned/, type: 'q', name: 'list' }], {
    ...{ line: 'triage --inbox', size: { columns: 150, rows: 30 }, send },
  });
  expect(screen.shot('list')).toMatch(new RegExp(`${ticket?.ref} .*Ferries: a reply`));
  expect(screen.shot('list')).toMatch(/OPS-9 +is done/);
});

describe('a feed without end', () => {
  /** Every page brings one more, and a cursor for the next. */
  const endless = (world: TestWorld): Send => {
    let made = 0;
    return async (request) => {
      if (!request.url.pathname.endsWith('/inbox')) return await world.send(request);
      made += 1;
      return answerJson(200, { items: [{ id: `n${made}`, title: 'Again' }], nextCursor: `c${made}` });
    };
  };

  test.each(['--all', '-L 5000'])(
    'inbox list %s prints what came, says that it is not all, and fails',
    async (flag) => {
      const world = await openWorld();
      const line = `inbox list ${flag}`;
      const piped = await world.run(line, { send: endless(world) });
      const error = 'the inbox has more than 2000 notifications, but no more could be read';
      expect({ code: piped.code, stderr: piped.stderr }).toEqual({ code: 1, stderr: `error: ${error}\n` });
      expect(piped.stdout.trim().split('\n')).toHaveLength(2000);
      if (flag !== '--all') return;
      const json = await world.run(`${line} --json`, { send: endless(world) });
      expect(json.code).toBe(1);
      expect(JSON.parse(json.stdout)).toHaveLength(2000);
      expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'failed', message: error } });
    },
  );

  test('what was asked for is no failure, though there is more', async () => {
    const world = await openWorld();
    expect(await world.run('inbox list -L 3 -q', { send: endless(world) })).toEqual(printed('n1\nn2\nn3\n'));
  });
});
