import { describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import type { Shape } from '../../../src/sandbox/world.js';
import { allShapes, openWorld, owner, printed, type Ran, refused, remarked, wide } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { allTests, eachTest } from '../../support/set-up.js';

const inShape: Readonly<Record<Shape, readonly (readonly [line: string, flags: string])[]>> = {
  usual: [
    ['tasks list --view Overdue', 'tasks list --due overdue -s todo,in_progress'],
    // Other flags narrow it, those for the same field too.
    ['tasks list --view overdue -p urgent', 'tasks list --due overdue -s todo,in_progress -p urgent'],
    ['tasks list --view overdue -s todo', 'tasks list --due overdue -s todo'],
    ['tasks list --view overdue --due none', 'tasks list --due overdue -s backlog'],
    // Which list is meant, its order and its length are no filters.
    [
      'tasks list --view overdue --scope all --sort -due -L 2',
      'tasks list --scope all --overdue -s todo,in_progress --sort -due -L 2',
    ],
  ],
  spec: [],
  wire: [
    ['tickets list --view "Nobody yet"', 'tickets list --unassigned'],
    ['tickets list --view nobody -p urgent', 'tickets list --unassigned -p urgent'],
    [
      'tasks list --view "next two weeks" --due "<=2026-12-31"',
      'tasks list -s todo,in_progress --due "<=2026-12-04" --sort due',
    ],
    ['tasks list --view next --due none --sort title', 'tasks list -s todo,in_progress --due none --sort title'],
  ],
};

allShapes('a list of a saved view, %s shape', (world, shape) => {
  test.each<readonly [line: string, flags: string]>([
    ...inShape[shape],
    ['tasks list --view "bugs OF scandia"', 'tasks list --project SCM --type bug'],
    ['tasks list --view waiting', 'tasks list -s in_review -a @me'],
    ['tickets list --view tonight', 'tickets list --org casa-azul -p urgent,high'],
    ['tasks list --view waiting -a seán', 'tasks list --scope all --search OPS-9'],
    ['tasks list --view bugs --state finished', 'tasks list --project SCM --type bug --state finished'],
    ['tickets list --view tonight -p high --org casa-azul', 'tickets list --org casa-azul -p high'],
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
      { id: 'v1', name: 'Late', filters: null },
      { id: 'v2', name: 'Too late', filters: { overdue: true } },
      { id: 'v3', name: 'Spät', config: { filters: {}, time: 'all' } },
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

  test('what is not understood is an error that names it, or the rest is applied with --partly', async () => {
    await save(
      'tasks',
      view(
        {
          status: ['todo'],
          due: { before: 'today' },
          quietFor: '14d',
          archived: null,
          priority: null,
          since: 'the flood',
        },
        { sort: ['-due', 'mood'], owner: null, time: null },
      ),
    );
    expect(await world.run('tasks list --view odd -q')).toEqual(
      refused(
        1,
        'not understood in the saved view "Odd": "owner", "due", "archived", "quietFor", "since", "sort"',
        'to apply only the rest of it, add --partly; the list may show more than the web app does',
      ),
    );
    const { stdout } = await world.run('tasks list -s todo');
    expect(await world.run('tasks list --view odd --partly')).toEqual(
      remarked(
        stdout,
        'warning: not understood in the saved view "Odd": "owner", "due", "archived", "quietFor", "since", "sort"; the rest is applied\nhint: the list may show more than the web app does\n',
      ),
    );
    await save('tasks', view(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x${at}`, at]))));
    const { stderr, code } = await world.run('tasks list --view odd -L 1 --partly');
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

  const days = (date: string, plannedFor: string | null = null) => ({ due: date || null, plannedFor });
  const tasks = {
    ...{ Past: days('2026-01-01'), Last: days('2026-11-27'), Later: days('2026-11-28'), None: days('') },
    ...{ Planned: days('2027-03-01', '2026-11-24'), Both: days('2027-03-01', '2027-02-01') },
  };
  const listing =
    (config: unknown, { isBare = false, users = {} } = {}): Send =>
    async (request) => {
      const { pathname } = request.url;
      const view = { id: 'v1', name: 'Odd', config };
      if (pathname.endsWith('/me/views')) return answerJson(200, { viewState: { tasks: { savedViews: [view] } } });
      const rows = Object.entries(tasks).map(([title, more], at) => {
        return { id: `AB-${at}`, uuid: `u${at}`, title, status: 'todo', assignees: [`p${at}`], ...more };
      });
      const [, uuid] = /\/tasks\/(.+)$/.exec(pathname) ?? [];
      if (uuid !== undefined) return answerJson(200, { task: rows.find((row) => row.uuid === uuid) });
      const bare = rows.map(({ plannedFor: _, ...row }) => row);
      return answerJson(200, { tasks: isBare ? bare : rows, users });
    };

  test.each([
    [{ time: '7d' }, ['Past', 'Last', 'None', 'Planned']],
    [{ time: '90d' }, ['Past', 'Last', 'Later', 'None', 'Planned', 'Both']],
    [{ time: '30d' }, ['Past', 'Last', 'Later', 'None', 'Planned']],
    // The web app shows 30 days unless a view says otherwise.
    [{}, ['Past', 'Last', 'Later', 'None', 'Planned']],
    [{ time: 'all' }, Object.keys(tasks)],
  ])('%j shows the days of the web app, whether rows have them or only details', async (time, titles) => {
    for (const isBare of [false, true]) {
      const send = listing({ filters: {}, ...time }, { isBare });
      const { stdout } = await world.run('tasks --scope all --view odd --fields title', { send });
      expect(stdout.split('\n').filter(Boolean)).toEqual(titles);
    }
  });

  test('people are found by their id alone, also where they have left', async () => {
    const send = listing({ filters: { assignee: ['p1', 'p9'] }, time: 'all' }, { users: { p7: { name: 'p1' } } });
    expect(await world.run('tasks --view odd -q', { send })).toEqual(printed('AB-1\n'));
    const nobody = listing({ filters: { assignee: ['p9'] } });
    expect(await world.run('tasks --view odd -q', { send: nobody })).toEqual(printed(''));
  });

  test('--partly is only for a saved view', async () => {
    for (const line of ['tasks list', 'tickets list', 'today'])
      expect(await world.run(`${line} --partly`)).toEqual(refused(2, '--partly can only be used with --view'));
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
