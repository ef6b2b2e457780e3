import { expect, test } from 'vitest';
import { eachShape, printed, refused, remarked, type TestWorld } from '../../support/run.js';

const uuid = 'c6661e83-b7b8-487a-ac7d-31555564f8ed';

/** The stored list as `x text` and `- text`. */
async function stored(world: TestWorld, ref = 'SCM-12'): Promise<readonly string[]> {
  const rows = (await world.json(`tasks checklist ${ref}`)) as { text: string; done: boolean }[];
  return rows.map(({ text, done }) => `${done ? 'x' : '-'} ${text}`);
}

eachShape('tasks checklist, %s shape', (world) => {
  test('an item that is named twice is counted once', async () => {
    const twice = await world.run(['tasks', 'checklist', 'SCM-12', '--remove', '1', '--remove', 'migration written']);
    expect(twice.stderr).toBe('SCM-12: removed "Migration written"; 1 of 4 done.\n');
    const ticked = await world.run('tasks checklist SCM-12 --check 3,3 --check 4 --uncheck 1,1');
    expect(ticked.stderr).toBe(
      'SCM-12: checked 2, unchecked "Migration tried on a copy of production"; 2 of 4 done.\n',
    );
  });

  test('the result as JSON, and the reference alone', async () => {
    expect(await world.json('tasks checklist SCM-12 --check told')).toMatchObject({
      ref: 'SCM-12',
      uuid,
      checklist: [{ number: 1 }, { number: 2 }, {}, {}, { number: 5, state: 'done', done: true }],
    });
    expect(await world.run('tasks checklist SCM-12 --uncheck told -q')).toEqual(printed('SCM-12\n'));
  });

  test('what is already up to date is not written', async () => {
    await world.run('tasks view SCM-12 -q');
    world.takeRequests();
    expect(await world.run('tasks checklist SCM-12 --check 1')).toEqual(
      remarked('', 'SCM-12: the checklist is already up to date; 2 of 5 done.\n'),
    );
    expect(world.takeRequests()).toEqual([`GET /api/v1/tasks/${uuid}`, `GET /api/v1/tasks/${uuid}`]);
  });

  test.each([
    ['SCM-12 --add "  "', 2, '--add cannot be empty', undefined],
    ['SCM-12 --check ""', 2, '--check has an empty name in ""', undefined],
    ['SCM-12 --check 1 --remove 1', 2, '"1" cannot be both checked and removed', undefined],
    ['SCM-12 --dry-run', 2, '--dry-run requires a change, such as --add', undefined],
    ['SCM-12 --check 6', 4, 'the checklist has no item "6"; it has 5 items', undefined],
    [
      'SCM-12 --check migr',
      4,
      '"migr" matches several items: 1 Migration written, 2 Migration tried on a copy of production',
      undefined,
    ],
    ['SCM-999 --check 1', 4, 'there is no task SCM-999 that you can see', undefined],
  ])('%s is refused, and nothing is written', async (words, code, error, hint) => {
    expect(await world.run(`tasks checklist ${words}`)).toEqual(refused(code, error, hint));
    expect(world.takeRequests().filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  test('a text that the server cuts is said', async () => {
    expect(await world.run(['tasks', 'checklist', 'WEB-1', '--add', 'x'.repeat(520)])).toEqual(
      remarked(
        '',
        'warning: the server cut an item of 520 characters to 500\nWEB-1: added "' +
          `${'x'.repeat(59)}…"; 0 of 1 done.\n`,
      ),
    );
  });

  test('a full list is an error, not a success', async () => {
    const many = Array.from({ length: 100 }, (_, at) => ['--add', `Item ${at + 1}`]).flat();
    expect((await world.run(['tasks', 'checklist', 'WEB-1', ...many])).code).toBe(0);
    const { code, stdout, stderr } = await world.run('tasks checklist WEB-1 --add "One more"');
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
    expect(stderr).toMatch(
      /^warning: what you wrote is kept in .*\nhint: check whether it has arrived; if not: tracker tasks checklist WEB-1 /,
    );
    expect(stderr).toContain(
      'error: the server accepted the change but did not keep all of it\nhint: it may show up later; check before you run it again\n',
    );
    expect(await stored(world, 'WEB-1')).toHaveLength(100);
  });
});
