import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildRequest, type CallOptions } from '../../src/client/client.js';
import type { JsonRoute, Route } from '../../src/contract/routes.js';
import { type Play, startPlay } from '../client/signed-client.js';
import { json } from '../support/servers/misbehaving-server.js';

const uuid = '0190b5a0-0000-7000-8000-000000000012';

/**
 * The rows of docs/api.md, Endpoints, and what the client sends for each: path relative to the server's base, and JSON
 * body. A route that is not here does not compile.
 */
const rows: { readonly [R in JsonRoute]: readonly [CallOptions<R>, string, unknown?][] } = {
  'GET /instance': [[{}, 'GET /api/v1/instance']],
  'GET /me': [[{}, 'GET /api/v1/me']],
  'GET /me/preferences': [[{}, 'GET /api/v1/me/preferences']],
  'PATCH /me/preferences': [
    [
      { body: { theme: 'light', quietHours: null } },
      'PATCH /api/v1/me/preferences',
      { theme: 'light', quietHours: null },
    ],
  ],
  'PATCH /me/profile': [
    [{ body: { name: 'Ada', image: null } }, 'PATCH /api/v1/me/profile', { name: 'Ada', image: null }],
  ],
  'GET /me/views': [[{}, 'GET /api/v1/me/views']],
  'POST /me/views': [
    [{ body: { key: 'tasks', patch: { a: 1 } } }, 'POST /api/v1/me/views', { key: 'tasks', patch: { a: 1 } }],
  ],
  'GET /search': [
    [{ query: { q: 'SCM-12' } }, 'GET /api/v1/search?q=SCM-12'],
    [
      { query: { q: 'a b&limit=1#x+é', types: 'task,ticket', orgId: 'o1' } },
      'GET /api/v1/search?q=a+b%26limit%3D1%23x%2B%C3%A9&types=task%2Cticket&orgId=o1',
    ],
  ],
  'GET /inbox': [
    [{}, 'GET /api/v1/inbox'],
    [{ query: { limit: 100, filter: 'unread' } }, 'GET /api/v1/inbox?limit=100&filter=unread'],
    [
      { query: { limit: 30, cursor: '2026-11-20T10:00:00.000Z' } },
      'GET /api/v1/inbox?limit=30&cursor=2026-11-20T10%3A00%3A00.000Z',
    ],
  ],
  'GET /inbox/badge': [[{}, 'GET /api/v1/inbox/badge']],
  'POST /inbox/read': [
    [{ body: { all: true } }, 'POST /api/v1/inbox/read', { all: true }],
    [{ body: { id: 'n1' } }, 'POST /api/v1/inbox/read', { id: 'n1' }],
    [
      { body: { entityType: 'task', entityId: uuid } },
      'POST /api/v1/inbox/read',
      { entityType: 'task', entityId: uuid },
    ],
  ],
  'GET /tasks': [
    [{}, 'GET /api/v1/tasks'],
    [{ query: { scope: 'mine' } }, 'GET /api/v1/tasks?scope=mine'],
    [{ query: { scope: 'all' } }, 'GET /api/v1/tasks?scope=all'],
  ],
  'POST /tasks': [
    [
      {
        body: {
          title: 'Größe & "Maß"',
          projectKey: 'SCM',
          description: 'a\nb',
          status: 'todo',
          priority: 'high',
          type: 'bug',
          due: '2026-11-20',
          estimate: 90,
          tags: ['a'],
          assigneeIds: ['u1'],
          dependsOnIds: [uuid],
          plannedFor: '2026-11-21',
        },
      },
      'POST /api/v1/tasks',
      {
        title: 'Größe & "Maß"',
        projectKey: 'SCM',
        description: 'a\nb',
        status: 'todo',
        priority: 'high',
        type: 'bug',
        due: '2026-11-20',
        estimate: 90,
        tags: ['a'],
        assigneeIds: ['u1'],
        dependsOnIds: [uuid],
        plannedFor: '2026-11-21',
      },
    ],
  ],
  'GET /tasks/:id': [[{ id: uuid }, `GET /api/v1/tasks/${uuid}`]],
  'PATCH /tasks/:id': [
    [
      { id: uuid, body: { checklist: [{ text: 'a', done: true }], dependsOnIds: [], due: null } },
      `PATCH /api/v1/tasks/${uuid}`,
      { checklist: [{ text: 'a', done: true }], dependsOnIds: [], due: null },
    ],
  ],
  'DELETE /tasks/:id': [[{ id: uuid }, `DELETE /api/v1/tasks/${uuid}`]],
  'POST /tasks/:id/comments': [
    [{ id: uuid, body: { body: 'Hello' } }, `POST /api/v1/tasks/${uuid}/comments`, { body: 'Hello' }],
  ],
  'POST /tasks/:id/time': [
    [
      { id: uuid, body: { minutes: 90, date: '2026-11-20', note: 'n' } },
      `POST /api/v1/tasks/${uuid}/time`,
      { minutes: 90, date: '2026-11-20', note: 'n' },
    ],
  ],
  'GET /tickets': [
    [{}, 'GET /api/v1/tickets'],
    [{ query: { segment: 'watched', status: 'open' } }, 'GET /api/v1/tickets?segment=watched&status=open'],
  ],
  'POST /tickets': [
    [
      {
        body: {
          orgId: 'o1',
          subject: 's',
          description: 'd',
          priority: 'low',
          category: 'billing',
          assigneeIds: ['u1'],
        },
      },
      'POST /api/v1/tickets',
      { orgId: 'o1', subject: 's', description: 'd', priority: 'low', category: 'billing', assigneeIds: ['u1'] },
    ],
  ],
  'GET /tickets/:id': [[{ id: uuid }, `GET /api/v1/tickets/${uuid}`]],
  'PATCH /tickets/:id': [
    [
      { id: uuid, body: { status: 'closed', tags: [] } },
      `PATCH /api/v1/tickets/${uuid}`,
      { status: 'closed', tags: [] },
    ],
  ],
  'DELETE /tickets/:id': [[{ id: uuid }, `DELETE /api/v1/tickets/${uuid}`]],
  'POST /tickets/:id/messages': [
    [{ id: uuid, body: { body: 'b' } }, `POST /api/v1/tickets/${uuid}/messages`, { body: 'b' }],
    [
      { id: uuid, body: { body: 'b', internal: true } },
      `POST /api/v1/tickets/${uuid}/messages`,
      { body: 'b', internal: true },
    ],
  ],
  'PUT /tickets/:id/checklist': [
    [
      { id: uuid, body: { checklist: [{ id: 'c1', text: 'a', done: false }] } },
      `PUT /api/v1/tickets/${uuid}/checklist`,
      { checklist: [{ id: 'c1', text: 'a', done: false }] },
    ],
  ],
  'POST /tickets/:id/tasks': [
    [
      { id: uuid, body: { title: 't', projectKey: 'SCM' } },
      `POST /api/v1/tickets/${uuid}/tasks`,
      { title: 't', projectKey: 'SCM' },
    ],
  ],
  'GET /projects': [[{}, 'GET /api/v1/projects']],
  'GET /projects/:id': [[{ id: uuid }, `GET /api/v1/projects/${uuid}`]],
  'GET /projects/:id/activity': [
    [{ id: uuid }, `GET /api/v1/projects/${uuid}/activity`],
    [{ id: uuid, query: { offset: 50 } }, `GET /api/v1/projects/${uuid}/activity?offset=50`],
  ],
  'POST /projects/:id/activity': [
    [{ id: uuid, body: { body: 'b' } }, `POST /api/v1/projects/${uuid}/activity`, { body: 'b' }],
  ],
  'GET /chat/threads': [[{ query: { orgId: 'o1' } }, 'GET /api/v1/chat/threads?orgId=o1']],
  'POST /chat/threads': [
    [
      { body: { orgId: 'o1', title: 't', body: 'b' } },
      'POST /api/v1/chat/threads',
      { orgId: 'o1', title: 't', body: 'b' },
    ],
  ],
  'GET /chat/threads/:id': [[{ id: uuid }, `GET /api/v1/chat/threads/${uuid}`]],
  'POST /chat/threads/:id/messages': [
    [{ id: uuid, body: { body: 'b' } }, `POST /api/v1/chat/threads/${uuid}/messages`, { body: 'b' }],
  ],
  'POST /notes': [[{ body: { title: 't', body: 'b' } }, 'POST /api/v1/notes', { title: 't', body: 'b' }]],
  'GET /notes/list': [[{}, 'GET /api/v1/notes/list']],
  'GET /notes/:id': [[{ id: uuid }, `GET /api/v1/notes/${uuid}`]],
  'GET /wiki': [[{}, 'GET /api/v1/wiki']],
  'GET /wiki/:id': [[{ id: uuid }, `GET /api/v1/wiki/${uuid}`]],
  'POST /push/tokens': [
    [
      { body: { token: 't', platform: 'ios-live-activity', deviceName: 'd' } },
      'POST /api/v1/push/tokens',
      { token: 't', platform: 'ios-live-activity', deviceName: 'd' },
    ],
  ],
  'DELETE /push/tokens': [[{ body: { token: 't' } }, 'DELETE /api/v1/push/tokens', { token: 't' }]],
  'GET {base}/api/tasks/:id/meetings': [[{ id: uuid }, `GET /api/tasks/${uuid}/meetings`]],
};

