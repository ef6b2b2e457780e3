import { describe, expect, it } from 'vitest';
import type { Route } from '../../../src/contract/routes.js';
import { isStream } from '../../../src/sandbox/http/exchange.js';
import type { Shape } from '../../../src/sandbox/world.js';
import { send } from '../bare-service.js';
import { openSmallApp, type SmallApp } from '../support/small-app.js';
import type { PersonName } from '../support/world.js';

/**
 * Every route of docs/api.md, tried by every kind of caller (docs/requirements.md, R72 and R73). The task belongs to the
 * project scm and was created by its manager; ticket and thread belong to the organisation casa, the ticket was opened by
 * its client; the note is the superadmin's own. The stranger is a client of another organisation.
 *
 * One status per caller, in this order:
 */
const callers = [
  'superadmin', // of the internal organisation
  'staff', //      of the internal organisation
  'manager', //    of the project
  'worker', //     project.member
  'viewer', //     of the project
  'agent', //      of casa
  'client', //     of casa
  'member', //     of casa
  'stranger',
] as const satisfies readonly PersonName[];

interface Try {
  /** The request line where it differs from the route. */
  readonly as?: string;
  readonly body?: unknown;
  readonly spec: string;
  /** If public servers respond differently. */
  readonly wire?: string;
}

const everyone = '200 200  200 200 200  200 200 200  200';

