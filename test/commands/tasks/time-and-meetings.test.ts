import { expect, test } from 'vitest';
import { eachShape, owner, printed, refused, remarked } from '../../support/run.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';

const viewer = 'annika.bjork@scandia-maritime.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';
const uuid = 'c6661e83-b7b8-487a-ac7d-31555564f8ed';

eachShape('tasks time and tasks meetings, %s shape', (world, shape) => {
  test('logs whole minutes for the local day', async () => {
    const { send, take } = recordWrites(world.send);
    expect(await world.run('tasks time scm-12 1.5h', { send })).toEqual(
      remarked('', 'Logged 1h 30m on SCM-12 for 2026-11-20.\n'),
    );
    expect(take()).toEqual([{ line: `POST /api/v1/tasks/${uuid}/time`, body: { minutes: 90, date: '2026-11-20' } }]);
  });

  test('another day, and a note', async () => {
    const { send, take } = recordWrites(world.send);
    const words = ['tasks', 'time', 'SCM-12', '45m', '--date', 'yesterday', '--note', ' Call with the harbour '];
    expect((await world.run(words, { send })).code).toBe(0);
    expect(take()[0]?.body).toEqual({ minutes: 45, date: '2026-11-19', note: 'Call with the harbour' });
    const { stdout } = await world.run('tasks view SCM-12');
    expect(stdout).toContain('\tMara Lindqvist\tlogged 45m for 2026-11-19: Call with the harbour\n');
  });

  test('the local day is that of the place one works in', async () => {
    const before = process.env.TZ;
    process.env.TZ = 'Pacific/Kiritimati';
    try {
      const { stderr } = await world.run('tasks time SCM-12 5m');
      expect(stderr).toBe('Logged 5m on SCM-12 for 2026-11-21.\n');
    } finally {
      process.env.TZ = before;
    }
  });

  test('the result in other formats, and a dry run', async () => {
    expect(await world.json('tasks time SCM-12 5m --note x')).toMatchObject({
      ref: 'SCM-12',
      uuid,
      minutes: 5,
      date: '2026-11-20',
      note: 'x',
    });
    expect(await world.run('tasks time SCM-12 5m -q')).toEqual(printed('SCM-12\n'));
    const before = await world.run('tasks view SCM-12');
    expect(await world.run('tasks time SCM-12 5m -n')).toEqual(
      remarked(
        `POST\thttps://work.example/api/v1/tasks/${uuid}/time\t{"minutes":5,"date":"2026-11-20"}\t\n`,
        'Would log 5m on SCM-12 for 2026-11-20.\n',
      ),
    );
    expect((await world.run('tasks view SCM-12')).stdout).toBe(before.stdout);
  });

  test.each([
    ['SCM-12 0', 'DURATION: "0" is less than a minute', 'the least is 1m'],
    ['1h SCM-12', '"1h" is not a reference', 'the reference comes first: tracker tasks time SCM-12 1h'],
    ['SCM-12 5m --note=', '--note cannot be empty', undefined],
  ])('"%s" is a usage error before any request', async (words, error, hint) => {
    expect(await world.run(`tasks time ${words}`)).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });

  test('who can read a task may log time on it; others do not see it', async () => {
    expect((await world.run('tasks time SCM-12 5m', { as: viewer })).code).toBe(0);
    const { code } = await world.run(`tasks time ${uuid} 5`, { as: customer });
    expect(code).toBe(4);
    expect((await world.run('tasks time SCM-999 5m')).code).toBe(4);
  });

  test('an API key is refused with the reason (#10.15)', async () => {
    const env = { TRACKER_URL: world.url, TRACKER_TOKEN: world.sandbox.createApiKey(owner) };
    const { code, stdout, stderr } = await world.run('tasks meetings SCM-12', { env });
    expect({ code, stdout }).toEqual({ code: shape === 'wire' ? 5 : 3, stdout: '' });
    expect(stderr).toMatch(/^error: meetings cannot be listed with an API key\nhint: sign in /);
  });

  test('meetings are for the team', async () => {
    expect((await world.run('tasks meetings SCM-12', { as: viewer })).code).toBe(5);
    expect((await world.run('tasks meetings SCM-12 -n')).code).toBe(2);
  });
});
