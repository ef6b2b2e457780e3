import { beforeEach, describe, expect, test } from 'vitest';
import { buildRequest } from '../../../src/client/request.js';
import type { JsonRoute } from '../../../src/contract/routes.js';
import { makeHome } from '../../support/computer/home.js';
import type { Outcome } from '../../support/computer/program.js';
import { callHere, runHere } from '../../support/run-here.js';
import { startSmallService, task } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);

beforeEach(async () => {
  service.on('GET /api/v1/tickets', json({ tickets: [] }));
  service.on('GET /api/v1/projects', json({ projects: [] }));
  service.on('GET /api/v1/search', json({ results: [] }));
});

const tracker = async (...words: readonly string[]): Promise<Outcome> => await runHere(home, words, service);

const call = async (route: string, options: object): Promise<Outcome> =>
  await callHere(home, [route, JSON.stringify(options)], service);

/** What was asked, besides whose the token is. */
const asked = (): readonly string[] =>
  service.requests.map(({ method, target }) => `${method} ${target}`).filter((each) => each !== 'GET /api/v1/me');

const long = 'a'.repeat(10_000);

const ids: readonly (readonly [string, string])[] = [
  ['..', '..'],
  ['.', '.'],
  ['nothing', ''],
  ['../../me', '../../me'],
  ['a/b', 'a/b'],
  ['x?y', 'x?y'],
  ['x#y', 'x#y'],
  ['%2e%2e', '%2e%2e'],
  ['a newline', 'ABC-1\nX: y'],
  ['10 kB', long],
  ['a backslash', '..\\..\\me'],
  ['a reference with a path behind it', 'ABC-1/../../me'],
];

describe('R34: what is no reference', () => {
  test.each(ids)('R34: %s is refused by view without a request', async (_what, id) => {
    const outcomes = [
      ['tasks', 'view', id],
      ['tickets', 'view', id],
      ['tasks', 'view', `task:${id}`],
      ['tasks', 'view', `${service.origin}/tasks?task=${encodeURIComponent(id)}`],
    ].map((words) => tracker(...words));
    for (const { code, stdout, stderr } of await Promise.all(outcomes)) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: [^\n]{1,400}\n(hint: [^\n]*\n)?$/);
    }
    expect(asked()).toEqual([]);
  });

  test.each(ids)('R34: %s is looked for by name among projects, and never appears in a path', async (_what, id) => {
    const outcomes = [
      ['projects', 'view', id],
      ['tasks', 'list', '--project', id],
    ].map((words) => tracker(...words));
    for (const { code, stderr } of await Promise.all(outcomes)) {
      expect([2, 4]).toContain(code);
      expect(stderr).toMatch(/^error: [^\n]{1,400}\n(hint: [^\n]*\n)?$/);
    }
    expect(
      asked().filter(
        (line) => !/^GET \/api\/v1\/(projects$|tasks\?scope=\w+$|search\?q=[^/?#&]*&types=project$)/.test(line),
      ),
    ).toEqual([]);
  });

  test('R34: a NUL cannot be typed, and is encoded where an id holds one', async () => {
    service.on('DELETE /api/v1/tasks/a%00b', json({ ok: true }));
    expect((await call('DELETE /tasks/:id', { id: 'a\0b' })).code).toBe(0);
    expect(asked()).toEqual(['DELETE /api/v1/tasks/a%00b']);
  });
});

