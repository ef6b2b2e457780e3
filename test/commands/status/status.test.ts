import { beforeAll, describe, expect, test } from 'vitest';
import {
  narrow,
  openWorld,
  owner,
  printed,
  refused,
  shapes,
  type TestWorld,
  type WorldRunOptions,
  wide,
} from '../../support/run.js';

describe.each(shapes)('status, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape });
  });

  test('on a terminal', async () => {
    expect(await world.run('status', narrow)).toEqual(
      printed(`Mara Lindqvist

Inbox    38 unread
Tasks    22 open, 4 overdue, 2 due today
  OPS-4   overdue 5d  Exchange the deploy keys
  OPS-9   overdue 3d  What went wrong on 3 November: no mail for five hours
  BOP-7   overdue 2d  Invoice totals differ from the ERP by one cent
  SCM-17  overdue 1d  When a planner publishes the roster while another planner…
  OPS-8   today       Restore test: bring back one customer from last night's b…
  and 17 more: tracker tasks list
Tickets  12 open, 3 urgent, 8 waiting for an answer
  CASA-16  1h ago  urgent  Night of the Museums: the 21:15 slot was sold twice
  BERG-9   2h ago  high    Invoice totals differ by one cent
  CASA-17  3h ago  urgent  ¡Urgente! Banner for Saturday: garden closed because…
  SCM-3    3h ago  urgent  Tablet at Kvarnholmen loses what I type
  CASA-14  2d ago  medium  Our answers to visitors land in spam
  and 7 more: tracker tickets list
`),
    );
    const { stdout } = await world.run('status', wide);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(200);
  });

  test('(true.1) at a terminal says how many tickets wait, and how many may', async () => {
    const count = async (how: WorldRunOptions): Promise<readonly [string, string]> => {
      const { stdout } = await world.run('status', { ...narrow, ...how });
      const listed = await world.run('tickets list --waiting -q', how);
      return [/(\d+) waiting for an answer/.exec(stdout)?.[1] ?? '0', String(listed.stdout.split('\n').length - 1)];
    };
    for (const as of [owner, 'lucia@casa-azul.example', 'zoe@lantern.example']) {
      const [said, listed] = await count({ as });
      expect(said, as).toBe(listed);
    }
    const faulty = await openWorld({ shape, faults: ['GET /tickets/:id=403'] });
    const { code, stdout } = await faulty.run('status', narrow);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Tickets  12 open, 3 urgent, 0 waiting for an answer, 11 not checked\n'),
    ]);
  });

  test('in a pipe', async () => {
    expect(await world.run('status')).toEqual(
      printed('me\tMara Lindqvist\nunread\t38\ntasks\t22\ntickets\t12\nerrors\t\n'),
    );
    expect(await world.run('status --csv')).toEqual(
      printed('me,unread,tasks,tickets,errors\r\nMara Lindqvist,38,22,12,\r\n'),
    );
    expect(await world.run('status --fields unread,tasks')).toEqual(printed('unread\t38\ntasks\t22\n'));
  });

  test('in one line', async () => {
    const line = '38 unread, 22 tasks, 4 overdue, 12 tickets\n';
    expect(await world.run('status --short')).toEqual(printed(line));
    expect(await world.run('status --short', narrow)).toEqual(printed(line));
    expect(await world.run('status --short --json')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '{"error":{"code":"usage","status":null,"message":"--short and a format cannot be used together","hint":null}}\n',
    });
  });

  test('JSON holds the whole answers', async () => {
    const status = (await world.json('status')) as Record<string, unknown[]>;
    expect(Object.keys(status)).toEqual(['me', 'unread', 'tasks', 'tickets', 'errors']);
    expect(status).toMatchObject({ me: { name: 'Mara Lindqvist' }, unread: 38, errors: {} });
    expect(status.tasks).toHaveLength(28);
    expect(status.tasks?.[0]).toMatchObject({ ref: 'SCM-36' });
    expect(status.tickets).toHaveLength(16);
  });

  test('four requests go out', async () => {
    world.takeRequests();
    await world.run('status');
    expect([...world.takeRequests()].sort()).toEqual([
      'GET /api/v1/inbox/badge',
      'GET /api/v1/me',
      'GET /api/v1/tasks?scope=mine',
      'GET /api/v1/tickets?segment=mine',
    ]);
  });

  test('one block may fail alone (#10.10)', async () => {
    const faulty = await openWorld({ shape, faults: ['GET /tickets=403'] });
    const shown = await faulty.run('status', narrow);
    expect(shown.code).toBe(8);
    expect(shown.stdout).toContain('Inbox    38 unread\nTasks    22 open');
    expect(shown.stdout).toMatch(/\nTickets {2}could not be loaded\n$/);
    const said = 'could not load tickets: The sandbox was told to fail this request.';
    expect(shown.stderr).toBe(`error: ${said}\n`);
    expect(await faulty.run('status')).toEqual({
      code: 8,
      stdout: 'me\tMara Lindqvist\nunread\t38\ntasks\t22\ntickets\t\nerrors\ttickets\n',
      stderr: `error: ${said}\n`,
    });
    expect(await faulty.run('status --short')).toEqual(printed('38 unread, 22 tasks, 4 overdue, ? tickets\n'));
    const json = await faulty.run('status --json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      unread: 38,
      tickets: null,
      errors: { tickets: expect.any(String) },
    });
    expect(JSON.parse(json.stderr)).toEqual({
      error: { code: 'partial', status: null, message: said, hint: null },
    });
  });

  test('all blocks that fail alike are one error', async () => {
    const faulty = await openWorld({ shape, faults: ['* *=403'] });
    expect(await faulty.run('status', narrow)).toEqual(refused(5, 'The sandbox was told to fail this request.'));
  });

  test('an argument is refused', async () => {
    expect(await world.run('status now')).toEqual(
      refused(2, "too many arguments for 'status'. Expected 0 arguments but got 1.", 'tracker help status'),
    );
  });
});
