import { describe, expect, it } from 'vitest';
import { isRow, type Row, rowsOf, textsOf } from '../../src/contract/row.js';
import {
  narrow,
  openWorld,
  owner,
  printed,
  type WorldRunOptions as RunOptions,
  refused,
  shapes,
  type TestWorld,
} from '../support/run.js';
import { changingJson, readingOnce } from '../support/servers/meddling.js';

/** The lines that a command prints in a pipe. */
const lines = async (world: TestWorld, line: string): Promise<readonly string[]> => {
  const { code, stdout, stderr } = await world.run(line);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
};

describe.each(shapes)('shape %s', (shape) => {
  it('--fields, filters and --sort know of a task what its rows lack', async () => {
    const world = await openWorld({ shape });
    await world.run('tasks edit SCM-12 --set-tag "late fee" --planned 2026-11-25');
    await world.run('tasks edit SCM-13 --set-tag hull --planned 2026-11-24');
    await world.run('tasks time SCM-12 90 -y');
    expect(
      await lines(
        world,
        'tasks list --fields ref,tags,plannedFor,loggedMinutes --tag late-fee,hull --scope all --sort plannedFor',
      ),
    ).toEqual(['SCM-13\thull\t2026-11-24\t0', expect.stringMatching(/^SCM-12\tlate fee\t2026-11-25\t\d+$/)]);
    expect(await world.json('tasks list --tag hull --scope all --fields ref,createdByName,checklist')).toEqual([
      { ref: 'SCM-13', createdByName: '田中 美咲', checklist: expect.any(Array) },
    ]);
    expect(await lines(world, 'tasks list --scope all -q --sort=-loggedMinutes -L 1')).not.toEqual([]);
    // A row is printed as it was sent, unless columns are asked for.
    const all = (await world.json('tasks list --scope all')) as readonly { readonly ref: string }[];
    expect(await world.json('tasks list --scope all --tag hull')).toEqual(all.filter(({ ref }) => ref === 'SCM-13'));
  });

  it('--search finds the words of a description', async () => {
    const world = await openWorld({ shape });
    await world.run('tasks edit SCM-12 -b "The windlass of the Fulmar squeaks."');
    expect(await lines(world, 'tasks list --search "WINDLASS squeaks" -q')).toEqual(['SCM-12']);
  });

  it('dependsOnIds is the ids, also where the server only sends the tasks', async () => {
    const world = await openWorld({ shape });
    const rows = (await world.json('tasks list --scope all --fields ref,dependsOn,dependsOnIds')) as readonly {
      readonly dependsOn: readonly { readonly uuid: string }[] | null;
      readonly dependsOnIds: readonly string[];
    }[];
    const linked = rows.filter(({ dependsOn }) => dependsOn !== null && dependsOn.length > 0);
    expect(linked).not.toEqual([]);
    for (const { dependsOn, dependsOnIds } of linked)
      expect(dependsOnIds.toSorted()).toEqual(dependsOn?.map(({ uuid }) => uuid).sort());
  });

  it.each([
    'tickets list --segment all',
    'projects list',
    'orgs list',
    'wiki list',
    'notes list',
    'attachments list BERG-9',
  ])('%s can be sorted by uuid', async (list) => {
    const world = await openWorld({ shape });
    const up = await lines(world, `${list} --fields uuid --sort uuid`);
    expect(await lines(world, `${list} --fields uuid --sort=-uuid`)).toEqual(up.toReversed());
    expect(up.toSorted()).toEqual((await lines(world, `${list} --fields uuid`)).toSorted());
  });

  it('what neither rows nor details have is an error, and so is a name that nothing has', async () => {
    const world = await openWorld({ shape });
    expect(await world.run('tasks list --scope all --sort sponsor')).toMatchObject({ code: 2 });
    expect(await world.run('tasks list --scope all --fields ref,sponsor')).toMatchObject({ code: 2 });
    expect(await world.run('tasks list --fields comments.text')).toEqual(
      refused(2, 'not found in any row (--fields): "comments.text"', 'use --json to see every field'),
    );
    expect(await world.run('tasks list --sort comments.text')).toEqual(
      refused(1, 'cannot sort by comments.text: no row has it'),
    );
    expect(await lines(world, 'tasks list --sort comments.0.createdAt -q -L 1')).toHaveLength(1);
  });
});

