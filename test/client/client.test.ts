import { afterEach, describe, expect, test } from 'vitest';
import { buildRequest, type CallOptions } from '../../src/client/request.js';
import { failureOf } from '../http/asking.js';
import { type Answer, gzip, html, json, shortBody, text } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { startPlay } from './signed-client.js';

const play = eachTest(startPlay);
afterEach(() => play.end());

const read = (answer: Answer) => {
  play.server.on('GET /api/v1/me', answer);
  return play.client.call('GET /me');
};
const write = (answer: Answer) => {
  play.server.on('POST /api/v1/tasks', answer);
  return play.client.call('POST /tasks', { body: { title: 't', projectKey: 'P' } });
};
const host = (): string => `127.0.0.1:${play.server.port}`;

describe('a wait that the server asks for, and that is left to the caller', () => {
  test.each([
    ['reads', 429, 'Too Many Requests', 'network'],
    ['reads', 503, 'Service Unavailable', 'network'],
    ['writes', 429, 'Too Many Requests', 'network'],
    ['writes', 503, 'Service Unavailable', 'failed'],
  ])('of one who %s is said with the reason, after a %i', async (does, status, name, kind) => {
    const busy = json({ message: 'We are moving.' }, status, { 'retry-after': '5400' });
    for (const route of ['GET /api/v1/me', 'POST /api/v1/tasks']) play.server.on(route, busy);
    const { client } = play;
    const [body, onAskedToWait] = [{ title: 't', projectKey: 'P' }, () => undefined];
    const options = { body, onAskedToWait };
    const asked = does === 'reads' ? client.call('GET /me', { onAskedToWait }) : client.call('POST /tasks', options);
    const error = await failureOf(asked);
    const message = `${host()} returned ${status} (${name}): We are moving; it asks you to wait 1h30m before the next request`;
    expect([error.kind, error.status, error.message, error.askedMs]).toEqual([kind, status, message, 5_400_000]);
  });

  test('is said with the status where the server says nothing', async () => {
    play.server.on('GET /api/v1/me', text('', 429, { 'retry-after': '5400' }));
    const error = await failureOf(play.client.call('GET /me', { onAskedToWait: () => undefined }));
    const message = `${host()} returned 429 (Too Many Requests) and asks you to wait 1h30m before the next request`;
    expect(error.message).toBe(message);
  });
});

describe('the response to a read', () => {
  test.each([
    ['plain', json({ user: { id: 'u1' }, more: [1, null, 'ü'] })],
    ['compressed', gzip({ user: { id: 'u1' }, more: [1, null, 'ü'] })],
    ['with a byte order mark', text('\ufeff{"user":{"id":"u1"},"more":[1,null,"ü"]}')],
    ['of another type', text('{"user":{"id":"u1"},"more":[1,null,"ü"]}', 200, { 'content-type': 'text/plain' })],
  ])('(%s) is given whole, unknown fields included', async (_name, answer) => {
    expect(await read(answer)).toEqual({ user: { id: 'u1' }, more: [1, null, 'ü'] });
  });

  test('with bytes that are not UTF-8 is read as far as it can be', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(await read(text(bytes))).toEqual({ a: '\ufffd' });
  });

  test.each([
    ['HTML', html(), 'is not JSON: status 200 (text/html)'],
    ['nothing', text(''), 'is not JSON: status 200'],
    ['204', text('', 204), 'is not JSON: status 204'],
    ['half of it', text('{"a":'), 'is not JSON: status 200'],
    ['null', json(null), 'is not a JSON object: status 200 (application/json)'],
    ['a list', json([]), 'is not a JSON object: status 200 (application/json)'],
    ['a text', json('x'), 'is not a JSON object: status 200 (application/json)'],
  ])('that is %s is an error with address, status and type', async (_name, answer, what) => {
    expect(await failureOf(read(answer))).toMatchObject({
      kind: 'failed',
      exitCode: 1,
      status: Number(/status (\d+)/.exec(what)?.[1]),
      message: `the response from ${host()} to GET /api/v1/me ${what}`,
    });
  });

  test('nested without end is read', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(Array.isArray(((await read(text(deep))) as Record<string, unknown>).a)).toBe(true);
  });
});

const unsaid = 'the server returned 200, but says that the request failed';

