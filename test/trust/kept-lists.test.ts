import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import type { Outcome } from '../support/computer/program.js';
import { runHere as tracker } from '../support/run-here.js';
import { startMeddledService } from '../support/servers/meddled-service.js';
import { allTests } from '../support/set-up.js';

const home = allTests(makeHome);
const service = allTests(startMeddledService);
/** User ids by name. */
let people: Readonly<Record<string, string>>;

type Entity = Readonly<Record<string, readonly unknown[]>>;

const run = async (words: string): Promise<Outcome> =>
  await tracker(home, words, { env: { ...service.env, NO_COLOR: '1' } });

beforeAll(async () => {
  const { assignableUsers } = JSON.parse((await run('tasks view SCM-12 --json')).stdout);
  people = Object.fromEntries(assignableUsers.map(({ id, name }: { id: string; name: string }) => [name, id]));
  await run('tickets view BERG-9');
});

beforeEach(async () => {
  service.meddle((body) => body);
  const lists = '--set-assignee priya,zoe --set-tag old';
  expect(await run(`tasks edit SCM-12 ${lists} --set-dependency SCM-4`)).toMatchObject({ code: 0 });
  expect(await run(`tickets edit BERG-9 ${lists}`)).toMatchObject({ code: 0 });
});

/** From the next write on, this is what the server has made of a task or a ticket. */
function afterWrite(change: (entity: Entity) => Entity): void {
  let isWritten = false;
  service.meddle((body, route) => {
    if (!route.startsWith('GET ')) isWritten = true;
    if (!isWritten || !/^GET \/(tasks|tickets)\/[\da-f-]{36}$/.test(route)) return body;
    const detail = body as Record<string, Entity>;
    const key = detail.task ? 'task' : 'ticket';
    return { ...detail, [key]: { ...detail[key], ...change(detail[key] ?? {}) } };
  });
}

const without = (key: string, lost: () => unknown): void =>
  afterWrite((entity) => ({ [key]: (entity[key] ?? []).filter((each) => each !== lost()) }));

const priya = (): unknown => people['Priya Raghunathan'];
const old = (): unknown => 'old';

describe('R81: what was there before and is dropped by a change of something else (#10.4)', () => {
  test.each([
    ['tasks edit SCM-12 --add-assignee @me', 'assignees', priya, 'Priya Raghunathan'],
    ['tasks edit SCM-12 --remove-assignee zoe', 'assignees', priya, 'Priya Raghunathan'],
    ['tasks edit SCM-12 --add-tag new', 'tags', old, 'the tag "old"'],
    ['tasks edit SCM-12 --add-dependency SCM-3', 'dependsOn', undefined, 'SCM-4'],
    ['tickets edit BERG-9 --add-assignee @me', 'assignees', priya, 'Priya Raghunathan'],
    ['tickets edit BERG-9 --add-tag new', 'tags', old, 'the tag "old"'],
  ])('R81: %s: is named, exit 8', async (words, key, lost, name) => {
    if (lost) without(key, lost);
    else afterWrite(({ dependsOnIds = [] }) => ({ dependsOnIds: dependsOnIds.slice(0, 1) }));
    const { code, stderr } = await run(words);
    expect({ code, stderr }).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(`the server accepted the change but did not keep ${name}`),
    });
  });
});

