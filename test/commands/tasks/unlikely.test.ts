import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, refused, wide } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

describe('what is unlikely to be meant', () => {
  const world = eachTest(openWorld);
  beforeEach(async () => await world.run('me'));
  const posts = (): readonly string[] => world.takeRequests().filter((line) => line.startsWith('POST'));

  test('more than 24 hours on a day need --yes without a terminal', async () => {
    const hint = 'add --yes if that is right';
    expect(await world.run('tasks time SCM-13 130h')).toEqual(
      refused(2, 'that would be 130h on SCM-13 on a single day, 2026-11-20; nothing was logged', hint),
    );
    expect(await world.run('tasks time SCM-13 25h --date yesterday --note x')).toMatchObject({ code: 2 });
    expect(posts()).toEqual([]);
    expect((await world.run('tasks time SCM-13 130h -n')).code).toBe(0);
    expect((await world.run('tasks time SCM-13 24h')).code).toBe(0);
    expect((await world.run('tasks time SCM-13 1m')).code).toBe(2);
    expect((await world.run('tasks time SCM-13 1m --date yesterday')).code).toBe(0);
    expect((await world.run('tasks time SCM-13 1m -y')).code).toBe(0);
    expect(posts()).toHaveLength(3);
  });

  test('and are asked about on one', async () => {
    const no = await world.run('time SCM-13 130h', { ...wide, stdin: 'n\r' });
    expect([no.code, posts()]).toEqual([130, []]);
    expect(no.stderr).toContain('That would be 130h on SCM-13 on a single day, 2026-11-20. Log it?');
    const yes = await world.run('time SCM-13 130h', { ...wide, stdin: 'y\r' });
    expect([yes.code, posts().length]).toEqual([0, 1]);
  });

  test('a ticket that has a task is converted only with --again', async () => {
    const { stdout } = await world.run('tickets convert CASA-9 --project SCM -q');
    const made = stdout.trim();
    posts();
    for (const line of ['tickets convert CASA-9 --project SCM', 'tickets convert CASA-9 --project SCM -n'])
      expect(await world.run(line)).toEqual(
        refused(6, `CASA-9 has a task already: ${made}`, 'add --again to create another one'),
      );
    const atTerminal = await world.run('tickets convert CASA-9', { ...wide, stdin: '\r' });
    expect(atTerminal).toMatchObject({ code: 6, stderr: expect.stringContaining(made) });
    expect(posts()).toEqual([]);
    expect((await world.run('tickets convert CASA-9 --project SCM --again')).code).toBe(0);
    expect(posts()).toHaveLength(1);
  });
});
