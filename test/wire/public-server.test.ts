import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isStream, type SandboxReply } from '../../src/sandbox/http/exchange.js';
import { openSandbox } from '../../src/sandbox/open.js';
import { openWorld, owner } from '../support/run.js';
import { allTests } from '../support/set-up.js';

/*
 * Facts observed on a public server of this API, which docs/api.md lists under "How to read this page" and the sandbox
 * reproduces with `--shape wire`: first as answers on the wire, then as what the client makes of them.
 */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const uploadLimit = 512 * 1024;

const sandbox = allTests(() => openSandbox({ file: ':memory:', seed: 'demo:1', shape: 'wire', uploadLimit }));
let token: string;
let password: string;
beforeAll(async () => {
  token = sandbox.signIn(owner);
  password = sandbox.firstCredentials?.password ?? '';
});

interface Question {
  /** Undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

async function ask(line: string, { headers, body }: Question = {}): Promise<SandboxReply & { readonly text: string }> {
  const [method = '', target = ''] = line.split(' ');
  const reply = await sandbox.app({
    method,
    target,
    headers: { host: '127.0.0.1:4000', accept: 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: body === undefined ? null : chunks(body),
  });
  if (isStream(reply.body)) throw new Error('a stream');
  return { ...reply, text: Buffer.from(reply.body).toString() };
}

async function* chunks(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

function form(file: string): Question {
  const head = '--xyz\r\nContent-Disposition: form-data; name=';
  const body = `${head}"payload"\r\n\r\n{"title":"Large","projectKey":"SCM"}\r\n${head}"attachments"; filename="a.txt"\r\n\r\n${file}\r\n--xyz--\r\n`;
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=xyz' } };
}

const signInLine = 'POST /api/auth/sign-in/email';

describe('tokens', () => {
  test('are percent-encoded, hence encoded twice in the callback', async () => {
    expect(token).toMatch(/^[\w-]+\.[\w%]+$/);
    expect(token).toContain('%3D');
    const page = await ask('GET /login?client=cli&port=5000&state=0123456789abcdef');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const fields = { csrf, client: 'cli', port: '5000', state: '0123456789abcdef', email: owner, password };
    const { status, headers } = await ask('POST /login', {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `tracker_csrf=${csrf}` },
    });
    expect(status).toBe(303);
    expect(headers.location).toMatch(/\?token=[\w-]+\.[\w%]+%253D&state=/);
  });

  test('are refused when decoded', async () => {
    expect((await ask('GET /api/v1/me')).status).toBe(200);
    const authorization = `Bearer ${decodeURIComponent(token)}`;
    expect((await ask('GET /api/v1/me', { headers: { authorization } })).status).toBe(401);
    expect((await ask('GET /api/v1/me', { headers: { authorization: 'Bearer %zz.%' } })).status).toBe(401);
  });

  test('follow "Bearer", not "bearer"', async () => {
    const headers = { authorization: `bearer ${token}` };
    expect((await ask('GET /api/v1/me', { headers })).status).toBe(401);
  });
});

describe('the auth endpoints', () => {
  test('refuse to sign in a client that sends fetch metadata without an Origin', async () => {
    const body = JSON.stringify({ email: owner, password });
    const refused = await ask(signInLine, { body, headers: { 'sec-fetch-mode': 'cors' } });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'MISSING_OR_NULL_ORIGIN' });
    expect((await ask(signInLine, { body })).status).toBe(200);
    const origin = 'http://127.0.0.1:4000';
    expect((await ask(signInLine, { body, headers: { 'sec-fetch-mode': 'cors', origin } })).status).toBe(200);
  });

  test('do not administer users', async () => {
    const { status, text } = await ask('POST /api/auth/admin/list-users', { body: '{}' });
    expect(status).toBe(403);
    expect(JSON.parse(text)).toEqual({ message: expect.any(String), code: 'ADMIN_API_HTTP_DISABLED' });
  });
});

describe('paths and errors', () => {
  test.each([
    ['GET /api/v1/tasks/?scope=all', '/api/v1/tasks?scope=all'],
    ['GET /login/', '/login'],
    ['POST /api/v1/notes/', '/api/v1/notes'],
  ])('%s is a 308', async (line, location) => {
    const reply = await ask(line);
    expect([reply.status, reply.headers.location]).toEqual([308, location]);
  });

  test('a trailing slash after an unknown path redirects nowhere', async () => {
    for (const path of ['/api/v1/nothing/', '//evil.example/', '/%5Cevil.example/', '/api//evil.example/'])
      expect((await ask(`GET ${path}`)).status, path).toBe(404);
  });

  test.each(['/api/v1/nothing', '/api/nothing', '/nothing'])('%s is an HTML 404', async (path) => {
    const { status, headers, text } = await ask(`GET ${path}`);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<!doctype html>');
  });

  test('what is missing below a known path is a JSON 404', async () => {
    const { status, text } = await ask('GET /api/v1/tasks/00000000-0000-4000-8000-000000000000');
    expect([status, JSON.parse(text)]).toEqual([404, { message: expect.any(String) }]);
  });

  test.each(['PUT', 'OPTIONS'])('%s where there is no such method is a plain-text 405', async (method) => {
    const { status, headers, text } = await ask(`${method} /api/v1/tasks`);
    expect([status, headers['content-type'], headers.allow]).toEqual([
      405,
      'text/plain; charset=utf-8',
      'GET, HEAD, POST',
    ]);
    expect(text).toBe(`${method} method not allowed`);
  });

  test('an error is HTML for whoever does not accept JSON', async () => {
    const asked = async (accept: string | undefined): Promise<string | undefined> =>
      (await ask('GET /api/v1/me', { headers: { authorization: undefined, accept } })).headers['content-type'];
    expect(await asked(undefined)).toBe('text/html; charset=utf-8');
    expect(await asked('text/html,*/*;q=0.8')).toBe('text/html; charset=utf-8');
    expect(await asked('*/*')).toBe('application/json; charset=utf-8');
  });

  test('a multipart body over the limit is a 400', async () => {
    const { status, text } = await ask('POST /api/v1/tasks', form('x'.repeat(uploadLimit)));
    expect([status, JSON.parse(text)]).toEqual([400, { message: 'Invalid form data.' }]);
    expect((await ask('POST /api/v1/tasks', form('small'))).status).toBe(201);
  });

  test('the chat of an unknown organisation is empty for an admin', async () => {
    const { status, text } = await ask('GET /api/v1/chat/threads?orgId=nowhere');
    expect([status, JSON.parse(text)]).toEqual([200, { threads: [], tags: [], authors: {}, unreadThreadIds: [] }]);
  });

  test('NUL in a text is a 500', async () => {
    expect((await ask('POST /api/v1/notes', { body: '{"title":"a\\u0000b"}' })).status).toBe(500);
  });
});

