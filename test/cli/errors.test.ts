import { beforeAll, describe, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { NetworkFailure } from '../../src/http/message.js';
import { narrow, openWorld, owner, refused, remarked, type TestWorld } from '../support/run.js';
import { answer, answerJson } from '../support/sandbox/in-process.js';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ seed: 'empty:1' });
});

const always =
  (status: number, body: unknown): Send =>
  async () =>
    answerJson(status, body);
const html = '<!doctype html>\n<title>Proxy</title>\n<p>Hello';

describe('exit codes by what the server answers', () => {
  test.each([
    [400, 1, 'invalid'],
    [401, 3, 'sign_in_required'],
    [403, 5, 'forbidden'],
    [404, 4, 'not_found'],
    [409, 6, 'conflict'],
    [418, 1, 'failed'],
    [422, 1, 'invalid'],
  ])('%i is exit code %i', async (status, code, kind) => {
    const send = always(status, { message: 'No, thank you.' });
    const message =
      status === 401 ? 'your sign-in to work.example is no longer valid; sign in again' : 'No, thank you.';
    const hint = status === 401 ? 'tracker login --name work' : undefined;
    // Side by side: a refused token is looked for anew for a while, in case another process has stored one.
    const ask = async (line: string) => await (await world.machine(owner)).run(line, { send });
    const [told, json] = await Promise.all([ask('tasks'), ask('tasks --json')]);
    expect(told).toEqual(refused(code, message, hint));
    expect(json).toEqual({
      code,
      stdout: '',
      stderr: `${JSON.stringify({ error: { code: kind, status, message, hint: hint ?? null } })}\n`,
    });
  });

  test('a message is one line of a bearable length, without control characters', async () => {
    const told = await world.run('tasks', {
      send: always(400, { message: `a\nb\u001b[31m\r\n  c ${'x'.repeat(50_000)}` }),
    });
    expect(told.code).toBe(1);
    expect(told.stderr.split('\n')).toHaveLength(2);
    expect(told.stderr.length).toBeLessThan(500);
    expect(told.stderr.trimEnd()).not.toMatch(/[\u0000-\u001f]/);
  });

  test('an error without a message names status, method and address', async () => {
    for (const body of [{}, { message: 5 }, { message: '' }, 'no', null, []])
      expect(await world.run('tasks', { send: always(404, body) })).toEqual(
        refused(4, 'work.example returned 404 (Not Found) for GET /api/v1/tasks'),
      );
    expect(await world.run('tasks', { send: async () => answer(403, html, { 'content-type': 'text/html' }) })).toEqual(
      refused(5, 'work.example returned 403 (Forbidden) for GET /api/v1/tasks'),
    );
    expect(await world.run('tasks', { send: always(400, { error: 'in another field' }) })).toEqual(
      refused(1, 'in another field'),
    );
  });

  test.each([
    ['HTML', html, 'text/html; charset=utf-8', ' (text/html; charset=utf-8)'],
    ['nothing', '', 'application/json', ' (application/json)'],
    ['half a document', '{"tasks": [', 'application/json', ' (application/json)'],
  ])('%s instead of JSON', async (_what, body, type, told) => {
    const send: Send = async () => answer(200, body, { 'content-type': type });
    expect(await world.run('tasks', { send })).toEqual(
      refused(1, `the response from work.example to GET /api/v1/tasks is not JSON: status 200${told}`),
    );
  });
});

