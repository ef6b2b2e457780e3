import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { type CallbackListener, type ListenOptions, listenForCallback } from '../../../src/auth/callback/listener.js';
import { newState } from '../../../src/auth/login/url.js';
import { TrackerError } from '../../../src/contract/errors.js';
import { exchange, isClosed, openSilently, visit } from './sockets.js';

const state = 'q7J2mZ0vX4c1-_aB9kD8eF6gH5iJ3kL2mN1oP0qR';
const good = `/callback?token=tok-1&state=${state}`;

const instead = 'tracker login https://tracker.example.com --token < FILE';

const stops: AbortController[] = [];

async function listen(options: Partial<ListenOptions> = {}): Promise<CallbackListener> {
  const stop = new AbortController();
  stops.push(stop);
  return await listenForCallback({ state, instead, signal: stop.signal, ...options });
}

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/** Signs in after something went wrong: the wait must have gone on. */
async function expectStillWaiting(listener: CallbackListener): Promise<void> {
  expect((await visit(listener.port, good)).status).toBe(303);
  expect(await listener.token).toBe('tok-1');
}

describe('where it listens', () => {
  test('on 127.0.0.1 only, on a new free port each time', async () => {
    const [one, two] = [await listen(), await listen()];
    expect(one.port).not.toBe(two.port);
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, family, internal } of others) {
      if (internal || family !== 'IPv4') continue;
      await expect(openSilently(one.port, address)).rejects.toThrow('ECONNREFUSED');
    }
    await expect(openSilently(one.port, '127.0.0.2')).rejects.toThrow('ECONNREFUSED');
    await expect(openSilently(one.port, '::1')).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT/);
  });

  test('on the given port', async () => {
    const { port, close } = await listen();
    await close();
    expect((await listen({ port })).port).toBe(port);
  });

  test('never on a port that is taken', async () => {
    const { port } = await listen();
    await expect(listen({ port })).rejects.toMatchObject({
      kind: 'failed',
      message: `port ${port} on 127.0.0.1 is in use by another program`,
      hint: `leave out --port to use any free port, or sign in with a token: ${instead}`,
    });
  });

  test.each([0, 80, 1023, 65_536])('never on %d, where no server redirects to', async (port) => {
    await expect(listen({ port })).rejects.toMatchObject({ kind: 'usage', exitCode: 2 });
  });
});

describe('a wrong state is refused and the wait goes on', () => {
  const badStates = {
    missing: '/callback?token=tok-1',
    empty: '/callback?token=tok-1&state=',
    wrong: `/callback?token=tok-1&state=${newState()}`,
    shorter: `/callback?token=tok-1&state=${state.slice(0, -1)}`,
    longer: `/callback?token=tok-1&state=${state}x`,
    'of another case': `/callback?token=tok-1&state=${state.toLowerCase()}`,
    'not ASCII': `/callback?token=tok-1&state=${encodeURIComponent(`é${state.slice(1)}`)}`,
    'given twice': `/callback?token=tok-1&state=${state}&state=${state}`,
    'given twice, once in disguise': `/callback?token=tok-1&state=${state}&%73tate=${state}`,
    'without anything': '/callback',
  };
  test.each(Object.entries(badStates))('%s', async (_, path) => {
    const listener = await listen();
    const answer = await visit(listener.port, path);
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain(state);
    await expectStillWaiting(listener);
  });
});

describe('a token that cannot be one is refused and the wait goes on', () => {
  const badTokens = {
    missing: '',
    empty: 'token=&',
    'above 8 kB': `token=${'x'.repeat(8193)}&`,
    'with CR LF': 'token=a%0D%0Ax-header:%20b&',
    'with NUL': 'token=a%00b&',
    'with a space': 'token=a%20b&',
    'beyond Latin-1': `token=${encodeURIComponent('a€b')}&`,
    'with DEL': 'token=a%7Fb&',
    'given twice': 'token=tok-1&token=tok-1&',
  };
  test.each(Object.entries(badTokens))('%s', async (_, pair) => {
    const listener = await listen();
    expect((await visit(listener.port, `/callback?${pair}state=${state}`)).status).toBe(400);
    await expectStillWaiting(listener);
  });
});

describe('a token arrives byte for byte', () => {
  const tokens = ['a+b/c==.d%2B%zz', 'tok.sig%3D%3D', '~!$&\'()*;:@?#[]"<>\\^`{|}', 'x'.repeat(8192), '%'.repeat(8192)];
  test.each(tokens)('%.40s percent-encoded', async (token) => {
    const listener = await listen();
    await visit(listener.port, `/callback?token=${encodeURIComponent(token)}&state=${state}`);
    expect(await listener.token).toBe(token);
  });

  test('and a bare + stays a +', async () => {
    const listener = await listen();
    await visit(listener.port, `/callback?state=${state}&token=a+b/c==.d`);
    expect(await listener.token).toBe('a+b/c==.d');
  });
});