let play: Play;
afterEach(() => play.end());

describe.each(['/', '/base/', '/a/b/'])('below %s', (base) => {
  beforeEach(async () => {
    play = await startPlay(base);
  });

  // Of each row call and answer belong together; as one list they are of the widest type.
  const list = Object.entries(rows) as unknown as readonly [JsonRoute, (typeof rows)[JsonRoute]][];

  test.each(list)('%s', async (route, calls) => {
    for (const [options, line, body] of calls) {
      const [method = '', target = ''] = line.split(' ');
      const path = base.slice(0, -1) + target;
      play.server.on(`${method} ${path.split('?')[0]}`, json({ ok: true }));
      expect(await play.client.call(route, options as CallOptions<typeof route>)).toEqual({ ok: true });
      const sent = play.server.requests.at(-1);
      expect(`${sent?.method} ${sent?.target}`).toBe(`${method} ${path}`);
      expect(sent?.headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer ACCESS_TOKEN' });
      expect(sent?.headers.cookie).toBeUndefined();
      expect(sent?.headers['content-type']).toBe(body === undefined ? undefined : 'application/json');
      expect(sent?.body === '' ? undefined : JSON.parse(sent?.body ?? '')).toEqual(body);
    }
  });
});

describe('an identifier as part of a path', () => {
  beforeEach(async () => {
    play = await startPlay('/base/');
  });

  const ways = [
    ['GET /tasks/:id', 'GET', ''],
    ['DELETE /tasks/:id', 'DELETE', ''],
    ['POST /tasks/:id/comments', 'POST', '/comments'],
  ] as const satisfies readonly (readonly [Route, string, string])[];

  test.each([
    ['a/b', 'a%2Fb'],
    ['../../me', '..%2F..%2Fme'],
    ['x?y=1', 'x%3Fy%3D1'],
    ['x#y', 'x%23y'],
    ['%2e%2e', '%252e%252e'],
    ['%2E.', '%252E.'],
    ['a\nb', 'a%0Ab'],
    ['..\\..', '..%5C..'],
    ['a b', 'a%20b'],
    ['$&', '%24%26'],
    ['...', '...'],
    ['ü', '%C3%BC'],
    ['x'.repeat(512), 'x'.repeat(512)],
  ])('%j stays in its place', async (id, encoded) => {
    for (const [route, method, behind] of ways) {
      const target = `/base/api/v1/tasks/${encoded}${behind}`;
      play.server.on(`${method} ${target}`, json({ ok: true }));
      const options = route === 'POST /tasks/:id/comments' ? { id, body: { body: 'b' } } : { id };
      expect(await play.client.call(route, options)).toEqual({ ok: true });
      expect(play.asked().at(-1)).toBe(`${method} ${target}`);
    }
  });

  test.each(['', '.', '..', 'x'.repeat(10_240)])('%j is a usage error without a request', async (id) => {
    for (const [route] of ways)
      await expect(play.client.call(route, { id })).rejects.toMatchObject({
        kind: 'usage',
        exitCode: 2,
        message: `${JSON.stringify(id.slice(0, 60))} is not an identifier`,
      });
    await expect(play.client.call('GET /tasks/:id')).rejects.toMatchObject({ kind: 'usage' });
    expect(play.asked()).toEqual([]);
  });

  test('half a character is a usage error too', async () => {
    await expect(play.client.call('GET /tasks/:id', { id: 'a\ud800' })).rejects.toMatchObject({ kind: 'usage' });
    expect(play.asked()).toEqual([]);
  });

  test('values that are left out are not in the query', () => {
    const query = { q: 'a', types: undefined };
    const signal = new AbortController().signal;
    // A caller that spreads an optional value.
    const options = { query } as unknown as CallOptions<'GET /search'>;
    expect(buildRequest('GET /search', options, new URL('http://h/'), signal).url.href).toBe(
      'http://h/api/v1/search?q=a',
    );
  });
});
