import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { withRedirects } from '../../src/http/redirect.js';
import { rehearseRotation } from '../../src/http/rehearse.js';
import { withRetry } from '../../src/http/retry.js';
import type { TokenStore } from '../../src/http/session.js';
import { isToken, withSession } from '../../src/http/session.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import {
  cutChunk,
  json,
  type MisbehavingServer,
  redirect,
  shortBody,
  startMisbehavingServer,
  text,
} from '../support/servers/misbehaving-server.js';
import { ask, failureOf, request } from './asking.js';

/** A store in memory: every token it was given, and what another process puts there in time for a repeat. */
interface MemoryStore extends TokenStore {
  readonly kept: string[];
  readonly others: string[];
  looks: number;
}

function memoryStore(token: string, problem?: string): MemoryStore {
  let inUse = token;
  const store: MemoryStore = {
    kept: [],
    others: [],
    looks: 0,
    current: async () => inUse,
    async rotate(next) {
      inUse = next;
      store.kept.push(next);
      return problem;
    },
    async repeatWithNewer(sent, repeat) {
      store.looks += 1;
      inUse = store.others.shift() ?? inUse;
      return inUse === sent ? undefined : await repeat(inUse);
    },
  };
  return store;
}

let server: MisbehavingServer;
let warnings: string[];

beforeEach(async () => {
  server = await startMisbehavingServer();
  warnings = [];
});
afterEach(() => server.close());

function open(tokens: TokenStore): Send {
  const signed = withSession(createNodeTransport({ timeoutMs: 5_000 }), {
    tokens,
    warn: (message) => void warnings.push(message),
  });
  return withRetry(withRedirects(signed), { now: () => new Date(0), wait: async () => undefined });
}

const sentTokens = (): readonly (string | undefined)[] => server.requests.map(({ headers }) => headers.authorization);
const get = (path = '/x') => request('GET', `${server.origin}${path}`);
const next = { 'set-auth-token': 'next' };

test('the token is sent byte for byte', async () => {
  const token = 'a.b%2F%3D+/=~!"#$&\'()*-:;<>?@[]^_`{|}';
  server.on('GET /x', json({}));
  await ask(open(memoryStore(token)), get());
  expect(sentTokens()).toEqual([`Bearer ${token}`]);
});

test.each([200, 201, 400, 403, 404, 500])(
  'a token that comes with a %i is kept and used from then on',
  async (status) => {
    server.on('POST /x', json({ message: 'm' }, status, next));
    server.on('GET /y', json({}));
    const tokens = memoryStore('first');
    const send = open(tokens);
    expect((await ask(send, request('POST', `${server.origin}/x`, { body: '{}' }))).status).toBe(status);
    await ask(send, get('/y'));
    expect(tokens.kept).toEqual(['next']);
    expect(sentTokens()).toEqual(['Bearer first', 'Bearer next']);
  },
);

test('a token that comes without content is kept', async () => {
  server.on('DELETE /x', text('', 204, next));
  const tokens = memoryStore('first');
  await ask(open(tokens), request('DELETE', `${server.origin}/x`));
  expect(tokens.kept).toEqual(['next']);
});

test('a token that comes with a 429 or a 503 is used by the repetition', async () => {
  server.on('GET /x', json({}, 429, { 'set-auth-token': 'b' }), json({}, 503, { 'set-auth-token': 'c' }), json({}));
  const tokens = memoryStore('a');
  expect((await ask(open(tokens), get())).status).toBe(200);
  expect(sentTokens()).toEqual(['Bearer a', 'Bearer b', 'Bearer c']);
  expect(tokens.kept).toEqual(['b', 'c']);
});

test('a token that comes with a redirect is used by the next hop', async () => {
  server.on('GET /x', redirect('/y', 302, next));
  server.on('GET /y', json({}));
  const tokens = memoryStore('first');
  await ask(open(tokens), get());
  expect(sentTokens()).toEqual(['Bearer first', 'Bearer next']);
});

test('a token that comes with a redirect elsewhere is kept, and nothing goes there', async () => {
  const elsewhere = await startMisbehavingServer();
  elsewhere.on('GET /y', json({}, 200, { 'set-auth-token': 'theirs' }));
  server.on('GET /x', redirect(`${elsewhere.origin}/y`, 302, next));
  const tokens = memoryStore('first');
  await failureOf(ask(open(tokens), get()));
  expect([tokens.kept, elsewhere.requests]).toEqual([['next'], []]);
  await elsewhere.close();
});

