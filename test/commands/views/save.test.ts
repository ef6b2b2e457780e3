import { beforeEach, describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Row } from '../../../src/contract/row.js';
import type { Send } from '../../../src/http/message.js';
import { allShapes, openWorld, owner, refused, remarked } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';
import { eachTest } from '../../support/set-up.js';

const stored = async (world: { json(line: string): Promise<unknown> }, page: string) =>
  ((await world.json(`views view ${page}`)) as { savedViews: readonly Record<string, unknown>[] }).savedViews;

allShapes('views save, %s shape', (world, shape) => {
  beforeEach(() => void world.takeRequests());

  test('stores filters as the views that are there, beside them', async () => {
    const before = await stored(world, 'tickets');
    world.takeRequests();
    expect(await world.run('views save tickets "Lisbon" --org casa-azul -s waiting-on-agent -p high')).toEqual(
      remarked('', 'Saved the view "Lisbon" of tickets: waiting on agent, high priority, from Fundación Casa Azul.\n'),
    );
    expect(world.takeRequests().filter((line) => line.startsWith('POST'))).toEqual(['POST /api/v1/me/views']);
    const after = await stored(world, 'tickets');
    expect(after.slice(0, -1)).toEqual(before);
    const org = expect.stringMatching(/^[\da-f-]{36}$/);
    const words = { status: ['waiting_on_agent'], priority: ['high'] };
    expect(after.at(-1)).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Lisbon',
      ...(shape === 'wire'
        ? {
            config: {
              ...{ view: 'list', listGroup: 'status', boardGroup: 'status', sub: 'none' },
              filters: { ...words, org: [org] },
            },
          }
        : { filters: { ...words, orgId: org } }),
    });
    expect(await world.run('tickets --view lisbon -q')).toEqual(
      await world.run('tickets --org casa-azul -s waiting-on-agent -p high -q'),
    );
  });

  test('refuses a word that is unknown and near a known one before anything is sent', async () => {
    const ran = await world.run('views save tickets V12 -p low,hihg -s closed');
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('(did you mean high?)') });
    expect(world.takeRequests()).toEqual([]);
    expect(await world.run('views save tickets V12 -p low,hihg -s closed -y -n')).toMatchObject({ code: 0 });
  });

  test('people and projects as ids and keys', async () => {
    await world.run('views save tasks Ours -a @me -a zoë --project scm --sort -due');
    const id = expect.stringMatching(/^[\da-f-]{32,36}$/);
    expect((await stored(world, 'tasks')).at(-1)).toMatchObject(
      shape === 'wire'
        ? {
            config: {
              ...{ filters: { assignee: [id, id], project: ['SCM'] }, time: 'all' },
              listSort: { by: 'due', dir: 'desc' },
            },
          }
        : { filters: { assignee: ['me', id], project: ['SCM'] }, sort: '-due' },
    );
    await world.run('views save tasks Free --unassigned');
    const { config, ...free } = (await stored(world, 'tasks')).at(-1) as Row;
    expect(config ?? free).toMatchObject({ filters: { assignee: ['__unassigned__'] } });
    for (const [view, flags] of [
      ['ours', '-a @me,zoë --project scm --sort -due'],
      ['free', '--unassigned'],
    ])
      expect(await world.run(`tasks --view ${view} -q`)).toEqual(await world.run(`tasks ${flags} -q`));
  });
});

test.each(['--overdue', '--due overdue'])('a form that has no due day refuses %s by that name', async (typed) => {
  const world = await openWorld({ shape: 'wire' });
  const { stderr } = await world.run(`views save tasks W ${typed}`);
  expect(stderr).toContain(`a saved view of this server cannot have ${typed.replace(/ .*/, '')}\n`);
});

