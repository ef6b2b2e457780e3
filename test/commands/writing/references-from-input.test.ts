import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, refused, shapes, type TestWorld } from '../../support/run.js';

describe.each(shapes)('references on standard input, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape });
    await world.run('tasks list --scope all -q');
  });
  beforeEach(() => void world.takeRequests());

  const hint = 'one row a line is wanted: write them with --jsonl, or the references alone with -q';

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
      /^error: standard input holds a JSON array, which is no list of references: \[.{0,59}…?\nhint: .*\n$/,
    );
    expect(stderr).toContain(`hint: ${hint}\n`);
  });

  test('an object laid out over several lines is refused too', async () => {
    const { code, stderr } = await world.run('tasks done -', { stdin: '{\n  "ref": "SCM-12"\n}\n' });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: a line of standard input is no reference and no row of --jsonl: {\nhint: ${hint}\n`,
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
});