test.each([
  ['short', shortBody('{"a":', 200, next)],
  ['not JSON', text('{"a":', 200, next)],
])('a token is kept although the body is %s', async (_name, answer) => {
  server.on('GET /x', answer);
  const tokens = memoryStore('first');
  await ask(open(tokens), get()).catch(() => undefined);
  expect(tokens.kept).toEqual(['next']);
});

test('a cut body without a token leaves the old one', async () => {
  server.on('GET /x', cutChunk('{"a":'));
  const tokens = memoryStore('first');
  await failureOf(ask(open(tokens), get()));
  expect(tokens.kept).toEqual([]);
});

test('the token in use is not stored again', async () => {
  server.on('GET /x', json({}, 200, { 'set-auth-token': 'first' }));
  const tokens = memoryStore('first');
  await ask(open(tokens), get());
  expect([tokens.kept, warnings]).toEqual([[], []]);
});

test.each([
  ['empty', ''],
  ['blank', '   '],
  ['longer than 8 kB', 'x'.repeat(8_193)],
  ['with a space', 'a b'],
  ['two', ['one', 'two']],
  ['two in one', 'one, two'],
  ['outside of ASCII', 'gr\u00fc\u00dfe'],
] as const)('a new token that is %s is ignored with a warning', async (_name, value) => {
  server.on('GET /x', json({}, 200, { 'set-auth-token': value }));
  const tokens = memoryStore('first');
  await ask(open(tokens), get());
  expect(tokens.kept).toEqual([]);
  expect(warnings).toEqual(['the server sent an invalid new token; the old one is kept']);
});

test('a token that could not be saved is a warning, and the response is unchanged', async () => {
  server.on('GET /x', json({ a: 1 }, 200, next));
  expect(await ask(open(memoryStore('first', 'it was not saved')), get())).toEqual({ status: 200, body: '{"a":1}' });
  expect(warnings).toEqual(['it was not saved']);
});

describe('a refused token', () => {
  test('is replaced by a newer stored one, and the request is repeated with its body', async () => {
    server.on('POST /x', json({}, 401), json({ ok: true }, 201));
    const tokens = memoryStore('old');
    tokens.others.push('new');
    const sent = request('POST', `${server.origin}/x`, { body: '{"a":1}' });
    expect((await ask(open(tokens), sent)).status).toBe(201);
    expect(sentTokens()).toEqual(['Bearer old', 'Bearer new']);
    expect(server.requests.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}']);
  });

  test('with nothing newer is the response', async () => {
    server.on('GET /x', json({ message: 'sign in' }, 401));
    const tokens = memoryStore('old');
    expect(await ask(open(tokens), get())).toEqual({ status: 401, body: '{"message":"sign in"}' });
    expect([sentTokens(), tokens.looks, warnings]).toEqual([['Bearer old'], 1, []]);
  });

  test('is tried with at most two others', async () => {
    server.on('GET /x', json({}, 401));
    const tokens = memoryStore('a');
    tokens.others.push('b', 'c', 'd', 'e');
    expect((await ask(open(tokens), get())).status).toBe(401);
    expect(sentTokens()).toEqual(['Bearer a', 'Bearer b', 'Bearer c']);
  });

  test('whose response brings a new one ends after three requests too', async () => {
    const answers = ['b', 'c', 'd', 'e'].map((token) => json({}, 401, { 'set-auth-token': token }));
    server.on('GET /x', ...answers);
    const tokens = memoryStore('a');
    expect((await ask(open(tokens), get())).status).toBe(401);
    expect(sentTokens()).toEqual(['Bearer a', 'Bearer b', 'Bearer c']);
    expect(tokens.kept).toEqual(['b', 'c', 'd']);
  });
});

test.each([
  ['abc.DEF-123_~+/=%', true],
  ['', false],
  ['a,b', false],
  ['a b', false],
  ['a\nb', false],
  ['a\u0000', false],
  ['ä', false],
  ['x'.repeat(8_192), true],
  ['x'.repeat(8_193), false],
])('whether %j can be a token: %s', (given, expected) => expect(isToken(given)).toBe(expected));

test('a rotation is rehearsed without a server, and stores once (#10.17)', async () => {
  let stored = 0;
  await rehearseRotation(async () => void stored++);
  expect(stored).toBe(1);
  await expect(rehearseRotation(async () => Promise.reject(new Error('no folder')))).rejects.toThrow('no folder');
});
