import { beforeEach, describe, expect, test } from 'vitest';
import type { FlagTable } from '../../../src/args/flag.js';
import { eachShape, narrow, openWorld, owner, refused, remarked, type TestWorld } from '../../support/run.js';
import { carrierOf } from '../../support/sandbox/keys.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';

const viewer = 'annika.bjork@scandia-maritime.example';
const uuid = 'c6661e83-b7b8-487a-ac7d-31555564f8ed';

const uuidOf = (world: TestWorld, number: number): string =>
  carrierOf(world.sandbox.world.db, 'tasks', `SCM-${number}`).id;

interface Stored extends Record<string, unknown> {
  readonly tags: readonly string[];
  readonly assignees: readonly string[];
}

eachShape('tasks edit, %s shape', (world, shape) => {
  beforeEach(async () => {
    await world.run('tasks list --scope all -q');
    world.takeRequests();
  });

  const stored = async (ref = 'SCM-12'): Promise<Stored> =>
    ((await world.json(`tasks view ${ref}`)) as { task: Stored }).task;
  const dependencies = async (ref = 'SCM-12'): Promise<readonly string[]> =>
    (((await stored(ref)).dependsOn ?? []) as { id: string }[]).map(({ id }) => id).sort();

  test('items of lists: read right before the one write, and again after it', async () => {
    await world.run('tasks edit SCM-12 --set-tag a,b --set-dependency SCM-3');
    const before = await stored();
    world.takeRequests();
    const { send, take } = recordWrites(world.send);
    const line = [
      'tasks edit SCM-12 -p urgent --add-tag "Very Hot",a --remove-tag B --add-assignee priya',
      '--remove-assignee @me --add-dependency SCM-4 --remove-dependency scm-3',
    ].join(' ');
    expect((await world.run(line, { send })).code).toBe(0);
    const path = `/api/v1/tasks/${uuid}`;
    const links = [uuidOf(world, 4), uuidOf(world, 3)].map((id) => `GET /api/v1/tasks/${id}`);
    const people = ['GET /api/v1/me', `GET ${path}`];
    const change = [`GET ${path}`, `GET ${path}`, `PATCH ${path}`, `GET ${path}`];
    expect(world.takeRequests()).toEqual([...people, ...links, ...change]);
    const me = world.sandbox.person('mara@lantern.example').id;
    const priya = world.sandbox.person('priya@lantern.example').id;
    const assigneeIds = [...(before.assignees ?? []).filter((id) => id !== me && id !== priya), priya];
    const body = take()[0]?.body as Record<string, readonly string[]>;
    expect(body).toMatchObject({ priority: 'urgent', tags: ['a', 'Very Hot'], dependsOnIds: [uuidOf(world, 4)] });
    expect([...(body.assigneeIds ?? [])].sort()).toEqual([...assigneeIds].sort());
    expect(await stored()).toMatchObject({ priority: 'urgent', tags: ['a', 'very hot'] });
    expect(await dependencies()).toEqual(['SCM-4']);
  });

  test('people this computer has never heard of are looked for beside the task', async () => {
    const machine = await world.machine('mara@lantern.example');
    expect((await machine.run('tasks edit SCM-12 --add-assignee 田中')).code).toBe(0);
    expect((await stored()).assignees).toContain(world.sandbox.person('misaki@lantern.example').id);
    expect(await machine.run('tasks edit SCM-12 --add-assignee nobody')).toEqual(
      refused(4, 'there is no user called "nobody"', 'none stands for nobody'),
    );
  });

  test('several: a row each, in the order given', async () => {
    expect(await world.run('tasks edit SCM-13 SCM-999 scm-12 -p high')).toEqual({
      code: 8,
      stdout: 'SCM-13\ttrue\t\nSCM-999\tfalse\tthere is no task SCM-999 that you can see\nSCM-12\ttrue\t\n',
      stderr: 'error: 1 of 3 failed: SCM-999\n',
    });
    expect(await world.json('tasks edit SCM-13,SCM-12 -p low')).toEqual([
      { ref: 'SCM-13', uuid: uuidOf(world, 13), ok: true, changes: { priority: { from: 'high', to: 'low' } } },
      { ref: 'SCM-12', uuid, ok: true, changes: { priority: { from: 'high', to: 'low' } } },
    ]);
    expect(await world.run('tasks edit SCM-12 -p low', narrow)).toEqual(
      remarked('', 'SCM-12 is already up to date.\n'),
    );
    expect(await world.run('tasks edit SCM-12 -p high', narrow)).toEqual(remarked('', 'SCM-12: priority low → high\n'));
  });

  test.each([
    '-p high',
    '-s in_progress -p high',
    '--set-tag time-zones,rest-hours',
    '--set-tag Rest-Hours,TIME-zones',
  ])('what changes nothing says so, and is not there to be undone: %s', async (flags) => {
    const fresh = await openWorld({ shape });
    const machine = await fresh.machine(owner);
    expect((await machine.run('tasks edit SCM-12 --due fri')).code).toBe(0);
    const unchanged = await machine.run(`tasks edit SCM-12 ${flags}`, narrow);
    expect(unchanged).toMatchObject({ code: 0, stderr: expect.stringMatching(/^SCM-12 is already up to date/) });
    const [row, ...others] = JSON.parse((await machine.run(`tasks edit SCM-12 ${flags} --json`)).stdout);
    expect([row.ok, row.changes, others]).toEqual([true, undefined, []]);
    expect(JSON.parse((await machine.run('undo --list --json')).stdout)).toHaveLength(1);
    expect((await machine.run('undo', narrow)).stderr).toMatch(
      /^SCM-12: due 2026-11-20 → 2026-11-\d\d\n$|^SCM-12: due /,
    );
  });

  test('spelling alone is a change if the server keeps it', async () => {
    const { task } = (await world.json('tasks view SCM-12')) as { task: { title: string } };
    const { title } = task;
    const changed = await world.run(['tasks', 'edit', 'SCM-12', '-t', title.replace(' ', '  ')], narrow);
    expect(changed).toEqual(remarked('', 'Changed SCM-12.\n'));
    await world.run(['tasks', 'edit', 'SCM-12', '-t', title]);
    const trimmed = await world.run(['tasks', 'edit', 'SCM-12', '-t', `${title} `], narrow);
    expect(trimmed).toEqual(remarked('', 'SCM-12 is already up to date.\n'));
  });

  test('a task that waits for others is finished with a warning', async () => {
    await world.run('tasks edit SCM-12 --set-dependency SCM-13');
    const { code, stderr } = await world.run('tasks edit SCM-12 -s done');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^warning: SCM-12 depends on unfinished tasks: SCM-13 \(\w+\)\n$/),
    });
  });

  // The rest does not depend on the shape.
  if (shape !== 'usual') return;

  test('a task that is named twice is written once, and has a row for each name', async () => {
    const { uuid } = (await world.json('tasks view SCM-12')) as { uuid: string };
    const { send, take } = recordWrites(world.send);
    const ran = await world.run(`tasks edit SCM-12 ${uuid} SCM-13 --due fri --json`, { send });
    expect(take()).toHaveLength(2);
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toEqual([
      { ref: 'SCM-12', uuid, ok: true, changes: { due: { from: '2026-11-20', to: '2026-11-27' } } },
      { ref: 'SCM-12', uuid, ok: true, changes: { due: { from: '2026-11-20', to: '2026-11-27' } } },
      { ref: 'SCM-13', uuid: expect.any(String), ok: true, changes: { due: expect.any(Object) } },
    ]);
  });

  test('a failure too counts for every name of a task', async () => {
    const { uuid } = (await world.json('tasks view SCM-12')) as { uuid: string };
    const { send, take } = recordWrites(world.send);
    const ran = await world.run(`tasks edit SCM-12 ${uuid} -s nonsense`, { send });
    expect(take()).toHaveLength(1);
    expect(ran.code).toBe(1);
    expect(ran.stdout.match(/\tfalse\t/g)).toHaveLength(2);
  });

  test('several that all fail for one reason have its exit code', async () => {
    // With CI there is no progress bar, however slow the computer is.
    const still = { ...narrow, env: { ...narrow.env, CI: '1' } };
    expect(await world.run('tasks edit SCM-998 SCM-999 -p high', still)).toEqual({
      code: 4,
      stdout: '',
      stderr:
        'SCM-998: there is no task SCM-998 that you can see\nSCM-999: there is no task SCM-999 that you can see\nerror: 2 of 2 failed: SCM-998, SCM-999\n',
    });
    expect((await world.run('tasks edit SCM-12 SCM-13 -p urgent', { as: viewer })).code).toBe(5);
    expect((await world.run('tasks edit SCM-12 SCM-999 -p urgent', { as: viewer })).code).toBe(8);
  });

  test.each([
    ['', 'nothing to change', 'tracker help tasks edit'],
    ['--set-tag a --add-tag b', '--set-tag cannot be used with --tag, --add-tag or --remove-tag', undefined],
    ['--add-tag a --remove-tag A', '"a" cannot be both added and removed', undefined],
    ['--tag none', '--tag does not accept none', 'use --set-tag none to clear the list'],
    ['-a none', '--assignee does not accept none', 'use --set-assignee none to clear the list'],
    ['--add-tag none', '--add-tag does not accept none', 'use --set-tag none to clear the list'],
    ['--set-assignee none,zoe', '--set-assignee: none cannot be combined with other values', undefined],
    [
      'SCM-13 -e',
      '--editor needs a terminal and cannot be used with --no-input or when CI is set',
      'use --body TEXT, --body-file FILE, or --body-file - for standard input',
    ],
  ])('"SCM-12 %s" is a usage error before any request', async (words, error, hint) => {
    expect(await world.run(`tasks edit SCM-12 ${words}`)).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });

  test('who may only read is refused; planning it is theirs', async () => {
    expect((await world.run('tasks edit SCM-12 -p low', { as: viewer })).code).toBe(5);
    expect((await world.run('tasks edit SCM-12 --planned fri', { as: viewer })).code).toBe(0);
  });
});