describe('the response to a write', () => {
  test('is its result', async () => {
    expect(await write(json({ id: 'x', displayId: 'P-1' }, 201))).toEqual({ id: 'x', displayId: 'P-1' });
  });

  test.each([
    ['204', text('', 204)],
    ['empty', text('', 201)],
    ['null', json(null)],
    ['a list', json([])],
  ])('that is %s is done, with nothing to report', async (_name, answer) => {
    expect(await write(answer)).toEqual({});
  });

  test.each([
    ['HTML', html(201), 'is not JSON: status 201 (text/html)'],
    ['cut', shortBody('{"id":', 201), 'was cut off: status 201'],
    ['JSON cut in the middle', text('{"id":', 201), 'is not JSON: status 201'],
  ])('that is %s is applied, and says so, once', async (_name, answer, what) => {
    expect(await failureOf(write(answer))).toMatchObject({
      kind: 'unknown_outcome',
      exitCode: 8,
      status: 201,
      message: `the server accepted the request, but the response from ${host()} to POST /api/v1/tasks ${what}`,
      hint: 'it has been applied; check before you run it again',
    });
    expect(play.server.requests.length).toBe(1);
  });

  test.each<[unknown, string]>([
    [{ ok: false, error: 'Quota  used up.' }, 'Quota used up.'],
    [{ ok: false, message: 'Locked.', ticket: {} }, 'Locked.'],
    [{ ok: false }, unsaid],
    [{ ok: 0 }, unsaid],
    [{ success: false }, unsaid],
    [{ success: 'false', data: null }, unsaid],
    [{ errors: ['Title is missing'] }, 'Title is missing'],
    [{ data: null, errors: [{ message: 'No right.' }] }, 'No right.'],
    [{ errors: [{ code: 'E1' }] }, unsaid],
    [{ status: 422, message: 'Title is missing' }, 'Title is missing'],
    [{ statusCode: 500, error: 'Internal' }, 'Internal'],
    [{ type: 'about:blank', title: 'Forbidden', status: 403 }, 'Forbidden'],
    [{ type: 'about:blank', title: 'Forbidden', detail: 'Not in May.', status: 403 }, 'Not in May.'],
  ])('%j with 200 was not done', async (body, message) => {
    expect(await failureOf(write(json(body)))).toMatchObject({ kind: 'failed', exitCode: 1, status: 200, message });
    expect(play.server.requests.length).toBe(1);
    expect(play.warnings).toEqual([]);
  });

  test.each<[unknown, string]>([
    [{ error: 'Maintenance.' }, 'an error instead of a result (Maintenance.)'],
    [{ error: 'Maintenance.', requestId: 'r1', data: null }, 'an error instead of a result (Maintenance.)'],
    [{ error: { code: 'E1', message: 'Read-only.' } }, 'an error instead of a result (Read-only.)'],
    [{ error: { code: 'E1' } }, 'an error instead of a result'],
    [{ type: 'about:blank', title: 'Forbidden' }, 'an error instead of a result (Forbidden)'],
    [{ type: 'about:blank', title: 'Forbidden', detail: 'No.' }, 'an error instead of a result (No.)'],
    [{ message: 'No such project.', code: 'P404' }, 'an error instead of a result (No such project.)'],
    [{ message: 'No such project.', status: 'error' }, 'an error instead of a result (No such project.)'],
    [false, 'false instead of a result'],
    ['error', '"error" instead of a result'],
    [['x'.repeat(100)], `["${'x'.repeat(58)}… instead of a result`],
  ])('%j with 200 may or may not have been applied', async (body, what) => {
    expect(await failureOf(write(json(body)))).toMatchObject({
      kind: 'unknown_outcome',
      exitCode: 8,
      status: 200,
      message: `the server returned 200 with ${what}; it may or may not have been applied`,
      hint: 'check before you run it again',
    });
    expect(play.server.requests.length).toBe(1);
  });

  test.each<[unknown, string]>([
    [{ id: 'x', ok: false, message: 'Locked.' }, 'Locked.'],
    [{ displayId: 'P-1', success: 0 }, unsaid],
    [{ threadId: 'x', errors: ['no mail was sent'] }, 'no mail was sent'],
    [{ uuid: 'x', statusCode: 500, error: 'Mail is down' }, 'Mail is down'],
    [{ id: 7, error: { message: 'Mail is down' } }, 'Mail is down'],
    [{ ok: true, error: 'none' }, 'none'],
    [{ ticket: {}, error: 'Mail is down' }, 'Mail is down'],
  ])('%j is a result with a warning', async (body, words) => {
    expect(await write(json(body))).toEqual(body);
    expect(play.warnings).toEqual([`the server accepted it, but also reported: ${words}`]);
  });

  test.each([
    { ok: true },
    { ok: true, unchanged: true },
    { ok: true, ticket: { id: 'BERG-1', uuid: 'u', status: 'open', checklist: [] } },
    { ok: true, checklist: [] },
    { ok: true, preferences: { errors: ['x'] } },
    { ok: true, user: { id: 'u1', name: 'A', email: 'a@b', image: null } },
    { id: 'x' },
    { id: 'x', displayId: 'SCM-1' },
    { threadId: 'x' },
    { id: 'x', title: 'Crash', type: 'bug', status: 'error' },
    { title: 'Crash', type: 'bug', status: 'todo' },
    { ok: true, message: 'Saved.' },
    { message: 'Saved.' },
    { message: 'Saved.', status: 'ok' },
    { message: 'Saved.', code: 0 },
    { message: 'Saved.', code: 'OK', status: 200 },
    { id: 'x', message: 'Created.' },
    { id: 'x', error: null, errors: [] },
    { threadId: 'x', error: '' },
    { message: { id: 'm1', text: 'Hello' } },
  ])('%j is a result', async (body) => {
    expect(await write(json(body))).toEqual(body);
    expect(play.warnings).toEqual([]);
  });
});