describe('other requests are refused and the wait goes on', () => {
  const noise: readonly (readonly [string, string, Record<string, string>, number])[] = [
    ['GET', '/', {}, 404],
    ['GET', '/favicon.ico', {}, 404],
    ['GET', `/callback/x?token=tok-1&state=${state}`, {}, 404],
    ['GET', `//callback?token=tok-1&state=${state}`, {}, 404],
    ['GET', '/done', {}, 404],
    ['GET', `http://127.0.0.1${good}`, {}, 404],
    ['HEAD', good, {}, 405],
    ['OPTIONS', good, {}, 405],
    ['POST', good, {}, 405],
    ['PUT', good, {}, 405],
    ['GET', good, { 'sec-purpose': 'prefetch;prerender' }, 400],
    ['GET', good, { purpose: 'prefetch' }, 400],
    ['GET', good, { origin: 'https://evil.example' }, 403],
    ['GET', good, { origin: 'null' }, 403],
    ['GET', good, { host: 'evil.example' }, 403],
    ['GET', good, { host: '127.0.0.1' }, 403],
    ['GET', good, { host: '127.0.0.1:1' }, 403],
    ['GET', '/nothing', { host: 'evil.example' }, 403],
    ['OPTIONS', good, { host: 'evil.example', 'access-control-request-private-network': 'true' }, 403],
  ];
  test.each(noise)('%s %s %o', async (method, path, headers, status) => {
    const listener = await listen();
    const answer = await visit(listener.port, path, { method, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.allow).toBe(status === 405 ? 'GET' : undefined);
    expectSafe(answer.headers);
    await expectStillWaiting(listener);
  });

  test.each([
    ['no host', () => `GET ${good} HTTP/1.0\r\n\r\n`, 403],
    [
      'two hosts',
      (port: number) => `GET ${good} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\n\r\n`,
      403,
    ],
    ['no HTTP', () => 'hello\r\n\r\n', 400],
    ['TLS', () => '\u0016\u0003\u0001\u0002\u0000\u0001', 400],
    [
      'an endless header',
      (port: number) => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nx: ${'y'.repeat(70_000)}`,
      400,
    ],
  ])('%s', async (_, bytes, status) => {
    const listener = await listen();
    const answer = await exchange(listener.port, bytes(listener.port));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'");
    await expectStillWaiting(listener);
  });

  test('localhost is another name for 127.0.0.1', async () => {
    const listener = await listen();
    const answer = await visit(listener.port, good, { headers: { host: `LocalHost:${listener.port}` } });
    expect(answer.status).toBe(303);
  });
});

describe('after the good callback', () => {
  test('the browser is sent to a page that holds neither token nor state', async () => {
    const listener = await listen();
    const answer = await visit(listener.port, good);
    expect([answer.status, answer.headers.location, answer.body]).toEqual([303, '/done', '']);
    const page = await visit(listener.port, '/done');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('Sign-in received');
    expect(page.body).toContain('You can close this page and return to the terminal.');
    expect(page.body).toMatch(/^<!doctype html>.*<\/html>\n$/s);
    expect(page.body).not.toMatch(/<script|src=|href=|url\(|@import|tok-1/i);
    for (const { headers } of [answer, page]) {
      expectSafe(headers);
      expect(JSON.stringify(headers)).not.toContain('tok-1');
      expect(JSON.stringify(headers)).not.toContain(state);
    }
  });

  test('the same callback is refused, and so is another', async () => {
    const listener = await listen();
    await visit(listener.port, good);
    expect((await visit(listener.port, good)).status).toBe(410);
    expect((await visit(listener.port, `/callback?token=tok-2&state=${state}`)).status).toBe(410);
    expect(await listener.token).toBe('tok-1');
  });

  test('everything is closed once the page was fetched, silent sockets too', async () => {
    const listener = await listen();
    const silent = await openSilently(listener.port);
    const halfSent = await openSilently(listener.port);
    halfSent.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${listener.port}\r\n`);
    const gone = Promise.all([once(silent, 'close'), once(halfSent, 'close')]);
    await visit(listener.port, good);
    const started = performance.now();
    expect((await visit(listener.port, '/done', { headers: { connection: 'keep-alive' } })).body).toContain('</html>');
    await listener.close();
    await gone;
    expect(performance.now() - started).toBeLessThan(900);
    expect(await isClosed(listener.port)).toBe(true);
  });

  test('everything is closed a second later if the page is not fetched', async () => {
    const listener = await listen();
    const silent = await openSilently(listener.port);
    const gone = once(silent, 'close');
    await visit(listener.port, good);
    const started = performance.now();
    await listener.close();
    await gone;
    expect(performance.now() - started).toBeLessThan(1_900);
    expect(await isClosed(listener.port)).toBe(true);
  });
});

describe('an end without a callback', () => {
  test('closing closes at once', async () => {
    const listener = await listen();
    await openSilently(listener.port);
    await listener.close();
    await listener.close();
    expect(await isClosed(listener.port)).toBe(true);
  });

  test('the signal ends the wait with its own reason and closes the port', async () => {
    const stop = new AbortController();
    const listener = await listen({ signal: stop.signal });
    await openSilently(listener.port);
    stop.abort(new TrackerError('interrupted', 'terminated', { exitCode: 143 }));
    await expect(listener.token).rejects.toMatchObject({ kind: 'interrupted', exitCode: 143 });
    await listener.close();
    expect(await isClosed(listener.port)).toBe(true);
  });

  test('a signal that came before opens no port', async () => {
    await expect(listen({ signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'interrupted', exitCode: 130 });
  });
});

function expectSafe(headers: Readonly<Record<string, string | readonly string[] | undefined>>): void {
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
}
