import { describe, expect, test } from 'vitest';
import { withRedirects } from '../../src/http/redirect.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { json, redirect, startMisbehavingServer } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { ask, failureOf, request } from './asking.js';

const server = eachTest(startMisbehavingServer);
const send = withRedirects(createNodeTransport({ timeoutMs: 5_000 }));
const host = (): string => `127.0.0.1:${server.port}`;

describe('the address of a redirect', () => {
  test('must lie below the base path, where there is one', async () => {
    const based = withRedirects(createNodeTransport({ timeoutMs: 5_000 }), new URL(`${server.origin}/team/`));
    server.on('GET /team/x', redirect('/team/y'), redirect('/other/y'));
    server.on('GET /team/y', json({ a: 1 }));
    expect((await ask(based, request('GET', `${server.origin}/team/x`))).status).toBe(200);
    const failure = await failureOf(ask(based, request('GET', `${server.origin}/team/x`)));
    expect(failure.message).toBe(
      `${host()} redirects GET /team/x to another address on ${host()}; the redirect was not followed`,
    );
    expect(server.requests.map(({ target }) => target)).toEqual(['/team/x', '/team/y', '/team/x']);
  });

  test.each([
    '/team/..%2fadmin',
    '/team/%2e%2e%2Fadmin',
    '/team/a/..%5c..%5cadmin',
    '/team/%252e%252e%252fadmin',
    '/team\\..\\admin',
  ])('must not leave it by %s', async (location) => {
    const based = withRedirects(createNodeTransport({ timeoutMs: 5_000 }), new URL(`${server.origin}/team/`));
    server.on('GET /team/x', redirect(location));
    const failure = await failureOf(ask(based, request('GET', `${server.origin}/team/x`)));
    expect(failure.message).toBe(
      `${host()} redirects GET /team/x to another address on ${host()}; the redirect was not followed`,
    );
    expect(server.requests.length).toBe(1);
  });

  test('may hold an encoded slash and dots in words', async () => {
    server.on('GET /x', redirect('/a%2Fb..c/%2e%2e./y?z=%2e%2e%2f'));
    server.on('GET /a%2Fb..c/%2e%2e./y', json({}));
    expect((await ask(send, request('GET', `${server.origin}/x`))).status).toBe(200);
  });
});

test('a redirect to something that is no address of a server is refused by its scheme', async () => {
  server.on('GET /x', redirect('javascript:alert(1)'));
  const failure = await failureOf(ask(send, request('GET', `${server.origin}/x`)));
  expect(failure.message).toBe(`${host()} redirects GET /x to javascript:; the redirect was not followed`);
  expect(failure.hint).toBeUndefined();
});

test.each([304, 300])('a %i is a response', async (status) => {
  server.on('GET /x', redirect('/y', status));
  expect((await ask(send, request('GET', `${server.origin}/x`))).status).toBe(status);
});

test('a redirect to nowhere is a response', async () => {
  server.on('GET /x', redirect('http://['));
  expect((await ask(send, request('GET', `${server.origin}/x`))).status).toBe(302);
});
