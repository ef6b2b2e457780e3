import { describe, expect, test } from 'vitest';
import { narrow, openWorld, owner, printed, refused, type WorldRunOptions } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

describe('status', () => {
  const world = allTests(openWorld);

  test('at a terminal says how many tickets wait, and how many may', async () => {
    const count = async (how: WorldRunOptions): Promise<readonly [string, string]> => {
      const { stdout } = await world.run('status', { ...narrow, ...how });
      const listed = await world.run('tickets list --waiting -q', how);
      return [/(\d+) waiting for an answer/.exec(stdout)?.[1] ?? '0', String(listed.stdout.split('\n').length - 1)];
    };
    for (const as of [owner, 'lucia@casa-azul.example', 'zoe@lantern.example']) {
      const [said, listed] = await count({ as });
      expect(said, as).toBe(listed);
    }
    const faulty = await openWorld({ faults: ['GET /tickets/:id=403'] });
    const { code, stdout } = await faulty.run('status', narrow);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Tickets  12 open, 3 urgent, 0 waiting for an answer, 11 not checked\n'),
    ]);
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
    const faulty = await openWorld({ faults: ['GET /tickets=403'] });
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
      error: { code: 'partial', status: null, message: said, hint: null, retryable: false },
    });
  });

  test('all blocks that fail alike are one error', async () => {
    const faulty = await openWorld({ faults: ['* *=403'] });
    expect(await faulty.run('status', narrow)).toEqual(refused(5, 'The sandbox was told to fail this request.'));
  });
});
