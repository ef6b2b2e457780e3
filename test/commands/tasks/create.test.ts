import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { missing } from '../../support/computer/missing.js';
import { eachShape, refused, remarked } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';

const viewer = 'annika.bjork@scandia-maritime.example';

eachShape('tasks create, %s shape', (world) => {
  const task = async (ref: string): Promise<Record<string, unknown>> =>
    ((await world.json(`tasks view ${ref}`)) as { task: Record<string, unknown> }).task;

  test('prints the reference, says it in a sentence, and needs two requests', async () => {
    expect(await world.run('tasks create --project SCM -t "Check the lines"')).toEqual(
      remarked('SCM-37\n', 'Created SCM-37: Check the lines.\n'),
    );
    expect(world.takeRequests()).toEqual(['GET /api/v1/projects', 'POST /api/v1/tasks']);
    expect(await task('SCM-37')).toMatchObject({ title: 'Check the lines', status: 'todo' });
    // The new reference is known from now on.
    world.takeRequests();
    await world.run('tasks view scm-37 -q');
    expect(world.takeRequests()).toEqual([expect.stringMatching(/^GET \/api\/v1\/tasks\/[0-9a-f-]{36}$/)]);
  });

  test('none leaves a field out', async () => {
    const { send, take } = recordWrites(world.send);
    await world.run('tasks create --project SCM -t x --due none --estimate none --planned none --tag none -a none', {
      send,
    });
    expect(take()[0]?.body).toEqual({ title: 'x', projectKey: 'SCM' });
  });

  test('-a none leaves it to nobody, whatever the server assigns by itself', async () => {
    const { send, take } = recordWrites(world.send);
    const ran = await world.run('tasks create --project SCM -t x -a none', { send });
    expect(ran).toEqual(remarked('SCM-37\n', 'Created SCM-37: x.\n'));
    expect(take().slice(1)).toEqual([
      { line: expect.stringMatching(/^PATCH \/api\/v1\/tasks\//), body: { assigneeIds: [] } },
    ]);
    expect((await task('SCM-37')).assignees ?? []).toEqual([]);
  });

  test('-a none that cannot be had is exit 8: the task is there', async () => {
    const send: Send = async (request) =>
      request.method === 'PATCH' ? answerJson(403, { message: 'Not yours.' }) : await world.send(request);
    const { code, stdout, stderr } = await world.run('tasks create --project SCM -t x -a none', { send });
    expect({ code, stdout }).toEqual({ code: 8, stdout: 'SCM-37\n' });
    expect(stderr).toContain('warning: SCM-37 was created, but could not be unassigned: Not yours.\n');
    expect(stderr).toContain('error: SCM-37 was created, but the server did not remove you\n');
  });

  test('people nobody has named yet are found', async () => {
    const { stderr } = await world.run('tasks create --project SCM -t x -a 田中');
    expect(stderr).toBe('Created SCM-37: x, assigned to 田中 美咲.\n');
    expect(await task('SCM-37')).toMatchObject({ assignees: [world.sandbox.person('misaki@lantern.example').id] });
  });

  test('the project by its uuid, which no answer has explained yet', async () => {
    const id = world.sandbox.world.db.get<{ id: string }>("SELECT id FROM projects WHERE key = 'OPS'")?.id ?? '';
    expect((await world.run(`tasks create --project ${id} -t x`)).stdout).toBe('OPS-14\n');
  });

  test('the project that .tracker.json names, unless it is meant for another server', async () => {
    const { workingFolder, run } = await world.machine('mara@lantern.example');
    const file = join(workingFolder, '.tracker.json');
    writeFileSync(file, '{"project": "ops"}');
    expect((await run('tasks create -t x')).stdout).toBe('OPS-14\n');
    expect((await run('tasks create -t x --project WEB')).stdout).toBe('WEB-7\n');
    writeFileSync(file, '{"project": "ops", "instance": "elsewhere"}');
    expect(await run('-I work tasks create -t x')).toEqual(
      refused(
        2,
        'a new task needs --project KEY',
        'for the keys: tracker -I work projects list; .tracker.json can set a default',
      ),
    );
  });

  test.each([
    [
      '',
      'a new task needs --title TEXT and --project KEY',
      'for the keys: tracker projects list; .tracker.json can set a default',
    ],
    ['-t x', 'a new task needs --project KEY', 'for the keys: tracker projects list; .tracker.json can set a default'],
    ['--project SCM', 'a new task needs --title TEXT', undefined],
    ['--project SCM -t " "', '--title cannot be empty', undefined],
    ['--project SCM -t x --tag a,none', '--tag: none cannot be combined with other values', undefined],
    [
      `--project SCM -t x --attach ${missing}/a.txt`,
      `cannot attach "${missing}/a.txt": there is no such file; nothing was sent`,
      undefined,
    ],
  ])('"%s" is a usage error before any request', async (words, error, hint) => {
    expect(await world.run(`tasks create ${words}`)).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });

  test.each([
    ['--project NOPE -t x', 'there is no project NOPE that you can see'],
    ['--project SCM -t x -a nobody', 'there is no user called "nobody"'],
    ['--project SCM -t x --depends-on SCM-999', 'there is no task SCM-999 that you can see'],
  ])('"%s" names what does not exist: the draft stays', async (words, error) => {
    const { code, stdout, stderr } = await world.run(`tasks create ${words}`);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(
      /^warning: what you wrote is kept in \S+\nhint: send it again: tracker tasks create --from-draft \d+\n/,
    );
    expect(stderr).toContain(`error: ${error}\n`);
    expect(world.takeRequests().filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  test('two words for one field are refused before any request', async () => {
    const line = 'tasks create --project SCM -t "Ropes, and more" -p low,high';
    expect(await world.run(line)).toEqual(refused(2, '--priority takes one value, not "low,high"'));
    expect(await world.run('tasks edit SCM-12 -s todo,done')).toEqual(
      refused(2, '--status takes one value, not "todo,done"'),
    );
    expect(await world.run('tasks done SCM-12 -s done,closed')).toMatchObject({ code: 2 });
    expect(await world.run('tickets edit BERG-9 -s open,closed')).toEqual(
      refused(2, '--status takes one value, not "open,closed"'),
    );
    const ticket = 'tickets create --org lantern-works --subject x --category billing,general';
    expect(await world.run(ticket)).toEqual(refused(2, '--category takes one value, not "billing,general"'));
    expect(await world.run('tickets convert BERG-9 --again --project SCM --type bug,chore')).toMatchObject({ code: 2 });
    expect(await world.run('tasks edit SCM-12 --due mon,tue')).toMatchObject({ code: 2 });
    expect(world.takeRequests()).toEqual([]);
  });

  test('a value with a comma that this server uses is one value', async () => {
    const { send, take } = recordWrites(async (request) =>
      request.method === 'GET' && request.url.pathname.endsWith('/tasks')
        ? answerJson(200, { tasks: [{ id: 'SCM-12', status: 'To do, later' }], users: {} })
        : await world.send(request),
    );
    await world.run('tasks list -q', { send });
    await world.run('tasks create --project SCM -t x -s "to-do, later"', { send });
    expect(take()[0]?.body).toMatchObject({ status: 'To do, later' });
  });

  test('who may not create tasks there is told so; a member may', async () => {
    const { code, stdout } = await world.run('tasks create --project SCM -t x', { as: viewer });
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    const email = world.sandbox.world.db.get<{ email: string }>(
      "SELECT u.email FROM users u JOIN project_members m ON m.user_id = u.id WHERE m.role = 'project.member' LIMIT 1",
    )?.email;
    expect((await world.run('tasks create --project SCM -t x', { as: email ?? '' })).code).toBe(0);
  });
});