const table = {
  // -----------------------------------------------  super staff   manager worker viewer   agent client member   stranger
  'GET /instance': [{ spec: everyone }],
  'OPTIONS /instance': [{ spec: '204 204  204 204 204  204 204 204  204' }],
  'GET /me': [{ spec: everyone }],
  'GET /me/preferences': [{ spec: everyone }],
  'PATCH /me/preferences': [{ body: { theme: 'light' }, spec: everyone }],
  'PATCH /me/profile': [{ body: { name: 'New Name' }, spec: everyone }],
  'GET /me/views': [{ spec: everyone }],
  'POST /me/views': [{ body: { key: 'tasks', patch: { sort: 'due' } }, spec: everyone }],
  'GET /events': [{ spec: everyone }],
  'GET /search': [{ as: '/search?q=fix', spec: everyone }],
  'GET /inbox': [{ spec: everyone }],
  'GET /inbox/badge': [{ spec: everyone }],
  'POST /inbox/read': [{ body: { all: true }, spec: everyone }],

  'GET /tasks': [{ spec: everyone }, { as: '/tasks?scope=all', spec: everyone }],
  'POST /tasks': [
    {
      body: { title: 'x', projectKey: 'SCM' },
      spec: '201 201  201 201 403  404 404 404  404',
      wire: '201 201  201 201 403  403 403 403  403',
    },
  ],
  'GET /tasks/:id': [{ as: '/tasks/{task}', spec: '200 200  200 200 200  404 404 404  404' }],
  'PATCH /tasks/:id': [
    {
      as: '/tasks/{task}',
      body: { title: 'New' },
      spec: '200 403  200 403 403  404 404 404  404',
      wire: '200 403  200 403 403  403 403 403  403',
    },
    { as: '/tasks/{task}', body: { plannedFor: '2026-03-05' }, spec: '200 200  200 200 200  404 404 404  404' },
  ],
  'DELETE /tasks/:id': [{ as: '/tasks/{task}', spec: '200 403  200 403 403  404 404 404  404' }],
  'POST /tasks/:id/comments': [
    {
      as: '/tasks/{task}/comments',
      body: { body: 'x' },
      spec: '201 201  201 201 403  404 404 404  404',
      wire: '201 201  201 201 403  403 403 403  403',
    },
  ],
  'POST /tasks/:id/time': [
    {
      as: '/tasks/{task}/time',
      body: { minutes: 5, date: '2026-03-02' },
      spec: '201 201  201 201 201  404 404 404  404',
    },
  ],
  'GET {base}/api/tasks/:id/meetings': [
    { as: '{base}/api/tasks/{task}/meetings', spec: '200 200  403 403 403  403 403 403  403' },
  ],

  'GET /tickets': [{ as: '/tickets?segment=all', spec: everyone }],
  'POST /tickets': [{ body: { orgId: 'casa', subject: 'x' }, spec: '201 403  403 403 403  201 201 201  403' }],
  'GET /tickets/:id': [
    {
      as: '/tickets/{ticket}',
      spec: '200 200  404 404 404  200 200 404  404',
      wire: '200 200  403 403 403  200 200 403  403',
    },
  ],
  'PATCH /tickets/:id': [
    {
      as: '/tickets/{ticket}',
      body: { status: 'closed' },
      spec: '200 403  404 404 404  200 403 404  404',
      wire: '200 403  403 403 403  200 403 403  403',
    },
  ],
  'DELETE /tickets/:id': [{ as: '/tickets/{ticket}', spec: '200 403  404 404 404  403 403 404  404' }],
  'POST /tickets/:id/messages': [
    {
      as: '/tickets/{ticket}/messages',
      body: { body: 'x' },
      spec: '201 201  404 404 404  201 201 404  404',
      wire: '201 201  403 403 403  201 201 403  403',
    },
    {
      as: '/tickets/{ticket}/messages',
      body: { body: 'x', internal: true },
      spec: '201 201  404 404 404  403 403 404  404',
      wire: '201 201  403 403 403  403 403 403  403',
    },
  ],
  'PUT /tickets/:id/checklist': [
    {
      as: '/tickets/{ticket}/checklist',
      body: { checklist: [] },
      spec: '200 200  404 404 404  200 200 404  404',
      wire: '200 200  403 403 403  200 200 403  403',
    },
  ],
  'POST /tickets/:id/tasks': [
    {
      as: '/tickets/{ticket}/tasks',
      body: { title: 'x', projectKey: 'SCM' },
      spec: '201 201  403 403 403  403 403 403  403',
      wire: '200 200  403 403 403  403 403 403  403',
    },
  ],

  'GET /projects': [{ spec: everyone }],
  'GET /projects/:id': [
    {
      as: '/projects/scm',
      spec: '200 200  200 200 200  404 404 404  404',
      wire: '200 200  200 200 200  403 403 403  403',
    },
  ],
  'GET /projects/:id/activity': [
    {
      as: '/projects/scm/activity',
      spec: '200 200  200 200 200  404 404 404  404',
      wire: '200 200  200 200 200  403 403 403  403',
    },
  ],
  'POST /projects/:id/activity': [
    {
      as: '/projects/scm/activity',
      body: { body: 'x' },
      spec: '201 201  201 201 201  404 404 404  404',
      wire: '201 201  201 201 201  403 403 403  403',
    },
  ],

  'GET /chat/threads': [{ as: '/chat/threads?orgId=casa', spec: '200 200  403 403 403  200 200 403  403' }],
  'POST /chat/threads': [
    { body: { orgId: 'casa', title: 't', body: 'b' }, spec: '201 201  403 403 403  201 201 403  403' },
  ],
  'GET /chat/threads/:id': [
    {
      as: '/chat/threads/{thread}',
      spec: '200 200  404 404 404  200 200 404  404',
      wire: '200 200  403 403 403  200 200 403  403',
    },
  ],
  'POST /chat/threads/:id/messages': [
    {
      as: '/chat/threads/{thread}/messages',
      body: { body: 'x' },
      spec: '201 201  404 404 404  201 201 404  404',
      wire: '201 201  403 403 403  201 201 403  403',
    },
  ],

  'POST /notes': [{ body: { title: 'x' }, spec: '201 201  403 403 403  403 403 403  403' }],
  'GET /notes/list': [{ spec: '200 200  403 403 403  403 403 403  403' }],
  'GET /notes/:id': [
    {
      as: '/notes/{note}',
      spec: '200 404  403 403 403  403 403 403  403',
      wire: '200 403  403 403 403  403 403 403  403',
    },
    { as: '/notes/{meeting}', spec: '200 200  403 403 403  403 403 403  403' },
  ],
  'GET /wiki': [{ spec: '200 200  403 403 403  403 403 403  403' }],
  'GET /wiki/:id': [{ as: '/wiki/{page}', spec: '200 200  403 403 403  403 403 403  403' }],

  'POST /push/tokens': [{ body: { token: 't', platform: 'ios' }, spec: everyone }],
  'DELETE /push/tokens': [{ body: { token: 't' }, spec: everyone }],
  'GET {base}/api/attachments/:id': [
    {
      as: '{base}/api/attachments/{attachment}',
      spec: '200 200  200 200 200  404 404 404  404',
      wire: '200 200  200 200 200  403 403 403  403',
    },
  ],
  'GET {base}/api/attachments/:id/download': [
    {
      as: '{base}/api/attachments/{attachment}/download',
      spec: '200 200  200 200 200  404 404 404  404',
      wire: '200 200  200 200 200  403 403 403  403',
    },
  ],
} satisfies Record<Route, readonly Try[]>;