describe('answers of a wrong shape', () => {
  const wrong: readonly unknown[] = [
    null,
    [],
    'text',
    5,
    {},
    { tasks: null },
    { tasks: 'x' },
    { tasks: [null, 5, 'x', []] },
  ];
  test.each(wrong.map((body) => [JSON.stringify(body), body] as const))('%s', async (_text, body) => {
    const send: Send = async () => answer(200, JSON.stringify(body));
    for (const line of [
      'tasks',
      'tickets',
      'inbox',
      'projects',
      'search abc',
      'status',
      'whoami',
      'inbox count',
      'instances --known',
    ]) {
      for (const how of [{ send }, { ...narrow, send }]) {
        const { code, stdout, stderr } = await world.run(line, how);
        expect([0, 1, 8]).toContain(code);
        expect(stdout + stderr).not.toMatch(/undefined|\[object|function|something went wrong/);
      }
    }
  });

  test('rows with odd values', async () => {
    const rows = [
      {
        id: 5,
        title: { a: 1 },
        status: null,
        assignees: ['constructor', '__proto__', null, {}],
        due: 'soon',
        project: [],
      },
      { id: 'A-1', uuid: 'u', title: '', assignees: 'x', tags: { a: 1 }, priority: 7 },
      {},
    ];
    const send: Send = async () => answer(200, JSON.stringify({ tasks: rows, users: { u: null, v: 5 } }));
    for (const line of [
      'tasks',
      'tasks --json',
      'tasks --csv',
      'tasks -q',
      'tasks --sort due,title,status',
      'tasks --overdue',
      'tasks --search a',
      'tasks -a @me',
      'tasks --fields ref,title,assignees,updated,project',
    ]) {
      for (const how of [{ send }, { ...narrow, send }]) {
        const { code, stdout, stderr } = await world.run(line, how);
        expect(`${code} ${stderr}`).toMatch(/^0 /);
        expect(stdout).not.toMatch(/undefined|\[object|function|native code/);
      }
    }
  });

  test('details with odd values', async () => {
    const uuid = '11111111-1111-4111-8111-111111111111';
    for (const task of [
      {},
      { comments: [{}, null], timeLogs: 5, checklist: [{ done: 1 }], dependsOn: [{}] },
      { id: 'A-1', comments: 'x' },
      null,
    ]) {
      const send: Send = async () =>
        answer(
          200,
          JSON.stringify({
            task,
            ticket: task,
            project: task,
            messages: [{}, { kind: 'system', meta: 5 }, { isInternalNote: true }],
            authors: [],
            attachments: [{}],
          }),
        );
      for (const noun of ['tasks', 'tickets', 'projects']) {
        for (const how of [{ send }, { ...narrow, send }]) {
          const { code, stdout, stderr } = await world.run(`${noun} view ${uuid}`, how);
          // A timeline that cannot be read must not look like an empty one.
          const isUnreadable = task === null || (noun === 'tasks' && 'comments' in task);
          expect(isUnreadable ? code : `${code} ${stderr}`).toBe(isUnreadable ? 1 : '0 ');
          if (noun === 'tasks' && task !== null && isUnreadable) expect(stderr).toContain('its "comments"');
          expect(stdout + stderr).not.toMatch(/undefined|\[object|function|native code|NaN/);
        }
      }
    }
  });

  test('a list that carries no field for a filter is an error, not an empty answer', async () => {
    const send: Send = async () =>
      answer(200, JSON.stringify({ tasks: [{ id: 'A-1', uuid: 'u' }], tickets: [{ id: 'T-1', uuid: 't' }] }));
    const without = (flag: string, fields: string) =>
      refused(1, `cannot filter by ${flag}: this server does not send ${fields}`);
    expect(await world.run('tasks -s todo', { send })).toEqual(without('--status', 'status'));
    expect(await world.run('tasks --due today', { send })).toEqual(without('--due', 'due'));
    expect(await world.run('tasks --overdue', { send })).toEqual(without('--overdue', 'due'));
    expect(await world.run('tickets --stale 3d', { send })).toEqual(
      without('--stale', 'lastMessageAt or updatedAt or updated'),
    );
    expect(await world.run('tickets --unassigned', { send })).toEqual(
      without('--unassigned', 'assignees or assignedAgentId'),
    );
  });
});

describe('no answer at all', () => {
  const failing =
    (message: string, unsent: boolean): Send =>
    async () => {
      throw new NetworkFailure(message, unsent, { isLasting: true });
    };

  test('an unknown host is exit code 7', async () => {
    const send = failing('cannot reach work.example: no such host', true);
    expect(await world.run('tasks', { send })).toEqual(refused(7, 'cannot reach work.example: no such host'));
    expect((await world.run('tasks --json', { send })).stderr).toBe(
      '{"error":{"code":"network","status":null,"message":"cannot reach work.example: no such host","hint":null}}\n',
    );
  });

  test('a certificate nobody trusts is not tried again', async () => {
    let tries = 0;
    const send: Send = async () => {
      tries += 1;
      throw new NetworkFailure('cannot trust work.example: its certificate has expired', true, {
        hint: 'look at it',
        isLasting: true,
      });
    };
    expect(await world.run('tasks', { send })).toEqual(
      refused(7, 'cannot trust work.example: its certificate has expired', 'look at it'),
    );
    expect(tries).toBe(1);
  });

  test.each([
    ['86400', '{}', 'work.example asks you to wait 1d before the next request'],
    [
      '7200',
      '{"message":"Nightly backup."}',
      'Nightly backup; work.example asks you to wait 2h before the next request',
    ],
  ])('a server that asks to wait %s seconds, and may say why', async (seconds, body, said) => {
    const send: Send = async () => answer(429, body, { 'retry-after': seconds });
    expect(await world.run('tasks', { send })).toEqual(refused(7, said));
  });

  test('an error of our own is one line, and reveals nothing it should not', async () => {
    const send: Send = async () => {
      throw new Error('a bug\nwith a stack');
    };
    expect(await world.run('tasks', { send })).toEqual(
      refused(1, 'something went wrong in tracker itself (Error)', 'run the command again with --debug to see where'),
    );
    const debugged = await world.run('tasks --debug', { send });
    expect(debugged.code).toBe(1);
    expect(debugged.stderr).toContain('(Error: a bug)');
    expect(debugged.stderr).toContain('\n    at ');
  });

  test('an interruption', async () => {
    const { interruptedBy } = await import('../../src/cli/run.js');
    for (const [name, code, message] of [
      ['SIGINT', 130, 'interrupted'],
      ['SIGTERM', 143, 'ended by SIGTERM'],
    ] as const) {
      const controller = new AbortController();
      const send: Send = async () => {
        controller.abort(interruptedBy(name, code));
        throw new Error('whatever broke because of it');
      };
      expect(await world.run('tasks', { send, signal: controller.signal })).toEqual(refused(code, message));
    }
  });
});

describe('a read is tried again', () => {
  test('until it works', async () => {
    const faulty = await openWorld({ seed: 'empty:1', faults: ['GET /tasks=503x1'] });
    expect(await faulty.run('tasks --scope all', narrow)).toEqual(remarked('', 'No tasks that you can see.\n'));
    expect(faulty.takeRequests()).toHaveLength(2);
  });

  test('four times at most', async () => {
    const faulty = await openWorld({ seed: 'empty:1', faults: ['GET /tasks=500'] });
    expect(await faulty.run('tasks')).toEqual(refused(1, 'The sandbox was told to fail this request.'));
    expect(faulty.takeRequests()).toHaveLength(4);
  });
});

describe('--debug', () => {
  test('traces requests without a secret', async () => {
    const token = (await world.run('token')).stdout.trim();
    const { code, stderr } = await world.run('tasks --debug');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^debug: GET https:\/\/work\.example\/api\/v1\/tasks\?scope=mine → 200 in 0 ms, \d+ bytes received in 0 ms\n$/,
    );
    expect(stderr).not.toContain(token);
  });
});