describe('the flags of tasks create', () => {
  test('are all known to tasks edit', async () => {
    const [{ verb: create }, { verb: edit }] = [
      await import('../../../src/commands/tasks/create.js'),
      await import('../../../src/commands/tasks/edit.js'),
    ];
    const spelled = (flags: FlagTable): readonly string[] => Object.values(flags).map((flag) => flag.flags);
    // The same change twice is the same as once.
    const { once: _once, ...others } = create.flags as FlagTable;
    expect(spelled(edit.flags)).toEqual(expect.arrayContaining([...spelled(others)]));
  });

  test.each([
    [
      '--project OPS',
      '--project: a task cannot be moved to another project',
      'create a new one there: tracker tasks create --project KEY',
    ],
    [
      '--attach x.log',
      '--attach: files can be added to an existing task only with a comment',
      'tracker tasks comment REF --attach FILE',
    ],
    [
      '--attach-name x.log',
      '--attach-name: files can be added to an existing task only with a comment',
      'tracker tasks comment REF --attach FILE',
    ],
  ])('%s is refused in plain words before any request, and is not in the help', async (words, error, hint) => {
    const world = await openWorld();
    expect(await world.run(`tasks edit SCM-12 ${words}`)).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
    expect((await world.run('tasks edit -h')).stdout).not.toMatch(/^ +--(project|attach)/m);
  });
});