const tries = Object.entries<readonly Try[]>(table).flatMap(([route, all]) =>
  all.map((one) => {
    const [method = '', path = ''] = route.split(' ');
    return { ...one, line: `${method} ${one.as ?? path}`, isOpen: path === '/instance' };
  }),
);

/** Sends one request and gives its status; a refusal must give a reason in JSON. */
async function ask({ app, ids }: SmallApp, line: string, token: string | null, body?: unknown): Promise<number> {
  const filled = line.replace(/\{(\w+)\}/g, (mark, name: string) => (name === 'base' ? mark : (ids[name] ?? mark)));
  const target = filled.includes(' {base}') ? filled.replace('{base}', '') : filled.replace(' /', ' /api/v1/');
  const reply = await send(app, target, { token, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (isStream(reply.body)) {
    await reply.body[Symbol.asyncIterator]().return?.();
  } else if (reply.status >= 400) {
    expect(JSON.parse(Buffer.from(reply.body).toString()), line).toEqual({ message: expect.stringMatching(/\.$/) });
  }
  return reply.status;
}

describe.each<Shape>(['spec', 'wire'])('every route in the shape %s', (shape) => {
  it.each(tries)('$line $body answers each role as documented', async ({ line, body, spec, wire }) => {
    const expected = ((shape === 'wire' ? wire : undefined) ?? spec).split(/ +/).map(Number);
    const statuses: number[] = [];
    let small = await openSmallApp(shape);
    for (const caller of callers) {
      const status = await ask(small, line, small.signIn(caller), body);
      statuses.push(status);
      // What one caller has changed must not be there for the next; reading and refusals change nothing.
      if (line.startsWith('GET ') || status >= 400) continue;
      small.small.world.db.close();
      small = await openSmallApp(shape);
    }
    small.small.world.db.close();
    const show = (list: readonly number[]) => Object.fromEntries(callers.map((caller, index) => [caller, list[index]]));
    expect(show(statuses)).toEqual(show(expected));
  });

  it('wants a token that holds, the probe apart', async () => {
    const small = await openSmallApp(shape);
    const keys = { 'no token': null, garbage: 'garbage', 'revoked key': small.createRevokedKey() };
    for (const { line, body, isOpen } of tries) {
      const refused = shape === 'wire' && line.endsWith('/meetings') ? 403 : 401;
      for (const [kind, token] of Object.entries(keys)) {
        const status = await ask(small, line, token, body);
        if (isOpen) expect(status, `${kind} ${line}`).toBeLessThan(300);
        else expect(status, `${kind} ${line}`).toBe(refused);
      }
    }
  });

  it('takes an API key everywhere but for meetings', async () => {
    const shared = await openSmallApp(shape);
    for (const { line, body, spec, wire, isOpen } of tries) {
      const small = line.startsWith('DELETE ') ? await openSmallApp(shape) : shared;
      const status = await ask(small, line, small.createKey('superadmin'), body);
      const asSession = Number(((shape === 'wire' ? wire : undefined) ?? spec).split(' ')[0]);
      const refused = shape === 'wire' ? 403 : 401;
      expect(status, line).toBe(!isOpen && line.endsWith('/meetings') ? refused : asSession);
      if (small !== shared) small.small.world.db.close();
    }
    shared.small.world.db.close();
  });
});
