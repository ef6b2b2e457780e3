import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isStream } from '../../src/sandbox/http/exchange.js';
import { openSandbox, type Sandbox } from '../../src/sandbox/open.js';

/*
 * Request lines, headers and bodies as docs/api.md writes them, and the fields it promises, against the sandbox: what
 * client and sandbox share in src/contract could be misread by both, and is not used here.
 */

let sandbox: Sandbox;
let token: string;
beforeAll(async () => {
  sandbox = await openSandbox({ file: ':memory:', seed: 'demo:1', shape: 'spec' });
  token = sandbox.signIn(sandbox.firstCredentials?.email ?? '');
});
afterAll(() => sandbox.close());

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: read as it comes from the wire
  readonly body: any;
}

const json = 'application/json';

async function ask(line: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
  const [method = '', target = ''] = line.split(' ');
  const reply = await sandbox.app({
    method,
    target,
    headers: {
      host: '127.0.0.1:4000',
      accept: json,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': json }),
      ...headers,
    },
    body: body === undefined ? null : chunks(body),
  });
  if (isStream(reply.body)) throw new Error('a stream');
  const text = Buffer.from(reply.body).toString();
  return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
}

async function* chunks(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

async function createTask(extra = ''): Promise<string> {
  const { body } = await ask('POST /api/v1/tasks', `{"title": "Wire", "projectKey": "SCM"${extra}}`);
  return body.id;
}

async function orgId(): Promise<string> {
  return (await ask('GET /api/v1/me')).body.orgs.find((org: { slug: string }) => org.slug === 'scandia-maritime').id;
}

async function createTicket(): Promise<string> {
  const { body } = await ask('POST /api/v1/tickets', `{"orgId": "${await orgId()}", "subject": "Wire"}`);
  return body.id;
}

/** The body of a multipart request as docs/api.md, Conventions 5 describes it. */
function multipart(payload: string): [string, Record<string, string>] {
  const parts = [
    `--xyz\r\nContent-Disposition: form-data; name="payload"\r\n\r\n${payload}\r\n`,
    '--xyz\r\nContent-Disposition: form-data; name="attachments"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\none\r\n',
    '--xyz\r\nContent-Disposition: form-data; name="attachments"; filename="b.txt"\r\nContent-Type: text/plain\r\n\r\ntwo\r\n',
    '--xyz--\r\n',
  ];
  return [parts.join(''), { 'content-type': 'multipart/form-data; boundary=xyz' }];
}

describe('session', () => {
  it('GET /instance needs no token', async () => {
    const { status, body } = await ask('GET /api/v1/instance', undefined, { authorization: '' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'tracker',
      version: expect.any(String),
      branding: { name: expect.any(String) },
    });
    expect(Number.isInteger(body.api)).toBe(true);
    expect(body.branding).toHaveProperty('logoUrl');
  });

  it('OPTIONS /instance answers cross-origin probes', async () => {
    const { status, headers } = await ask('OPTIONS /api/v1/instance', undefined, {
      authorization: '',
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'GET',
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('GET /me returns user, capabilities, orgs, unreadCount and instances', async () => {
    const { status, body } = await ask('GET /api/v1/me');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['user', 'capabilities', 'orgs', 'unreadCount', 'instances']),
    );
  });

  it('PATCH /me/preferences merges a partial object', async () => {
    expect((await ask('PATCH /api/v1/me/preferences', '{"theme": "dark"}')).status).toBe(200);
    const { body } = await ask('GET /api/v1/me/preferences');
    expect(body.preferences).toMatchObject({ theme: 'dark', locale: expect.any(String) });
  });

  it('PATCH /me/profile takes name and image', async () => {
    const { name } = (await ask('GET /api/v1/me')).body.user;
    expect((await ask('PATCH /api/v1/me/profile', JSON.stringify({ name, image: null }))).status).toBe(200);
  });

  it('POST /me/views takes key and patch, GET /me/views gives them back', async () => {
    expect((await ask('POST /api/v1/me/views', '{"key": "tasks", "patch": {"sort": "due"}}')).status).toBe(200);
    expect((await ask('GET /api/v1/me/views')).body.views.tasks).toMatchObject({ sort: 'due' });
  });

  it('GET /search?q= gives results, with optional types and orgId', async () => {
    const { status, body } = await ask(`GET /api/v1/search?q=SCM-1&types=task&orgId=${await orgId()}`);
    expect(status).toBe(200);
    expect(body.results[0]).toMatchObject({ type: 'task', displayId: 'SCM-1' });
  });
});

describe('inbox', () => {
  it('GET /inbox is paged by cursor, with limit and filter=unread', async () => {
    const { status, body } = await ask('GET /api/v1/inbox?limit=1&filter=unread');
    expect(status).toBe(200);
    expect(body.items).toHaveLength(1);
    expect((await ask('GET /api/v1/inbox?limit=1000')).body.items.length).toBeLessThanOrEqual(100);
  });

  it('POST /inbox/read takes one of three bodies, GET /inbox/badge counts', async () => {
    const [item] = (await ask('GET /api/v1/inbox')).body.items;
    for (const body of [`{"id": "${item.id}"}`, `{"entityType": "task", "entityId": "${item.id}"}`, '{"all": true}']) {
      expect((await ask('POST /api/v1/inbox/read', body)).status, body).toBe(200);
    }
    expect((await ask('GET /api/v1/inbox/badge')).body).toEqual({ unread: 0 });
  });
});

describe('tasks', () => {
  it('GET /tasks rows have the ten fields, id the reference and uuid the database id', async () => {
    const { status, body } = await ask('GET /api/v1/tasks?scope=all');
    expect(status).toBe(200);
    const fields = ['id', 'uuid', 'title', 'status', 'priority', 'type', 'estimate', 'due', 'project', 'assignees'];
    for (const row of body.tasks) {
      expect(Object.keys(row)).toEqual(fields);
      expect(row.id).toMatch(/^[A-Z][A-Z0-9]*-\d+$/);
      expect(row.uuid).toMatch(uuid);
      expect(row.project).toMatch(uuid);
      expect(row.due === null || day.test(row.due)).toBe(true);
      for (const id of row.assignees) {
        expect(body.users[id]).toEqual({ name: expect.any(String), color: expect.stringMatching(/^#[0-9a-f]{6}$/) });
      }
    }
    const mine = (await ask('GET /api/v1/tasks')).body.tasks;
    expect(mine).toEqual((await ask('GET /api/v1/tasks?scope=mine')).body.tasks);
    expect(mine.length).toBeLessThan(body.tasks.length);
  });

  it('POST /tasks takes the documented body and answers 201 { id, displayId }', async () => {
    const first = await createTask();
    const { user } = (await ask('GET /api/v1/me')).body;
    const { status, body } = await ask(
      'POST /api/v1/tasks',
      JSON.stringify({
        title: 'Everything',
        projectKey: 'SCM',
        description: 'text',
        status: 'todo',
        priority: 'high',
        type: 'bug',
        due: '2026-12-31',
        estimate: 90,
        tags: ['wire'],
        assigneeIds: [user.id],
        dependsOnIds: [first],
        plannedFor: '2026-12-01',
      }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.stringMatching(uuid), displayId: expect.stringMatching(/^SCM-\d+$/) });
    const { task } = (await ask(`GET /api/v1/tasks/${body.id}`)).body;
    expect(task).toMatchObject({ due: '2026-12-31', estimate: 90, dependsOnIds: [first], assignees: [user.id] });
  });

  it('POST /tasks also accepts multipart with payload and attachments', async () => {
    const { status, body } = await ask('POST /api/v1/tasks', ...multipart('{"title": "Files", "projectKey": "SCM"}'));
    expect(status).toBe(201);
    const { attachments } = (await ask(`GET /api/v1/tasks/${body.id}`)).body;
    expect(attachments.map((one: { filename: string }) => one.filename).sort()).toEqual(['a.txt', 'b.txt']);
    expect(attachments[0].sizeBytes).toBe(3);
  });

  it('GET /tasks/:id has the documented envelope', async () => {
    const { body } = await ask(`GET /api/v1/tasks/${await createTask()}`);
    expect(Object.keys(body).sort()).toEqual(
      ['assignableUsers', 'attachments', 'authors', 'canComment', 'canEdit', 'task'].sort(),
    );
    expect([body.canEdit, body.canComment]).toEqual([true, true]);
  });

  it('PATCH /tasks/:id takes any editable field, including checklist and dependsOnIds', async () => {
    const [id, other] = [await createTask(), await createTask()];
    const body = `{"status": "in_progress", "checklist": [{"text": "One", "done": false}], "dependsOnIds": ["${other}"]}`;
    expect((await ask(`PATCH /api/v1/tasks/${id}`, body)).status).toBe(200);
    const { task } = (await ask(`GET /api/v1/tasks/${id}`)).body;
    expect(task).toMatchObject({
      status: 'in_progress',
      checklist: [{ text: 'One', done: false }],
      dependsOnIds: [other],
    });
  });

  it('POST /tasks/:id/comments takes { body }, also as multipart', async () => {
    const id = await createTask();
    expect((await ask(`POST /api/v1/tasks/${id}/comments`, '{"body": "Hello"}')).status).toBe(201);
    expect((await ask(`POST /api/v1/tasks/${id}/comments`, ...multipart('{"body": "Files"}'))).status).toBe(201);
    const { comments } = (await ask(`GET /api/v1/tasks/${id}`)).body.task;
    expect(comments.map((one: { files: unknown[] }) => one.files.length)).toEqual([0, 2]);
  });

  it('POST /tasks/:id/time takes { minutes, date, note }', async () => {
    const id = await createTask();
    const body = '{"minutes": 30, "date": "2026-03-01", "note": "wire"}';
    expect((await ask(`POST /api/v1/tasks/${id}/time`, body)).status).toBe(201);
    expect((await ask(`GET /api/v1/tasks/${id}`)).body.task.loggedMinutes).toBe(30);
  });

  it('DELETE /tasks/:id removes it', async () => {
    const id = await createTask();
    expect((await ask(`DELETE /api/v1/tasks/${id}`)).status).toBe(200);
    const { status, body } = await ask(`GET /api/v1/tasks/${id}`);
    expect([status, typeof body.message]).toEqual([404, 'string']);
  });

  it('GET {base_url}/api/tasks/:uuid/meetings is outside the versioned prefix', async () => {
    const { status, body } = await ask(`GET /api/tasks/${await createTask()}/meetings`);
    expect(status).toBe(200);
    expect(Array.isArray(body.notes)).toBe(true);
    expect((await ask(`GET /api/v1/tasks/${await createTask()}/meetings`)).status).toBe(404);
  });
});

describe('tickets', () => {
  it('GET /tickets?segment=mine&status=open, by last activity', async () => {
    expect((await ask('GET /api/v1/tickets?segment=mine&status=open')).status).toBe(200);
    expect((await ask('GET /api/v1/tickets?segment=watched')).status).toBe(200);
    const { body } = await ask('GET /api/v1/tickets?segment=all&status=open');
    expect(new Set(body.tickets.map((ticket: { status: string }) => ticket.status))).toEqual(new Set(['open']));
    const times = body.tickets.map(
      (ticket: { lastMessageAt: string | null; updatedAt: string }) => ticket.lastMessageAt ?? ticket.updatedAt,
    );
    expect(times).toEqual([...times].sort().reverse());
    expect(body.tickets[0]).toMatchObject({
      id: expect.stringMatching(/^[A-Z][A-Z0-9]*-\d+$/),
      uuid: expect.stringMatching(uuid),
    });
  });

  it('POST /tickets takes { orgId, subject, description } and answers 201 { id, displayId }', async () => {
    const body = `{"orgId": "${await orgId()}", "subject": "Wire", "description": "text"}`;
    const answer = await ask('POST /api/v1/tickets', body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.stringMatching(uuid), displayId: expect.stringMatching(/^SCM-\d+$/) });
  });

  it('POST /tickets also accepts multipart', async () => {
    const { body } = await ask(
      'POST /api/v1/tickets',
      ...multipart(`{"orgId": "${await orgId()}", "subject": "Files"}`),
    );
    expect((await ask(`GET /api/v1/tickets/${body.id}`)).body.attachments).toHaveLength(2);
  });

  it('GET /tickets/:id has timeline, attachments, linkedTasks and canInternalNote', async () => {
    const { body } = await ask(`GET /api/v1/tickets/${await createTicket()}`);
    expect(body).toMatchObject({ messages: [], attachments: [], linkedTasks: [], canInternalNote: true });
  });

  it('PATCH /tickets/:id takes the agent-editable fields', async () => {
    const id = await createTicket();
    const body =
      '{"status": "resolved", "priority": "high", "category": "billing", "assigneeIds": [], "tags": ["wire"]}';
    expect((await ask(`PATCH /api/v1/tickets/${id}`, body)).status).toBe(200);
    const { ticket } = (await ask(`GET /api/v1/tickets/${id}`)).body;
    expect(ticket).toMatchObject({ status: 'resolved', priority: 'high', category: 'billing', tags: ['wire'] });
  });

  it('POST /tickets/:id/messages replies, or notes with internal: true', async () => {
    const id = await createTicket();
    expect((await ask(`POST /api/v1/tickets/${id}/messages`, '{"body": "Reply"}')).status).toBe(201);
    expect((await ask(`POST /api/v1/tickets/${id}/messages`, '{"body": "Note", "internal": true}')).status).toBe(201);
    expect((await ask(`POST /api/v1/tickets/${id}/messages`, ...multipart('{"body": "Files"}'))).status).toBe(201);
    const { messages } = (await ask(`GET /api/v1/tickets/${id}`)).body;
    expect(messages.map((one: { isInternalNote: boolean }) => one.isInternalNote)).toEqual([false, true, false]);
    expect(messages[2].attachments).toHaveLength(2);
  });

  it('PUT /tickets/:id/checklist replaces the whole array', async () => {
    const id = await createTicket();
    const body = '{"checklist": [{"text": "One", "done": true}]}';
    expect((await ask(`PUT /api/v1/tickets/${id}/checklist`, body)).status).toBe(200);
    expect((await ask(`GET /api/v1/tickets/${id}`)).body.ticket.checklist).toMatchObject([{ text: 'One', done: true }]);
  });

  it('POST /tickets/:id/tasks converts it into a linked task', async () => {
    const id = await createTicket();
    const answer = await ask(`POST /api/v1/tickets/${id}/tasks`, '{"title": "Linked", "projectKey": "SCM"}');
    expect(answer.status).toBe(201);
    const { linkedTasks } = (await ask(`GET /api/v1/tickets/${id}`)).body;
    expect(linkedTasks).toMatchObject([{ title: 'Linked' }]);
  });

  it('DELETE /tickets/:id removes it', async () => {
    const id = await createTicket();
    expect((await ask(`DELETE /api/v1/tickets/${id}`)).status).toBe(200);
    expect((await ask(`GET /api/v1/tickets/${id}`)).status).toBe(404);
  });
});

describe('projects', () => {
  it('GET /projects, /projects/:id and its activity, paged with offset', async () => {
    const { projects } = (await ask('GET /api/v1/projects')).body;
    const scm = projects.find((project: { id: string }) => project.id === 'SCM');
    expect((await ask(`GET /api/v1/projects/${scm.uuid}`)).body.project.id).toBe('SCM');
    expect((await ask(`POST /api/v1/projects/${scm.uuid}/activity`, '{"body": "Hello"}')).status).toBe(201);
    const first = (await ask(`GET /api/v1/projects/${scm.uuid}/activity`)).body.items;
    const next = (await ask(`GET /api/v1/projects/${scm.uuid}/activity?offset=1`)).body.items;
    expect(first[0].text).toBe('Hello');
    expect(next[0]).toEqual(first[1]);
  });
});

describe('chat, notes, wiki', () => {
  it('POST /chat/threads takes { orgId, title, body }; the feed has tags and unread ids', async () => {
    const org = await orgId();
    const { status, body } = await ask('POST /api/v1/chat/threads', `{"orgId": "${org}", "title": "T", "body": "B"}`);
    expect([status, body.id]).toEqual([201, expect.stringMatching(uuid)]);
    expect((await ask(`POST /api/v1/chat/threads/${body.id}/messages`, '{"body": "Reply"}')).status).toBe(201);
    expect((await ask(`GET /api/v1/chat/threads/${body.id}`)).body.messages).toHaveLength(2);
    const feed = (await ask(`GET /api/v1/chat/threads?orgId=${org}`)).body;
    expect([Array.isArray(feed.tags), Array.isArray(feed.unreadThreadIds)]).toEqual([true, true]);
    expect(feed.unreadThreadIds).not.toContain(body.id);
  });

  it('chat threads and messages also accept multipart', async () => {
    const payload = `{"orgId": "${await orgId()}", "title": "T", "body": "B"}`;
    const { body } = await ask('POST /api/v1/chat/threads', ...multipart(payload));
    await ask(`POST /api/v1/chat/threads/${body.id}/messages`, ...multipart('{"body": "Reply"}'));
    const { messages } = (await ask(`GET /api/v1/chat/threads/${body.id}`)).body;
    expect(messages.map((one: { files: unknown[] }) => one.files.length)).toEqual([2, 2]);
  });

  it('POST /notes takes { title, body? }; the list is { quick, meetings, shared }', async () => {
    const { status, body } = await ask('POST /api/v1/notes', '{"title": "Wire", "body": "text"}');
    expect(status).toBe(201);
    expect(Object.keys((await ask('GET /api/v1/notes/list')).body).sort()).toEqual(['meetings', 'quick', 'shared']);
    expect((await ask(`GET /api/v1/notes/${body.id}`)).status).toBe(200);
  });

  it('GET /wiki is a flat tree, GET /wiki/:id a page with bodyHtml', async () => {
    const { pages } = (await ask('GET /api/v1/wiki')).body;
    for (const page of pages) {
      expect(Object.keys(page)).toEqual(['id', 'parentId', 'title', 'icon', 'isFolder', 'sortOrder']);
    }
    const { page } = (await ask(`GET /api/v1/wiki/${pages[0].id}`)).body;
    expect(typeof page.bodyHtml).toBe('string');
  });
});

describe('devices', () => {
  it('POST /push/tokens registers, DELETE /push/tokens with a body removes', async () => {
    const body = '{"token": "abc", "platform": "ios-live-activity", "deviceName": "Phone"}';
    expect((await ask('POST /api/v1/push/tokens', body)).status).toBe(200);
    expect((await ask('DELETE /api/v1/push/tokens', '{"token": "abc"}')).status).toBe(200);
  });
});

describe('errors', () => {
  it.each([
    ['400', 'POST /api/v1/tasks', '{}', {}],
    ['401', 'GET /api/v1/me', undefined, { authorization: 'Bearer gone' }],
    ['404', 'GET /api/v1/tasks/00000000-0000-4000-8000-000000000000', undefined, {}],
  ])('%s is a JSON object with message', async (status, line, body, headers) => {
    const answer = await ask(line, body, headers as Record<string, string>);
    expect(answer.status).toBe(Number(status));
    expect(answer.body).toEqual({ message: expect.any(String) });
  });
});
