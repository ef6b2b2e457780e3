import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { learnFrom } from '../../src/client/learn/learn.js';
import { learnWritten } from '../../src/client/learn/written.js';
import { openReferenceIndex, type ReferenceIndex, type ReferenceKind } from '../../src/client/state/references.js';
import type { JsonRoute, WriteRoute } from '../../src/contract/routes.js';
import { isRow } from '../../src/contract/row.js';
import { within } from '../support/computer/folder.js';
import { openWorld, owner, shapes } from '../support/run.js';
import { cacheOf } from '../support/sandbox/keys.js';

describe.each(shapes)('what a computer remembers, shape %s', (shape) => {
  test('everything that was seen can be completed', async () => {
    const world = await openWorld({ shape });
    const machine = await world.machine(owner);
    const lines = [
      ...[
        'tasks list --scope all',
        'tasks view SCM-12',
        'tickets list --segment all',
        'tickets view BERG-9',
        'projects list',
      ],
      ...['wiki list', 'notes list', 'chat list --org lantern-works', 'views list', 'whoami', 'search ferry'],
    ];
    for (const line of lines) expect(await machine.run(line)).toMatchObject({ code: 0, stderr: '' });
    const created = await machine.run([
      'tasks',
      'create',
      '--project',
      'SCM',
      '-t',
      'Check the lines',
      '--tag',
      'mooring',
    ]);
    const ref = created.stdout.trim();
    const read = (kind: ReferenceKind): readonly string[] => {
      const file = join(cacheOf(machine, world.url), `${kind}.tsv`);
      return readFileSync(file, 'utf8').trimEnd().split('\n');
    };
    const firsts = (kind: ReferenceKind): readonly string[] => read(kind).map((line) => line.split('\t')[0] ?? '');
    expect(read('tasks').find((line) => line.startsWith(`${ref}\t`))).toMatch(/\tCheck the lines$/);
    expect(firsts('tasks')).toContain('OPS-4');
    expect(firsts('tickets')).toEqual(expect.arrayContaining(['BERG-9', 'CASA-16']));
    expect(firsts('projects')).toEqual(expect.arrayContaining(['SCM', 'OPS', 'BOP']));
    expect(firsts('orgs')).toEqual(expect.arrayContaining(['casa-azul', 'lantern-works']));
    expect(firsts('views')).toEqual(expect.arrayContaining(['tasks', 'tickets']));
    expect(firsts('wiki')).toEqual(expect.arrayContaining(['Restore a backup', 'Customers']));
    expect(firsts('notes')).toContain('Before the demo');
    expect(firsts('threads')).toContain('Lunch on Friday');
    expect(read('people').map((line) => line.split('\t')[2])).toContain('Mara Lindqvist');
    const values = firsts('values');
    for (const kind of [
      'task-status',
      'task-priority',
      'task-type',
      'ticket-status',
      'ticket-priority',
      'ticket-category',
    ])
      expect(values.filter((value) => value.startsWith(`${kind}:`)).length, kind).toBeGreaterThan(1);
    expect(values).toEqual(expect.arrayContaining(['ticket-tag:night of the museums', 'task-tag:time-zones']));
    expect(values).toEqual(
      expect.arrayContaining([
        'ticket-view:For tonight',
        `task-view:${shape === 'wire' ? 'Next two weeks' : 'Overdue'}`,
      ]),
    );
  });
});