describe('views save', () => {
  const world = eachTest(openWorld);
  const replaced = '{"savedViews":[{"id":"v1","name":"Mine","filter":{"label":"x","status":"todo"},"view":"board"}]}';

  test('replaces one of the same name only after confirmation, in its own form, with what else it has', async () => {
    await world.run(['views', 'set', 'tasks', '--patch', replaced]);
    await world.run(['views', 'set', 'tickets', '--patch', '{"savedViews":[]}']);
    expect(await world.run('views save tasks mine -s done')).toEqual(
      refused(2, 'cannot ask here: Replace the saved view "mine" of tasks?', 'add --yes'),
    );
    const { code, stderr } = await world.run('views save tasks mine -s done --category x -y');
    expect([code, stderr]).toEqual([2, expect.stringContaining('tracker tasks list has no --category')]);
    expect(await world.run('views save tasks other --search x')).toMatchObject({
      stderr: expect.stringContaining('none of your saved views shows how --search is stored'),
    });
    await world.run('views delete tasks other -y');
    expect((await world.run('views save tasks mine -s done -y --type bug')).code).toBe(0);
    const { stdout } = await world.run('views view tasks --json');
    expect(stdout).toContain('[{"id":"v1","name":"mine","view":"board","filter":{"status":"done","type":["bug"]}}]');
    world.takeRequests();
    expect(await world.run('views save tasks mine -s done --type bug')).toMatchObject({
      stderr: expect.stringContaining(
        'Nothing to change: already saved as the view "mine" of tasks: done, type bug.\n',
      ),
    });
    expect(world.takeRequests()).toEqual(['GET /api/v1/me/views']);
  });

  test('shows with --dry-run what it would send, and can be found in undo', async () => {
    const { stdout, stderr } = await world.run('views save tasks New -s todo --dry-run');
    expect(stderr).toBe('Would change the view "tasks".\n');
    expect(stdout).toMatch(/^POST\t\S+\/me\/views\t{"key":"tasks","patch":{"savedViews":\[.*"Overdue".*"name":"New"/);
    expect(world.takeRequests()).toEqual(['GET /api/v1/me/views', 'GET /api/v1/me/views']);
    const machine = await world.machine(owner);
    await machine.run('views save tasks New -s todo');
    expect(await machine.run('undo')).toEqual(
      refused(
        1,
        'change 1 cannot be undone: a change of saved views',
        'to undo what came before it, run tracker undo again',
      ),
    );
  });

  test('waits with --queue, and is sent later', async () => {
    const machine = await world.machine(owner);
    const away: Send = async () => {
      throw new TrackerError('network', 'the server cannot be reached');
    };
    const queued = await machine.run('views save tickets Quiet --stale 3d -a @me --queue', { send: away });
    expect(queued).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('waits as draft 1 (views save tickets Quiet'),
    });
    expect((await machine.run('drafts send --waiting')).code).toBe(0);
    expect((await stored(world, 'tickets')).at(-1)).toMatchObject({
      name: 'Quiet',
      filters: { stale: '3d', assignee: ['me'] },
    });
  });

  test('keeps what others save at the same moment', async () => {
    const machines = await Promise.all(
      ['A', 'B', 'C'].map(async (name) => [await world.machine(owner), name] as const),
    );
    const ran = await Promise.all(
      machines.map(async ([machine, name]) => await machine.run(`views save tasks ${name} -s todo`)),
    );
    const names = (await stored(world, 'tasks')).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['Overdue', 'Bugs of Scandia', 'Waiting for me ☕']);
    // Who is told that it was saved has it there.
    for (const [at, { code }] of ran.entries()) if (code === 0) expect(names).toContain(machines[at]?.[1]);
  });

  test('writes the form of public servers where none is shown, and nothing if what is there cannot be read', async () => {
    const sent: unknown[] = [];
    const answering =
      (reply: unknown): Send =>
      async (request) => {
        if (!request.url.pathname.endsWith('/me/views')) return await world.send(request);
        if (request.method === 'POST') sent.push(JSON.parse(String(request.body)));
        return answerJson(200, request.method === 'POST' ? { ok: true } : reply);
      };
    const run = async (reply: unknown, flags = '-s todo') =>
      await world.run(`views save tasks New ${flags}`, { send: answering(reply) });
    await run({ viewState: { tasks: { view: 'board', filters: {} } } });
    const config = { view: 'board', filters: { status: ['todo'] }, time: 'all' };
    expect(sent.splice(0)[0]).toMatchObject({ patch: { savedViews: [{ name: 'New', config }] } });
    expect(await run({}, '--due today')).toEqual(refused(1, 'a saved view of this server cannot have --due'));
    const known = { id: 'a', name: 'new', config: { filters: {}, owner: 'x' } };
    expect(await run({ views: { tasks: { savedViews: [known] } } }, '-s todo -y')).toEqual(
      refused(
        1,
        'not understood in the saved view "new": "owner"',
        'choose another name, or delete it first: tracker views delete tasks NAME',
      ),
    );
    for (const savedViews of [{}, 'x', [7], [null]])
      expect(await run({ views: { tasks: { savedViews } } })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^error: the server's response cannot be read: .*"savedViews"/),
      });
    expect(sent).toEqual([]);
  });

  test('a server that takes it and keeps it not is an error, and others are sent as they came', async () => {
    const page =
      '{"savedViews":[{"id":"a","name":"A","filters":{"status":["todo"],"n":12345678901234567890},"__proto__":{"x":1}}]}';
    const sent: unknown[] = [];
    const send: Send = async (request) => {
      if (!request.url.pathname.endsWith('/me/views')) return await world.send(request);
      if (request.method === 'POST') sent.push(request.body);
      return answer(200, request.method === 'POST' ? '{"ok":true}' : `{"views":{"tasks":${page}}}`);
    };
    expect(await world.run('views save tasks New -s todo', { send })).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('the server accepted the change but did not keep "New"'),
    });
    expect(String(sent[0])).toContain(page.slice(0, -2));
  });

  test.each([
    ['wiki X -s open', 'the page is tasks or tickets, not "wiki"', undefined],
    ['tasks " " -s open', 'the name of the view cannot be empty', undefined],
    [`tasks ${'x'.repeat(61)} -s open`, 'the name of a view has at most 60 characters; this one has 61', undefined],
    ['tasks X', 'nothing to save; give at least one filter', 'such as -p high'],
    ['tasks X --sort due', 'nothing to save; give at least one filter', 'such as -p high'],
    ['tasks X --org casa-azul', 'tracker tasks list has no --org', undefined],
    ['tickets X --due today', 'tracker tickets list has no --due', undefined],
    ['tasks X -s !open', '--status !open: a saved view cannot exclude values', undefined],
    ['tasks X --overdue --due today', '--due and --overdue cannot be used together', undefined],
    ['tasks X --unassigned -a @me', '--assignee and --unassigned cannot be used together', undefined],
  ])('%s is refused before a request', async (words, error, hint) => {
    world.takeRequests();
    expect(await world.run(`views save ${words}`)).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });
});