describe('R34: an id that comes from a server or a program', () => {
  test.each(ids)(
    'R34: %s is one segment of the path or no request, also to comment and to delete',
    async (_what, id) => {
      const isRefused = ['', '.', '..', long].includes(id);
      const encoded = encodeURIComponent(id);
      const calls = [
        ['GET /tasks/:id', undefined],
        ['DELETE /tasks/:id', undefined],
        ['POST /tickets/:id/messages', { body: 'words' }],
      ] as const;
      const targets = calls.map(([route]) => route.replace(' /', ' /api/v1/').replace(':id', () => encoded));
      for (const target of targets) service.on(target, json({ ok: true, task }));
      const outcomes = await Promise.all(calls.map(([route, body]) => call(route, { id, body })));
      for (const { code, stderr } of outcomes) {
        expect({ code, stderr }).toEqual(
          isRefused
            ? { code: 2, stderr: expect.stringMatching(/^error: [^\n]{1,100} is not an identifier\n$/) }
            : { code: 0, stderr: '' },
        );
      }
      expect([...asked()].sort()).toEqual(isRefused ? [] : [...targets].sort());
    },
  );

  test.each([
    ['../../me', '/api/v1/tasks/..%2F..%2Fme'],
    ['%2e%2e', '/api/v1/tasks/%252e%252e'],
    ['x?y#z', '/api/v1/tasks/x%3Fy%23z'],
    ['..', undefined],
  ])('R34: %s as the uuid of a listed task stays in its place', async (uuid, target) => {
    service.on('GET /api/v1/search', json({ results: [{ type: 'task', displayId: 'ABC-7', id: uuid, title: 'x' }] }));
    service.on('GET /api/v1/tasks', json({ tasks: [{ ...task, id: 'ABC-7', uuid }] }));
    if (target) service.on(`GET ${target}`, json({ task: { ...task, id: 'ABC-7', uuid } }));
    const { code } = await tracker('tasks', 'view', 'ABC-7');
    expect(code).toBe(target ? 0 : 2);
    const paths = asked().filter((line) => !/\/(search|tasks)(\?|$)/.test(line));
    expect(paths).toEqual(target ? [`GET ${target}`] : []);
  });

  test('R34: every route with an id puts it there whole, and leaves nothing else changed', () => {
    const routes: readonly JsonRoute[] = [
      'GET /tasks/:id',
      'PATCH /tasks/:id',
      'DELETE /tasks/:id',
      'POST /tasks/:id/comments',
      'POST /tasks/:id/time',
      'GET /tickets/:id',
      'PATCH /tickets/:id',
      'DELETE /tickets/:id',
      'POST /tickets/:id/messages',
      'PUT /tickets/:id/checklist',
      'POST /tickets/:id/tasks',
      'GET /projects/:id',
      'GET /projects/:id/activity',
      'POST /projects/:id/activity',
      'GET /chat/threads/:id',
      'POST /chat/threads/:id/messages',
      'GET /notes/:id',
      'GET /wiki/:id',
      'GET {base}/api/tasks/:id/meetings',
    ];
    const { signal } = new AbortController();
    const base = new URL('https://tracker.example.com/a%20b/');
    for (const route of routes) {
      const template = route.split(' ')[1] ?? '';
      const path = `/a%20b${template.startsWith('{base}') ? template.slice('{base}'.length) : `/api/v1${template}`}`;
      for (const id of ['../../me', 'a/b', 'x?y', 'x#y', '%2e%2e', 'a\nb', 'a\0b', '$&', "$'", ':id', '😀']) {
        const { url } = buildRequest(route, { id }, base, signal);
        expect(url.href).toBe(`https://tracker.example.com${path.replace(':id', () => encodeURIComponent(id))}`);
      }
      for (const id of ['', '.', '..', 'a'.repeat(513), '\ud800'])
        expect(() => buildRequest(route, { id }, base, signal)).toThrow(/is not an identifier/);
      expect(() => buildRequest(route, {}, base, signal)).toThrow(/is not an identifier/);
    }
  });
});

describe('R34: what is searched for', () => {
  test.each(['a&limit=1#x', 'a+b', '100%', '%41', '😀 ünï', 'a=b;c', '?q=1&q=2', 'types=task'])(
    'R34: %j is one q, equal to what was typed',
    async (text) => {
      expect((await tracker('search', '--', text)).code).toBe(0);
      const urls = asked().map((each) => new URL(each.replace('GET ', ''), service.origin));
      // Each word is searched for by itself too.
      const url = urls.findLast(({ searchParams }) => !text.includes(' ') || searchParams.get('q')?.includes(' '));
      expect([...(url?.searchParams ?? [])]).toEqual([['q', text]]);
      expect([url?.pathname, url?.hash]).toEqual(['/api/v1/search', '']);
    },
  );
});
