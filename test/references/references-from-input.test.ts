import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allShapes, narrow, openWorld, refused } from '../support/run.js';
import { allTests } from '../support/set-up.js';

const refsOf = (rows: string): readonly string[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row).ref);

allShapes('references on standard input, %s shape', (world) => {
  beforeAll(async () => await world.run('tasks list --scope all -q'));
  beforeEach(() => void world.takeRequests());

  const hint = 'print one row per line with --jsonl, or just the references with -q';

  test.each([
    ['in one line', ['tasks', 'list', '--scope', 'all', '--json'], {}],
    ['laid out for people', ['tasks', 'list', '--scope', 'all', '--json'], { terminal: { columns: 80 } }],
  ])('an array of --json %s is refused in few words', async (_, words, how) => {
    const { stdout } = await world.run(words, how);
    expect(stdout.length).toBeGreaterThan(2_000);
    world.takeRequests();
    const { code, stderr } = await world.run('tasks edit - -p low', { stdin: stdout });
    expect({ code, requests: world.takeRequests() }).toEqual({ code: 2, requests: [] });
    expect(stderr).toMatch(
      /^error: standard input is a JSON array, not a list of references: \[.{0,59}…?\nhint: .*\n$/,
    );
    expect(stderr).toContain(`hint: ${hint}\n`);
  });

  test('an object laid out over several lines is refused too', async () => {
    const { code, stderr } = await world.run('tasks done -', { stdin: '{\n  "ref": "SCM-12"\n}\n' });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: a line of standard input is neither a reference nor a row of --jsonl: {\nhint: ${hint}\n`,
    });
  });

  test('a line too long for a reference is shortened in the error', async () => {
    expect(await world.run('tasks done -', { stdin: `SCM-12\n${'x'.repeat(5_000)}\n` })).toEqual(
      refused(2, `a line of standard input is too long for a reference: ${'x'.repeat(60)}…`, hint),
    );
    expect(world.takeRequests()).toEqual([]);
  });

  test('a web address with a long query is no such line', async () => {
    const address = `${world.url}/tasks?task=SCM-12&${'x'.repeat(900)}`;
    expect((await world.run('tasks edit - -p low', { stdin: address })).code).toBe(0);
  });

  test('rows of tickets are named by their references, and told apart from tasks before a request', async () => {
    const { stdout: rows } = await world.run('tickets list --segment all --jsonl -L 2');
    const refs = refsOf(rows);
    world.takeRequests();
    const { code, stdout, stderr } = await world.run('tasks edit - -p low', { stdin: rows });
    expect(stdout).toBe(refs.map((ref) => `${ref}\tfalse\t${ref} is a ticket\n`).join(''));
    const hint = `tracker tickets edit ${refs[0]}`;
    expect({ code, stderr }).toEqual({ code: 4, stderr: `error: 2 of 2 failed: ${refs.join(', ')}\nhint: ${hint}\n` });
    expect(world.takeRequests()).toEqual([]);
    const one = await world.run('tasks done -', { stdin: rows.split('\n')[0] ?? '' });
    expect(one).toMatchObject({ code: 4, stderr: `error: ${refs[0]} is a ticket\nhint: tracker close ${refs[0]}\n` });
  });

  test('rows of tasks, of a search and of the inbox are told apart from tickets', async () => {
    const { stdout: tasks } = await world.run('tasks list --scope all --jsonl -L 1');
    const { stdout: found } = await world.run('search ferry --jsonl');
    const { stdout: news } = await world.run('inbox --jsonl -L 1');
    world.takeRequests();
    const { stdout } = await world.run('tickets edit - -s open', { stdin: tasks + found + news });
    expect(stdout.split('\n').map((line) => line.split('\t')[2])).toEqual([
      'SCM-36 is a task',
      'SCM-12 is a task',
      expect.stringMatching(/^[\da-f-]{36} is a wiki page, not a ticket$/),
      expect.stringMatching(/^[\da-f-]{36} is a notification, not a ticket$/),
      undefined,
    ]);
    expect(world.takeRequests()).toEqual([]);
  });

  test('a row is named by its reference on a computer that has never heard of it', async () => {
    const { stdout: rows } = await world.run('tasks list --scope all --jsonl -L 2');
    const machine = await world.machine('mara@lantern.example');
    const { stdout } = await machine.run('tasks edit - -p low --json', { stdin: rows });
    const refs = refsOf(rows);
    expect(JSON.parse(stdout)).toMatchObject(refs.map((ref) => ({ ref, ok: true })));
    const gone =
      rows.replaceAll(/"uuid":"[^"]*"/g, '"uuid":"00000000-0000-4000-8000-000000000000"').split('\n')[0] ?? '';
    expect((await machine.run('tasks edit - -p low', { stdin: gone })).stdout).toMatch(/^SCM-36\tfalse\t/);
  });

  test('a deletion asks about them by their references', async () => {
    const { stdout: rows } = await world.run('tickets list --segment all --jsonl -L 1');
    const { ref } = JSON.parse(rows);
    const { code, stderr } = await world.run('tasks delete -', { ...narrow, stdin: rows });
    expect({ code, names: stderr.includes(ref) }).toEqual({ code: 4, names: true });
  });
});

describe('standard input without references leaves nothing to do', () => {
  const world = allTests(openWorld);
  const said = 'No references on standard input; there is nothing to do.\n';
  const lines = [
    ...['tasks edit - -s done', 'tasks done -', 'tasks delete -', 'tasks comment - -b Hello', 'tickets edit - -p low'],
    ...['close -', 'snooze - 1h', 'inbox read -', 'drafts delete -', 'tasks view -', 'view -'],
  ];

  test.each(lines)('%s', async (line) => {
    expect(await world.run(line, { stdin: '\n' })).toEqual({ code: 0, stdout: '', stderr: said });
    expect(world.takeRequests()).toEqual([]);
    expect((await world.run(`${line} --json`, { stdin: '' })).stdout).toBe('[]\n');
    expect(await world.json('drafts list')).toEqual([]);
  });

  test.each([
    ['--brief', 'no results\ncomplete\n', said],
    ['--csv', 'ref,ok,error\r\n', said],
    ['-q', '', ''],
  ])('with %s', async (flag, stdout, stderr) => {
    expect(await world.run(`tasks edit - -s done ${flag}`, { stdin: '' })).toEqual({ code: 0, stdout, stderr });
  });

  test.each([
    ['--brief', `${said}complete\n`, ''],
    ['--csv', '', said],
    ['--yaml', '[]\n', ''],
    ['--jsonl', '', ''],
    ['--jq .[].ref', '', ''],
  ])('of what is viewed, with %s', async (flag, stdout, stderr) => {
    expect(await world.run(`view - ${flag}`, { stdin: '' })).toEqual({ code: 0, stdout, stderr });
  });

  test('with access to propose there is nothing to propose', async () => {
    const how = { stdin: '', env: { TRACKER_ACCESS: 'propose' } };
    expect(await world.run('tasks comment - -b Hello', how)).toEqual({ code: 0, stdout: '', stderr: said });
    expect(await world.json('drafts list')).toEqual([]);
  });

  test('but what is typed beside it is done', async () => {
    expect(await world.run('tasks edit SCM-12 - -p low -q', { stdin: '' })).toMatchObject({
      code: 0,
      stdout: 'SCM-12\n',
    });
  });

  test.each([
    ['tickets reply - -b Hello', 'expected a single reference on standard input'],
    ['tasks create -t New --project SCM --depends-on -', 'no references on standard input'],
    ['tasks edit SCM-12 --set-dependency -', 'no references on standard input'],
  ])('where one is needed it is an error: %s', async (line, error) => {
    const { code, stderr } = await world.run(line, { stdin: '' });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${error}\n`)]);
  });
});
