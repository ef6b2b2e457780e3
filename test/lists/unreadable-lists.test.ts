import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld } from '../support/run.js';
import { recordWrites } from '../support/sandbox/recorded-writes.js';
import { changingDetails } from '../support/servers/meddling.js';
import { allTests } from '../support/set-up.js';

type Fields = Readonly<Record<string, unknown>>;

const gone = undefined;
const hint = 'nothing was written, because what cannot be read would be lost';

describe('a list that cannot be read is not replaced', () => {
  const world = allTests(openWorld);
  beforeAll(async () => {
    await world.run('tasks list --scope all -q');
    await world.run('tickets list --segment all -q');
  });

  /** What a command does where details have these fields, and what it sends. */
  const run = async (line: string, fields: Fields) => {
    const writes = recordWrites(world.send);
    const ran = await world.run(line, { send: changingDetails(writes.send, () => fields) });
    return { ran, bodies: writes.take().map(({ body }) => body as Fields) };
  };

  const unknown = (list: string, entry = 1): string => `entry ${entry} of its "${list}" has an unknown shape`;
  test.each<[string, Fields, string]>([
    ['tickets edit BERG-9 --add-tag new', { tags: gone, labels: gone }, 'it has no "tags"'],
    ['tickets edit BERG-9 --add-tag new', { tags: null, labels: null }, 'it has no "tags"'],
    ['tickets edit BERG-9 --add-tag new', { tags: ['a', { label: 'old' }] }, unknown('tags', 2)],
    ['tickets edit BERG-9 --remove-tag new', { tags: [7] }, unknown('tags')],
    ['tickets edit BERG-9 --add-assignee @me', { assignees: gone }, 'it has no "assignees"'],
    ['tickets edit BERG-9 --add-assignee @me', { assignees: [{ name: 'Zoë' }] }, unknown('assignees')],
    ['tasks edit SCM-12 --add-tag new', { tags: [{ label: 'old' }] }, unknown('tags')],
    ['tasks edit SCM-12 --add-tag new', { tags: gone, labels: gone }, 'it has no "tags"'],
    ['tasks edit SCM-12 --add-assignee @me', { assignees: gone, assignee: 'somebody' }, 'it has no "assignees"'],
    ['tasks edit SCM-12 --add-assignee @me', { assignees: {} }, 'its "assignees" is not a list'],
    ['tasks edit SCM-12 --add-assignee @me', { assignees: [null] }, unknown('assignees')],
    [
      'tasks edit SCM-12 --add-dependency SCM-3',
      { dependsOnIds: gone, dependsOn: [{ id: 'SCM-4' }] },
      unknown('dependsOn'),
    ],
    ['tasks edit SCM-12 --add-dependency SCM-3', { dependsOnIds: 'x' }, 'its "dependsOnIds" is not a list'],
    ['tasks checklist SCM-12 --add x', { checklist: ['one', null] }, unknown('checklist')],
    ['tasks checklist SCM-12 --add x', { checklist: [{ id: 'a', text: 'A', done: 1 }] }, unknown('checklist')],
    ['tickets checklist BERG-9 --add x', { checklist: [{ id: 'a', text: 'A' }, { id: 'b' }] }, unknown('checklist', 2)],
    ['tickets checklist BERG-9 --add x', { checklist: gone }, 'it has no "checklist"'],
  ])('%s: %j', async (line, fields, what) => {
    const { ran, bodies } = await run(`${line} --json`, fields);
    expect(bodies).toEqual([]);
    expect(ran.code).toBe(1);
    expect(`${ran.stdout}${ran.stderr}`).toContain(JSON.stringify(`the server's response cannot be read: ${what}`));
  });

  test('that is said in words too', async () => {
    const { ran } = await run('tasks checklist SCM-12 --check 1', { checklist: 7 });
    expect(ran).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `error: the server's response cannot be read: its "checklist" is not a list\nhint: ${hint}\n`,
      ),
    });
  });

  test.each<[string, Fields, Fields]>([
    ['tickets edit BERG-9 --add-tag new', { tags: ['', 'old'], assignees: gone }, { tags: ['', 'old', 'new'] }],
    ['tasks edit SCM-12 --add-tag new', { tags: gone, labels: ['old'] }, { tags: ['old', 'new'] }],
    [
      'tasks edit SCM-12 --add-assignee @me',
      { assignees: [{ id: 'u1', name: 'A' }, 'u2'] },
      { assigneeIds: ['u1', 'u2', expect.any(String)] },
    ],
    [
      'tasks edit SCM-12 --add-dependency SCM-3',
      { dependsOnIds: gone, dependsOn: [{ uuid: 'one', id: 'SCM-4' }, 'two'] },
      { dependsOnIds: ['one', 'two', expect.any(String)] },
    ],
    [
      'tasks checklist SCM-12 --check 2',
      {
        checklist: [
          { text: 'A', by: { id: 7 } },
          { id: 'b', text: 'B', done: false, at: 1 },
        ],
      },
      {
        checklist: [
          { text: 'A', by: { id: 7 } },
          { id: 'b', text: 'B', done: true, at: 1 },
        ],
      },
    ],
  ])('what can be read is written back as it came: %s, %j', async (line, fields, wanted) => {
    const { bodies } = await run(line, fields);
    expect(bodies[0]).toEqual(wanted);
  });

  test.each([gone, null])(
    'no assignees and no dependencies are nobody and none where a task does not name them: %s',
    async (nothing) => {
      const none = { assignees: nothing, assignee: '', dependsOnIds: nothing, dependsOn: nothing };
      const { bodies } = await run('tasks edit SCM-12 --add-dependency SCM-3 --add-assignee @me', none);
      expect(bodies[0]).toEqual({ assigneeIds: [expect.any(String)], dependsOnIds: [expect.any(String)] });
    },
  );
});
