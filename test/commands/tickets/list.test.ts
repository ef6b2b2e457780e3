import { beforeAll, describe, expect, test } from 'vitest';
import { narrow, openWorld, printed, refused, remarked, shapes, type TestWorld, wide } from '../../support/run.js';

describe.each(shapes)('tickets list, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape });
  });
  /** Where the human reference stands on the wire. */
  const human = (ref: string) => (shape === 'wire' ? { displayId: ref } : { id: ref });
  const refs = async (flags: string): Promise<string> => {
    const { stdout, stderr, code } = await world.run(
      `tickets list --state all ${flags.includes('--segment') ? '' : '--segment mine'} ${flags} -q`,
    );
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    return stdout.trim().replaceAll('\n', ' ');
  };

  describe('formats', () => {
    test('a table of 80 columns', async () => {
      expect(await world.run('tickets -L 3', narrow)).toEqual(
        remarked(
          `REF      SUBJECT                              STATUS       PRIORITY  LAST  WHO
CASA-16  Night of the Museums: the 21:15 sl…  open         urgent    1h    me +1
BERG-9   Invoice totals differ by one cent    in progress  high      2h    me +1
CASA-17  ¡Urgente! Banner for Saturday: gar…  in progress  urgent    3h    me +1
`,
          '3 of 12; 4 finished hidden (--state all); no room for org, category.\n',
        ),
      );
    });

    test('a table of 200 columns', async () => {
      expect(await world.run('tickets -L 2', wide)).toEqual(
        remarked(
          `REF      SUBJECT                                              STATUS       PRIORITY  LAST  WHO    ORG                                CATEGORY
CASA-16  Night of the Museums: the 21:15 slot was sold twice  open         urgent    1h    me +1  Fundación Casa Azul                technical issue
BERG-9   Invoice totals differ by one cent                    in progress  high      2h    me +1  Bergmann Orthopädie GmbH & Co. KG  billing
`,
          '2 of 12 tickets shown; 4 finished hidden (--state all).\n',
        ),
      );
    });

    test('a pipe gets TSV', async () => {
      expect(await world.run('tickets -L 2')).toEqual(
        printed(
          'CASA-16\tNight of the Museums: the 21:15 slot was sold twice\topen\turgent\t2026-11-20T14:48:17.581Z\tMara Lindqvist,Łukasz Wójcik\tcasa-azul\ttechnical_issue\n' +
            'BERG-9\tInvoice totals differ by one cent\tin_progress\thigh\t2026-11-20T13:47:50.346Z\tMara Lindqvist,Łukasz Wójcik\tbergmann-orthopaedie\tbilling\n',
        ),
      );
    });

    test('CSV', async () => {
      expect(await world.run('tickets -L 1 --csv')).toEqual(
        printed(
          'ref,subject,status,priority,updated,assigneeNames,org,category\r\n' +
            'CASA-16,Night of the Museums: the 21:15 slot was sold twice,open,urgent,2026-11-20T14:48:17.581Z,"Mara Lindqvist,Łukasz Wójcik",casa-azul,technical_issue\r\n',
        ),
      );
    });

    test('JSON names the tickets by their human reference', async () => {
      const rows = (await world.json('tickets -L 2')) as Record<string, unknown>[];
      expect(rows).toMatchObject([
        { ref: 'CASA-16', ...human('CASA-16'), uuid: 'cfa078b3-3f08-464a-8004-011667f41a07', status: 'open' },
        { ref: 'BERG-9', ...human('BERG-9'), uuid: '931fe412-05f1-4e64-b54d-85e88c40a90e', category: 'billing' },
      ]);
    });

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

  test('a value nobody has seen gives a warning that names the known ones', async () => {
    await world.run('tickets --segment all -q');
    expect(await world.run('tickets --category refund', narrow)).toEqual(
      remarked(
        '',
        'warning: --category refund has not been seen on this server\nhint: known: billing, feature_request, general, technical_issue\nNo tickets match.\n',
      ),
    );
    const { stdout, stderr } = await world.run('tickets -s nope -q');
    expect(stdout).toBe('');
    expect(stderr).toBe(
      'warning: --status nope has not been seen on this server\nhint: known: closed, in_progress, open, paused, resolved, waiting_on_agent, waiting_on_customer\n',
    );
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

  test('finished tickets are hidden, and a terminal says how many', async () => {
    expect((await world.run('tickets -L 1', narrow)).stderr).toMatch(
      /^1 of \d+; \d+ finished hidden \(--state all\); no room for org, category\.\n$/,
    );
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

  const ages = 'ages look like 3d, 12h, 90m or 2w';
  test.each([
    ['--segment some', 2, '--segment takes mine, watched or all, not "some"', undefined],
    ['--stale soon', 2, '--stale: "soon" is not an age', ages],
    ['--stale 0', 2, '--stale: "0" is not an age', ages],
    ['--unassigned -a @me', 2, '--assignee and --unassigned cannot be used together', undefined],
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