describe('R81: a list that was replaced (#10.4)', () => {
  test.each([
    ['tasks edit SCM-12 --set-assignee priya', 'assignees', 'SCM-12', 'tasks'],
    ['tickets edit BERG-9 --set-assignee priya', 'assignees', 'BERG-9', 'tickets'],
  ])(
    'R81: %s: somebody who is missing is named, exit 8, with a command that shows who can be assigned',
    async (words, key, ref, noun) => {
      without(key, priya);
      const { code, stdout, stderr } = await run(words);
      expect({ code, stdout }).toMatchObject({ code: 8, stdout: expect.stringContaining(`${ref}\tfalse\t`) });
      const hint = `tracker ${noun} view ${ref} --jq '.assignableUsers[].name'`;
      expect(stderr).toBe(
        `error: ${ref} was changed, but the server did not keep Priya Raghunathan
hint: list who can be assigned: ${hint}
`,
      );
    },
  );

  const stillPriya = () => ({ assignees: [people['Priya Raghunathan']] });
  test.each([
    ['tasks edit SCM-12 --set-tag new', () => ({ tags: [] }), 'did not keep the tag "new"'],
    ['tasks edit SCM-12 --set-tag new', () => ({ tags: ['old', 'new'] }), 'did not remove the tag "old"'],
    ['tasks edit SCM-12 --set-tag none', () => ({ tags: ['old'] }), 'did not remove the tag "old"'],
    ['tasks edit SCM-12 --set-assignee none', stillPriya, 'did not remove Priya Raghunathan'],
    [
      'tasks edit SCM-12 --set-assignee zoe',
      stillPriya,
      'did not keep Zoë Baptiste, and did not remove Priya Raghunathan',
    ],
    ['tasks edit SCM-12 --set-dependency SCM-3', () => ({ dependsOn: [], dependsOnIds: [] }), 'did not keep SCM-3'],
    ['tickets edit BERG-9 --set-tag new', () => ({ tags: ['old', 'new'] }), 'did not remove the tag "old"'],
    ['tickets edit BERG-9 --set-assignee none', stillPriya, 'did not remove Priya Raghunathan'],
  ] as const)('R81: %s: what differs is named, exit 8 (%#)', async (words, change, told) => {
    afterWrite(change as () => Entity);
    const { code, stderr } = await run(words);
    const ref = words.split(' ')[2];
    expect({ code, stderr }).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(`${ref} was changed, but the server ${told}`),
    });
  });

  test('R81: another spelling is no loss', async () => {
    afterWrite(() => ({ tags: ['very hot', 'x'.repeat(24)] }));
    for (const flag of ['--set-tag', '--add-tag']) {
      const words = ['tasks', 'edit', 'SCM-12', flag, `Very  Hot,${'X'.repeat(30)}`];
      if (flag === '--add-tag') words.push('--remove-tag', 'old');
      const { code, stderr } = await tracker(home, words, { env: service.env });
      expect({ code, stderr }).toMatchObject({ code: 0 });
    }
  });
});

describe('R81: what was created', () => {
  test.each([
    ['tasks create --project SCM -t x -a priya,zoe', 'assignees', priya, 'Priya Raghunathan'],
    ['tasks create --project SCM -t x --tag old,new', 'tags', old, 'the tag "old"'],
    ['tickets create --org lantern-works --subject x -a priya,zoe', 'assignees', priya, 'Priya Raghunathan'],
    ['tickets convert BERG-9 --again --project SCM -t x -a priya,zoe', 'assignees', priya, 'Priya Raghunathan'],
    ['tickets convert BERG-9 --again --project SCM -t x --tag old,new', 'tags', old, 'the tag "old"'],
  ])('R81: %s: is reported, and what is missing is named, exit 8', async (words, key, lost, name) => {
    without(key, lost);
    const { code, stdout, stderr } = await run(words);
    expect(stdout).toMatch(/^[A-Z]+-\d+\n$/);
    const told = `${stdout.trim()} was created, but the server did not keep ${name}`;
    expect({ code, stderr }).toMatchObject({ code: 8, stderr: expect.stringContaining(told) });
  });

  test('R81: tasks create --depends-on: a dependency that is missing', async () => {
    afterWrite(() => ({ dependsOn: [], dependsOnIds: [] }));
    const { code, stderr } = await run('tasks create --project SCM -t x --depends-on SCM-3');
    expect({ code, stderr }).toMatchObject({
      code: 8,
      stderr: expect.stringMatching(/was created, but the server did not keep SCM-3/),
    });
  });

  test.each([
    'tasks create --project SCM -t x -a none',
    'tickets create --org lantern-works --subject x -a none',
    'tickets convert BERG-9 --again --project SCM -t x -a none',
  ])('R81: %s: somebody the server assigns all the same', async (words) => {
    afterWrite(() => ({ assignees: [people['Priya Raghunathan'] ?? ''] }));
    const { code, stderr } = await run(words);
    expect({ code, stderr }).toMatchObject({
      code: 8,
      stderr: expect.stringMatching(/was created, but the server did not remove Priya Raghunathan/),
    });
  });
});