describe('the rows of docs/api.md alone', () => {
  it('reads only the details that are needed, and says nothing about a few', async () => {
    const world = await openWorld({ shape: 'spec' });
    world.takeRequests();
    expect((await lines(world, 'tasks list --scope all --fields ref,tags -L 3')).length).toBe(3);
    expect(world.takeRequests().length).toBe(4);
    await lines(world, 'tasks list --scope all --fields ref,due,project --sort due');
    expect(world.takeRequests().length).toBe(1);
  });

  it('a terminal says how many details were read', async () => {
    const world = await openWorld({ shape: 'spec' });
    const { stderr } = await world.run('tasks list --scope all --state all --fields ref,tags', narrow);
    expect(stderr).toMatch(/Tags read from \d\d+ details\.\n$/);
  });

  it('a terminal says how many finished rows a filter by details has left out', async () => {
    const world = await openWorld({ shape: 'spec' });
    const { stderr } = await world.run('tasks list --scope all --tag hull', { terminal: { columns: 120 } });
    expect(stderr).toMatch(/\d+ finished not read \(--state all\)/);
    const { stderr: all } = await world.run('tasks list --scope all --tag hull --state all', {
      terminal: { columns: 120 },
    });
    expect(all).not.toContain('finished');
  });

  it('projects and wiki pages as well', async () => {
    const world = await openWorld({ shape: 'spec' });
    expect((await lines(world, 'projects list --fields ref,tasks --sort=-tasks'))[0]).toMatch(/^\w+\t[1-9]\d*$/);
    expect((await lines(world, 'wiki list --fields ref,updated --sort=-updated -L 1'))[0]).toMatch(/\t20\d\d-/);
  });
});

describe.each(shapes)('--since in shape %s', (shape) => {
  /** The lines, where only days are known with a word about what cannot be known of the rest of that day. */
  const lines = async (world: TestWorld, line: string): Promise<readonly string[]> => {
    const { code, stdout, stderr } = await world.run(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: shape === 'usual' ? '' : expect.stringMatching(leftOut) });
    return stdout.split('\n').slice(0, -1);
  };
  const leftOut =
    /^(warning: \w+-\d+.* left out, but may have been edited since then: the server only gives the day of a change\n)?$/;

  it('says that an edit without a trace may have followed an earlier change of the day', async () => {
    const world = await openWorld({ shape });
    const { stderr } = await world.run('tasks list --scope all --state all --since 5m -q');
    expect(stderr === '').toBe(shape === 'usual');
    expect(stderr).toMatch(leftOut);
  });

  it('is exact, whatever the rows say of the time', async () => {
    const world = await openWorld({ shape });
    // Everything of the seed is older than ten minutes.
    expect(await lines(world, 'tasks list --scope all --state all --since 5m -q')).toEqual([]);
    await world.run('tasks edit SCM-12 --title Renamed -s todo');
    await world.run('tasks comment SCM-13 -b "Seen."', { as: 'sean@lantern.example' });
    await world.run('tasks edit SCM-6 -s done', { as: 'sean@lantern.example' });
    await world.run('tasks edit BOP-7 --title Ours');
    const expected = ['BOP-7', 'SCM-12', 'SCM-13', 'SCM-6'];
    expect([...(await lines(world, 'tasks list --scope all --state all --since 5m -q'))].sort()).toEqual(expected);
    const status = (await world.json('status --since 5m')) as { readonly tasks: readonly { readonly ref: string }[] };
    const mine = (await lines(world, 'tasks list --state all -q')).filter((ref) => expected.includes(ref));
    expect(status.tasks.map(({ ref }) => ref).sort()).toEqual([...mine].sort());
  });

  // The others are compared with it.
  if (shape === 'usual') return;

  it('agrees with the times of a server that says them', async () => {
    const [usual, world] = [await openWorld(), await openWorld({ shape })];
    for (const since of ['yesterday', '3h', '30m', '2w']) {
      const line = `tasks list --scope all --state all --since ${since} -q`;
      expect(await lines(world, line), since).toEqual(await lines(usual, line));
      const parts = async (each: TestWorld): Promise<unknown> => {
        const { tasks, tickets } = (await each.json(`status --since ${since}`)) as Record<string, { ref: string }[]>;
        return [tasks, tickets].map((rows) => rows?.map(({ ref }) => ref));
      };
      expect(await parts(world), since).toEqual(await parts(usual));
    }
  });
});