describe('a refusal', () => {
  test.each([
    ['GET', 400, 'invalid', 1],
    ['GET', 401, 'sign_in_required', 3],
    ['GET', 403, 'forbidden', 5],
    ['GET', 404, 'not_found', 4],
    ['GET', 405, 'failed', 1],
    ['GET', 409, 'conflict', 6],
    ['GET', 413, 'failed', 1],
    ['GET', 418, 'failed', 1],
    ['GET', 422, 'invalid', 1],
    ['GET', 429, 'network', 7],
    ['GET', 500, 'failed', 1],
    ['GET', 502, 'network', 7],
    ['GET', 503, 'network', 7],
    ['GET', 504, 'network', 7],
    ['POST', 400, 'invalid', 1],
    ['POST', 401, 'sign_in_required', 3],
    ['POST', 403, 'forbidden', 5],
    ['POST', 404, 'not_found', 4],
    ['POST', 409, 'conflict', 6],
    ['POST', 413, 'failed', 1],
    ['POST', 429, 'network', 7],
    ['POST', 500, 'failed', 1],
    ['POST', 503, 'failed', 1],
  ] as const)('of a %s with %i is %s, exit %i', async (method, status, kind, exitCode) => {
    const ask = method === 'GET' ? read : write;
    expect(await failureOf(ask(json({ message: 'no' }, status)))).toMatchObject({ kind, exitCode, status });
  });

  test.each([
    ['message', { message: 'Title is missing', error: 'x' }, 'Title is missing'],
    ['error', { error: 'Title is missing' }, 'Title is missing'],
    ['error, since the message is empty', { message: '', error: 'Title is missing' }, 'Title is missing'],
    ['several messages', { message: ['No title', '', 'No project'], error: 'Bad Request' }, 'No title; No project'],
    ['errors', { errors: [{ message: 'No title', field: 'title' }, 'No project'] }, 'No title; No project'],
    ['a problem', { type: 'about:blank', title: 'Bad Request', detail: 'No title' }, 'No title'],
    ['several lines', { message: ' a\n\tb \u2028 c ' }, 'a b c'],
    ['length', { message: 'x'.repeat(50_000) }, `${'x'.repeat(400)}…`],
  ])('is reported in the words of the server (%s)', async (_name, body, message) => {
    expect((await failureOf(write(json(body, 400)))).message).toBe(message);
  });

  test.each([
    [403, 'busy'],
    [429, ' returned 429 (Too Many Requests): busy'],
    [500, ' returned 500 (Internal Server Error): busy'],
    [529, ' returned 529: busy'],
  ])('with %i is reported with host and status unless it is about the request', async (status, expected) => {
    const message = expected.startsWith(' ') ? `${host()}${expected}` : expected;
    expect((await failureOf(write(json({ message: 'busy' }, status)))).message).toBe(message);
  });

  test('with a byte order mark is reported with its message too', async () => {
    expect((await failureOf(write(text('\ufeff{"message":"no"}', 400)))).message).toBe('no');
  });

  test.each([
    ['HTML', html(502)],
    ['nothing', text('', 502)],
    ['a message that is no text', json({ message: { a: 1 } }, 502)],
    ['a blank message', json({ message: '  ' }, 502)],
    ['a list', json(['no'], 502)],
  ])('that says nothing (%s) is reported with host, status and path', async (_name, answer) => {
    expect((await failureOf(write(answer))).message).toBe(
      `${host()} returned 502 (Bad Gateway) for POST /api/v1/tasks`,
    );
  });
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
