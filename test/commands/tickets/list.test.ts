import { describe, expect, test } from 'vitest';
import { allShapes, printed, refused } from '../../support/run.js';

allShapes('tickets list, %s shape', (world) => {
  const refs = async (flags: string): Promise<string> => {
    const { stdout, stderr, code } = await world.run(
      `tickets list --state all ${flags.includes('--segment') ? '' : '--segment mine'} ${flags} -q`,
    );
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    return stdout.trim().replaceAll('\n', ' ');
  };

  describe('formats', () => {
    test('columns that are shown on request only', async () => {
      expect(await world.run('tickets -L 1 --fields ref,customer,created,tags,orgName')).toEqual(
        printed(
          'CASA-16\tLucía Fernández de la Vega\t2026-11-16T11:29:19.695Z\ttickets,night of the museums\tFundación Casa Azul\n',
        ),
      );
    });
  });

  test.each([
    ['--segment mine -L 2', 'CASA-16 BERG-9'],
    ['--segment watched -p low', 'CASA-6'],
    ['--segment ALL -s open', 'CASA-16 SCM-3 BERG-19 SCM-8 BERG-18 BERG-16 BERG-10 CASA-9 CASA-8'],
    ['--segment all -s waiting-on-agent', 'BERG-13 SCM-7 CASA-11'],
    ['--segment all -s waiting_on_agent,paused -p low', 'SCM-9 BERG-15 BERG-6 CASA-6'],
    ['--segment all -p urgent', 'CASA-16 CASA-17 SCM-3 BERG-3 CASA-2'],
    ['--segment all --category billing -s resolved,closed', 'SCM-4 BERG-7 BERG-5'],
    ['--segment all --org scandia-maritime -s closed', 'SCM-2 SCM-1'],
    ['--segment all --org "Scandia Maritime" -s closed', 'SCM-2 SCM-1'],
    ['--segment all --org "quill & moss"', ''],
    ['--segment all -a sigrid', 'SCM-7'],
    ['--segment all -a @me,sigrid -s open', 'CASA-16 SCM-3 BERG-16'],
    ['--segment all --unassigned', 'BERG-19 SCM-8 CASA-9'],
    ['--segment all --tag payroll,ROUNDING', 'BERG-9 SCM-7'],
    ['--segment all --stale 30d -s open', 'CASA-9 CASA-8'],
    ['--segment all --stale 12w --org scandia-maritime', 'SCM-2 SCM-1'],
    ['--search "one cent"', 'BERG-9'],
    ['--sort -priority -L 4', 'CASA-16 CASA-17 SCM-3 BERG-3'],
    ['--sort updated -L 2', 'BERG-3 CASA-6'],
    ['--sort org,ref -L 3', 'BERG-3 BERG-5 BERG-7'],
  ])('%s', async (flags, expected) => {
    expect(await refs(flags)).toBe(expected);
  });

  test('one status is asked of the server, several are looked for here', async () => {
    world.takeRequests();
    await refs('-s Waiting-On-Agent');
    await refs('-s open,closed');
    expect(world.takeRequests()).toEqual([
      'GET /api/v1/tickets?segment=mine&status=waiting_on_agent',
      'GET /api/v1/tickets?segment=mine',
    ]);
  });

  test.each([
    ['--customer Lucía', 'all'],
    ['--org casa-azul', 'all'],
    ['--unassigned', 'all'],
    ['-p high', 'mine'],
  ])('%s asks for the segment %s', async (flags, segment) => {
    world.takeRequests();
    await world.run(`tickets list ${flags}`);
    expect(world.takeRequests()).toContain(`GET /api/v1/tickets?segment=${segment}`);
  });

  test('--customer keeps the tickets of a customer', async () => {
    const rows = (await world.json('tickets --customer Lucía --state all --fields ref,customer')) as {
      customer: string;
    }[];
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ customer }) => customer))).toEqual(new Set(['Lucía Fernández de la Vega']));
  });

  test('a mistyped value is answered with the nearest one', async () => {
    expect((await world.run('tickets -s opne')).stderr).toBe(
      'warning: --status opne has not been seen on this server\nhint: did you mean open?\n',
    );
    expect(await world.run('tickets --state done')).toEqual(
      refused(
        2,
        '--state takes open, finished or all, not "done"',
        'did you mean --state finished? for a status: --status done',
      ),
    );
    expect((await world.run('tickets --fields ref,titel')).stderr).toBe(
      'error: unknown name in --fields: "titel"\nhint: did you mean subject?\n',
    );
    expect(await world.run('tickets --fields ref,subjcet')).toMatchObject({
      code: 2,
      stderr: 'error: unknown name in --fields: "subjcet"\nhint: did you mean subject?\n',
    });
  });

  test.each([
    ['--segment some', 2, '--segment takes mine, watched or all, not "some"', undefined],
    [
      '--org nope',
      4,
      'there is no organisation "nope" that you can see',
      'your organisations: bergmann-orthopaedie, casa-azul, lantern-works, quill-and-moss, scandia-maritime',
    ],
    ['--scope all', 2, "unknown option '--scope'", 'use --segment'],
  ])('%s is refused', async (flags, code, error, hint) => {
    expect(await world.run(`tickets ${flags}`)).toEqual(refused(code, error, hint));
  });
});