describe('more than a thousand details', () => {
  const details = /\/tasks\/[^/]+$/;
  const many = async (): Promise<readonly [TestWorld, RunOptions]> => {
    const world = await openWorld({ shape: 'spec' });
    const add = (body: unknown, route: string): unknown => {
      if (route !== 'GET /tasks' || !isRow(body)) return body;
      const tasks = rowsOf(body.tasks);
      return { ...body, tasks: Array.from({ length: 1_001 }, (_, at) => ({ ...tasks[at % 20], id: `SCM-${at + 1}` })) };
    };
    return [world, { send: readingOnce(changingJson(world.send, add), details) }];
  };

  it('want -y without a terminal, and read nothing', async () => {
    const [world, how] = await many();
    world.takeRequests();
    const asked = await world.run('tasks list --scope all --state all --fields ref,tags', how);
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toMatch(/1001 tasks[\s\S]*-y/);
    expect(world.takeRequests().length).toBe(2);
    const done = await world.run('tasks list --scope all --state all --fields ref,tags -y', how);
    expect(done.stdout.split('\n').length).toBe(1_002);
    expect((await world.run('tasks list --scope all --state all --fields ref,tags -L 5', how)).code).toBe(0);
  });

  it('want -y in status too, which says so', async () => {
    const [world, how] = await many();
    const asked = await world.run('status --since yesterday --json', how);
    expect(asked.code).toBe(8);
    expect(JSON.parse(asked.stderr)).toMatchObject({
      error: { message: expect.stringContaining('1001 tasks'), hint: expect.stringContaining('--yes') },
    });
    expect((await world.run('status --since yesterday --json -y', how)).code).toBe(0);
  });

  it('a search says that it did not look there, and does with -y', async () => {
    const [world, how] = await many();
    const [first = ''] = await lines(world, 'tasks list --scope all --state all -q');
    expect(await world.run(`tasks edit ${first} -b "The word is zeppelin."`)).toMatchObject({ code: 0 });
    const line = 'tasks list --scope all --state all --search zeppelin -q';
    world.takeRequests();
    const asked = await world.run(line, how);
    expect(asked).toMatchObject({ code: 0, stdout: '' });
    expect(asked.stderr).toMatch(/^warning: the list does not include description, .*--yes .*1001 tasks/);
    expect(world.takeRequests().length).toBe(1);
    expect((await world.run(`${line} -y`, how)).stdout).toMatch(/^SCM-1\n/);
  });

  it.each([
    ['and is searched like a short one if it has few rows', 1, ''],
    ['and says so if it has many', 20, 'warning: the list does not include description, '],
  ])('a long response is read piece by piece, %s', async (_what, times, said) => {
    const world = await openWorld({ shape: 'spec' });
    const grow = (body: unknown, route: string): unknown => {
      if (!isRow(body) || route !== 'GET /tasks') return body;
      const rows = rowsOf(body.tasks).map((row) => ({ ...row, more: 'x'.repeat(30_000 / times) }));
      return { ...body, tasks: Array.from({ length: times }, () => rows).flat() };
    };
    const how = { send: readingOnce(changingJson(world.send, grow), details) };
    expect(await world.run('tasks edit SCM-12 -b "The word is zeppelin."')).toMatchObject({ code: 0 });
    const line = 'tasks list --scope all --state all --search zeppelin -q';
    const asked = await world.run(line, how);
    expect(asked).toMatchObject({ code: 0, stdout: said === '' ? 'SCM-12\n' : '' });
    expect(asked.stderr.slice(0, said.length || undefined)).toBe(said);
    expect((await world.run(`${line} -y`, how)).stdout).toMatch(/^SCM-12\n/);
  });

  it('are asked about at a terminal', async () => {
    const [world, how] = await many();
    const line = 'tasks list --scope all --state all --tag hull';
    const no = await world.run(line, { ...how, terminal: { columns: 100 }, keys: ['n\r'] });
    expect(no).toMatchObject({ code: 130 });
    expect(no.stderr).toContain('Read the details of 1001 tasks?');
  });
});

describe.each(shapes)('people in shape %s', (shape) => {
  it('an id that stands in the rows is a person, and so is a name that only details have', async () => {
    const world = await openWorld({ shape });
    const machine = await world.machine(owner);
    const nameless = (body: unknown, route: string): unknown =>
      isRow(body) && /^GET \/(?:tasks|tickets)$/.test(route) ? { ...body, users: {} } : body;
    const how = { send: changingJson(world.send, nameless) };
    const all = JSON.parse(
      (await machine.run('tickets list --segment all --state all --json', how)).stdout,
    ) as readonly Row[];
    const [{ customerId } = {}] = all.filter(({ ref }) => ref === 'CASA-16');
    const expected = all
      .filter((row) => row.customerId === customerId)
      .map(({ ref }) => `${ref}\n`)
      .join('');
    const asked = async (who: string): Promise<unknown> =>
      await machine.run(['tickets', 'list', '--state', 'all', '-q', '--customer', who], how);
    expect(await asked(String(customerId))).toEqual({ code: 0, stdout: expected, stderr: '' });
    expect(await asked('Lucía')).toEqual({ code: 0, stdout: expected, stderr: '' });
    const fresh = await world.machine(owner);
    const tasks = JSON.parse((await fresh.run('tasks list --scope all --json', how)).stdout) as readonly Row[];
    const [id] = tasks.flatMap(({ assignees }) => textsOf(assignees));
    const mine = tasks
      .filter(({ assignees }) => textsOf(assignees).includes(id ?? ''))
      .map(({ ref }) => `${ref}\n`)
      .join('');
    expect(await fresh.run(['tasks', 'list', '-q', '-a', id ?? ''], how)).toEqual(printed(mine));
    expect(await fresh.run('tasks list -q -a Nobody', how)).toMatchObject({ code: 4 });
  });
});
