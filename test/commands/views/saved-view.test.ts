import { describe, expect, test } from 'vitest';
import { allShapes, openWorld, owner, printed, type Ran, refused, remarked, wide } from '../../support/run.js';
import { allTests, eachTest } from '../../support/set-up.js';

allShapes('a list of a saved view, %s shape', (world) => {
  test.each([
    ['tasks list --view Overdue', 'tasks list --due overdue -s todo,in_progress'],
    ['tasks list --view "bugs OF scandia"', 'tasks list --project SCM --type bug'],
    ['tasks list --view waiting', 'tasks list -s in_review -a @me'],
    ['tickets list --view tonight', 'tickets list --org casa-azul -p urgent,high'],
    // Other flags narrow it, those for the same field too.
    ['tasks list --view overdue -p urgent', 'tasks list --due overdue -s todo,in_progress -p urgent'],
    ['tasks list --view overdue -s todo', 'tasks list --due overdue -s todo'],
    ['tasks list --view overdue --due none', 'tasks list --due overdue -s backlog'],
    ['tasks list --view waiting -a seán', 'tasks list --scope all --search OPS-9'],
    ['tasks list --view bugs --state finished', 'tasks list --project SCM --type bug --state finished'],
    ['tickets list --view tonight -p high --org casa-azul', 'tickets list --org casa-azul -p high'],
    // Which list is meant, its order and its length are no filters.
    [
      'tasks list --view overdue --scope all --sort -due -L 2',
      'tasks list --scope all --overdue -s todo,in_progress --sort -due -L 2',
    ],
    ['today --view bugs', 'tasks list --due "<=today" --project SCM --type bug'],
  ])('%s is %s', async (line, flags) => {
    const wanted = await world.run(`${flags} --json`);
    expect(wanted.code).toBe(0);
    expect(await world.run(`${line} --json`)).toEqual(wanted);
  });
});

describe('a saved view that is not as expected', () => {
  const world = eachTest(openWorld);
  const save = async (page: string, ...savedViews: readonly unknown[]): Promise<Ran> =>
    await world.run(['views', 'set', page, '--patch', JSON.stringify({ savedViews })]);
  const view = (filters: unknown, rest = {}) => ({ id: 'v1', name: 'Odd', filters, ...rest });

  test.each([
    [
      'zzz',
      4,
      'there is no saved view called "zzz" that you can see',
      'saved for tasks: Overdue, Bugs of Scandia, Waiting for me ☕',
    ],
    [
      'for tonight',
      4,
      'there is no saved view called "for tonight" that you can see',
      "it is saved for tickets: tracker tickets list --view 'For tonight'",
    ],
  ])('%s has another name', async (name, code, error, hint) => {
    expect(await world.run(['tasks', 'list', '--view', name])).toEqual(refused(code, error, hint));
  });

  test('a part of several names is ambiguous, and an id or a whole name is not', async () => {
    await save(
      'tasks',
      { id: 'v1', name: 'Late' },
      { id: 'v2', name: 'Too late', filters: { overdue: true } },
      { id: 'v3', name: 'Spät' },
    );
    const { code, stderr } = await world.run('tasks list --view lat');
    expect([code, stderr]).toEqual([4, expect.stringContaining('"lat" matches several: Late (v1), Too late (v2)')]);
    for (const name of ['v2', 'TOO LATE']) expect((await world.run(['tasks', '--view', name])).code).toBe(0);
    expect(await world.run('tasks --view spat -q')).toEqual(await world.run('tasks -q'));
    expect(await world.run('tickets --view x', { as: 'theo@quill-and-moss.example' })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('hint: none is saved for tickets\n'),
    });
  });

  test('what is not understood is named, and the rest applied', async () => {
    await save(
      'tasks',
      view(
        { status: ['todo'], due: { before: 'today' }, quietFor: '14d', since: 'the flood' },
        { sort: ['-due', 'mood'] },
      ),
    );
    const { stdout } = await world.run('tasks list -s todo');
    expect(await world.run('tasks list --view odd')).toEqual(
      remarked(
        stdout,
        'warning: not understood in the saved view "Odd": "due", "quietFor", "since", "sort"; the rest is applied\nhint: the list may show more than the web app does\n',
      ),
    );
    await save('tasks', view(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x${at}`, at]))));
    const { stderr, code } = await world.run('tasks list --view odd -L 1');
    expect([code, stderr]).toEqual([0, expect.stringContaining('"x7" and 892 more; the rest')]);
    expect(stderr.length).toBeLessThan(400);
  });

  test('its order is kept, unless another is given', async () => {
    await save('tasks', view({ status: ['todo', 'in_progress'] }, { sort: '-due' }));
    expect(await world.run('tasks --view odd -q')).toEqual(await world.run('tasks -s todo,in_progress --sort -due -q'));
    expect(await world.run('tasks --view odd --sort title -q')).toEqual(
      await world.run('tasks -s todo,in_progress --sort title -q'),
    );
  });

  test('its filters may contradict one another, and each other of one name narrows', async () => {
    await save(
      'tasks',
      view({ overdue: true, due: '<2026-11-20', assignees: ['me'], assigneeIds: ['me'], state: 'open' }),
    );
    expect(await world.run('tasks --view odd -q')).toEqual(await world.run('tasks --overdue -a @me -q'));
    await save('tasks', view({ overdue: true, due: '>=2026-11-20' }));
    expect(await world.run('tasks --view odd')).toEqual(printed(''));
  });

  test('a tag with a comma is one, and a name that is gone is said to be of the view', async () => {
    await save('tickets', view({ tags: ['a,b'] }));
    expect(await world.run('tickets --view odd --segment all')).toMatchObject({ code: 0, stdout: '' });
    await save('tickets', view({ orgId: 'gone' }));
    expect(await world.run('tickets --view odd')).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(
        /^error: in the saved view "Odd": there is no organisation "gone" that you can see\nhint: your organisations:/,
      ),
    });
  });

  test('--web has no views, and flags are checked before anything is sent', async () => {
    expect((await world.run('tasks --view odd --web')).code).toBe(2);
    world.takeRequests();
    expect((await world.run('tasks --view odd --due today --overdue')).code).toBe(2);
    expect(world.takeRequests()).toEqual([]);
  });
});

describe('what a terminal says of saved views', () => {
  const world = allTests(openWorld);

  test('names instead of ids, once they were seen', async () => {
    const machine = await world.machine(owner);
    await machine.run('orgs list');
    const { stdout } = await machine.run('views list', wide);
    expect(stdout).toContain('tickets  For tonight: from Fundación Casa Azul, urgent or high priority');
  });
});