describe('single responses', () => {
  let index: ReferenceIndex;
  beforeEach(() => {
    index = openReferenceIndex(within('/dev/null/cache'), 'https://work.example', 'me');
  });
  const learn = async (route: JsonRoute, reply: unknown, body?: unknown): Promise<void> => {
    if (route.startsWith('GET')) await learnFrom(route, reply, index);
    // A client gets nothing else from a write.
    else if (isRow(reply)) learnWritten(route as WriteRoute, reply, index, body);
  };
  const refs = (kind: ReferenceKind): readonly string[] => index.all(kind).map(({ ref }) => ref);
  const page = (id: string, title: unknown) => ({ id, title });

  test('every row of a long list, so that nothing is completed as the only one that is not', async () => {
    const tasks = Array.from({ length: 19_987 }, (_, at) => ({
      id: `SCM-${at}`,
      uuid: `u-${at}`,
      title: `Task ${at}`,
    }));
    await learn('GET /tasks', { tasks });
    expect(refs('tasks')).toEqual(tasks.map(({ id }) => id));
  });

  test('a title that is not the only one, or cannot be typed, is remembered by its id', async () => {
    const titles = [
      'Twice',
      'twice',
      '-f',
      '@me',
      ' spaces ',
      'a\tb',
      'https://x',
      'task:x',
      '',
      'x'.repeat(121),
      'half \ud800',
    ];
    await learn('GET /wiki', {
      pages: [page('id-fine', 'Fine "$(x)" `y`'), ...titles.map((title, at) => page(`id-${at}`, title))],
    });
    expect(refs('wiki')).toEqual(['Fine "$(x)" `y`', ...titles.map((_, at) => `id-${at}`)]);
  });

  test('a whole list forgets removed and renamed entries, a part of one only renamed entries', async () => {
    await learn('GET /wiki', { pages: [page('1', 'One'), page('2', 'Two'), page('3', 'Three')] });
    await learn('GET /wiki/:id', { page: page('1', 'First') });
    expect(refs('wiki')).toEqual(['First', 'Two', 'Three']);
    await learn('GET /wiki', { pages: [page('1', 'First'), page('4', 'Two')] });
    expect(index.all('wiki').map(({ ref, uuid }) => [ref, uuid])).toEqual([
      ['Two', '4'],
      ['First', '1'],
    ]);
  });

  test('no name or value that could only be offered in another form', async () => {
    await learn('GET /tasks', {
      tasks: [{ id: 'SCM-1', uuid: 'u-1', title: 'One', status: 'to\u{e0041}do', tags: ['a\u001b[31mb', 'sea'] }],
      users: { a: { name: 'Ann' }, b: { name: 'Bo\u{e0041}' } },
    });
    expect([refs('values'), refs('people')]).toEqual([['task-tag:sea'], ['a']]);
    await learn('GET /tasks', { tasks: [], users: { a: { name: 'Ann\u202e' } } });
    expect(refs('people')).toEqual([]);
  });

  test('a page with the title of another is remembered by its id', async () => {
    await learn('GET /notes/list', { quick: [page('1', 'Standup')] });
    await learn('GET /notes/:id', { note: page('2', 'standup') });
    expect(refs('notes')).toEqual(['2', 'Standup']);
  });

  test('what was created is remembered with the title that was sent', async () => {
    await learn('POST /tickets', { id: 'u-1', displayId: 'CASA-40' }, { subject: 'Printer' });
    await learn('POST /chat/threads', { threadId: 'u-2' }, { title: 'Lunch' });
    await learn('POST /notes', { id: 'u-3' }, { title: 'Idea' });
    expect(index.find('tickets', 'casa-40')).toEqual({ ref: 'CASA-40', uuid: 'u-1', title: 'Printer' });
    expect([refs('threads'), refs('notes')]).toEqual([['Lunch'], ['Idea']]);
  });

  test('the people, tasks and states that come with other things', async () => {
    const link = { id: 'SCM-2', uuid: 'u-2', title: 'Other', status: 'parked' };
    await learn('GET /tasks/:id', {
      task: { id: 'SCM-1', uuid: 'u-1', title: 'One', labels: ['sea', 'sea'], dependsOn: [link] },
      authors: { a: { name: 'Ann' } },
      assignableUsers: [{ id: 'b', name: 'Bo' }],
    });
    await learn('GET /tickets/:id', {
      ticket: { id: 'X-1', uuid: 'u-3' },
      linkedTasks: [{ ...link, title: undefined }],
    });
    await learn('GET /inbox', { actors: { c: { name: 'Cy' } } });
    await learn('GET /projects', { projects: [{ key: 'SCM', uuid: 'u-9', members: [{ id: 'd', name: 'Di' }] }] });
    await learn('GET /projects/:id/activity', { items: [{ actor: { id: 'e', name: 'Eve' } }, { actor: null }] });
    await learn('GET /tickets', { tickets: [{ orgSlug: 'casa', orgId: 'o-1', orgName: 'Casa' }] });
    expect(index.find('tasks', 'SCM-2')).toEqual({ ref: 'SCM-2', uuid: 'u-2', title: 'Other' });
    expect(index.find('orgs', 'casa')).toEqual({ ref: 'casa', uuid: 'o-1', title: 'Casa' });
    expect(new Set(index.all('people').map(({ title }) => title))).toEqual(new Set(['Ann', 'Bo', 'Cy', 'Di', 'Eve']));
    expect(new Set(refs('values'))).toEqual(new Set(['task-tag:sea', 'task-status:parked']));
  });

  test('saved views by name, without those that are gone', async () => {
    const named = (...names: readonly unknown[]) => ({ savedViews: names.map((name) => ({ name })) });
    await learn('GET /me/views', { views: { tasks: named('Overdue', 'Old', '-x', 7, 'a\tb'), week: named('Week') } });
    await learn('GET /me/views', { viewState: { tasks: named('Overdue'), tickets: named('For tonight') } });
    expect([...refs('values')].sort()).toEqual(['task-view:Overdue', 'ticket-view:For tonight']);
  });

  test('nothing is learned from a response of another shape, and nothing breaks', async () => {
    const routes: readonly JsonRoute[] = [
      ...([
        'GET /tasks',
        'GET /tasks/:id',
        'GET /tickets/:id',
        'GET /projects',
        'GET /projects/:id',
        'GET /me',
      ] as const),
      ...([
        'GET /me/views',
        'GET /search',
        'GET /wiki',
        'GET /notes/list',
        'GET /chat/threads',
        'POST /tasks',
      ] as const),
    ];
    const odd = [null, 1, 'x', [], {}, [null, 'x', { id: {} }]];
    const keys = [
      'tasks',
      'task',
      'ticket',
      'projects',
      'project',
      'orgs',
      'user',
      'views',
      'results',
      'pages',
      'quick',
      'threads',
    ];
    for (const route of routes)
      for (const value of odd) {
        await learn(route, value, value);
        await learn(route, Object.fromEntries(keys.map((key) => [key, value])), value);
      }
    expect((['tasks', 'people', 'wiki', 'views', 'values'] as const).flatMap((kind) => index.all(kind))).toEqual([]);
  });
});
