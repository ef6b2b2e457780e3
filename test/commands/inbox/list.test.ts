import { describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { allShapes, narrow, openWorld, printed, refused, type TestWorld } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';

allShapes('inbox list, %s shape', (world) => {
  const count = async (flags: string): Promise<number> =>
    (await world.run(`inbox ${flags} -q`)).stdout.split('\n').length - 1;

  test('30 unless more are wanted, and the terminal says so', async () => {
    const shown = await world.run('inbox', narrow);
    expect(shown.stdout.split('\n')).toHaveLength(32);
    expect(shown.stderr).toBe('No room for kind.\nShowing the newest 30; use -L or --all for more.\n');
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