describe('ids that are not uuids', () => {
  test('of users, the internal organisation and templates', async () => {
    const me = JSON.parse((await ask('GET /api/v1/me')).text);
    expect(me.user.id).toMatch(/^[0-9A-Za-z]{32}$/);
    const orgIds: Record<string, string> = Object.fromEntries(
      me.orgs.map(({ slug, id }: { readonly slug: string; readonly id: string }) => [slug, id]),
    );
    expect(orgIds['lantern-works']).toBe('org_trackr_internal');
    expect(orgIds['casa-azul']).toMatch(uuid);
    const [task] = JSON.parse((await ask('GET /api/v1/tasks?scope=all')).text).tasks;
    const { templates } = JSON.parse((await ask(`GET /api/tasks/${task.uuid}/meetings`)).text);
    for (const { id } of templates) expect(id).toMatch(/^tmpl-[a-z-]+$/);
  });
});

describe('the client on such a server', () => {
  const world = allTests(() => openWorld({ shape: 'wire', uploadLimit }));

  test.each([
    'tickets list --segment all --org org_trackr_internal --json',
    'tickets create --org org_trackr_internal --subject Inside',
    'chat list --org org_trackr_internal',
    'chat list --org lantern-works --json',
    'search a --org org_trackr_internal',
    'tasks meetings SCM-12 --json',
    'orgs list --json',
    'whoami --json',
  ])('%s', async (line) => {
    const { code, stderr } = await world.run(line);
    expect(code, stderr).toBe(0);
  });

  test('assigns by a user id that is no uuid', async () => {
    const { id, name } = world.sandbox.person('lukasz@lantern.example');
    expect((await world.run(`tasks edit SCM-12 --add-assignee ${id}`)).code).toBe(0);
    const { task } = (await world.json('tasks view SCM-12')) as { readonly task: { readonly assignees: string[] } };
    expect(task.assignees).toContain(id);
    expect((await world.run(['tasks', 'list', '--scope', 'all', '-a', name])).stdout).toContain('SCM-12');
  });

  test('follows the redirect of a trailing slash when it reads, and not when it writes', async () => {
    expect((await world.run('api /me/')).code).toBe(0);
    const { code, stderr } = await world.run('api /notes/ -X POST -f title=Slash');
    expect([code, stderr.includes('the redirect was not followed')]).toEqual([1, true]);
  });

  test('survives errors that are not JSON', async () => {
    const unknown = await world.run('api /nothing');
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('returned 404')]);
    const wrongMethod = await world.run('api /tasks -X PUT');
    expect([wrongMethod.code, wrongMethod.stderr]).toEqual([1, expect.stringContaining('405')]);
  });

  test('is reported for an upload over the limit as a refusal, not as a success', async () => {
    const machine = await world.machine(owner);
    const file = join(machine.workingFolder, 'large.bin');
    writeFileSync(file, Buffer.alloc(uploadLimit));
    const { code, stderr } = await machine.run(['tasks', 'comment', 'SCM-12', '-b', 'Large', '--attach', file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Invalid form data.')]);
  });
});
