import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startConnectProxy } from '../../http/connect-proxy.js';
import { atEnd } from '../../support/clean-ups.js';
import { placesOf } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, tracker } from '../../support/computer/program.js';
import { runHere } from '../../support/run-here.js';
import { ann, canary, instance } from '../../support/sandbox/service.js';
import {
  type Answer,
  json,
  type MisbehavingServer,
  startMisbehavingServer,
} from '../../support/servers/misbehaving-server.js';
import { hasOpenssl, makeAuthority } from '../../support/servers/tls.js';
import { eachTest } from '../../support/set-up.js';
import { credentialsFile } from './helpers.js';

const home = eachTest(makeHome);
/** What is spoken to as http, under many names. */
const plain = eachTest(startMisbehavingServer);
/** A server behind TLS, and proxies that lead names to both. */
let ways: readonly { close(): Promise<void> }[];
let env: Record<string, string>;
/** From each address to the token that is good there; its owner may say that it rotates. */
let tokens: Map<string, string>;
let rotates: string | undefined;

/** Answers whoever has the token of the very address that was asked. */
const guarded =
  (scheme: string, base: string, answer: Answer): Answer =>
  (exchange) => {
    const { host, authorization } = exchange.request.headers;
    const address = `${scheme}://${host}${base}`;
    if (authorization !== `Bearer ${tokens.get(address)}`) return json({ message: 'No session' }, 401)(exchange);
    if (rotates === address) {
      const next = canary();
      tokens.set(address, next);
      exchange.response.setHeader('set-auth-token', next);
    }
    answer(exchange);
  };

function answerAt(server: MisbehavingServer, scheme: string): void {
  for (const base of ['', '/a', '/b']) {
    server.on(`GET ${base}/api/v1/instance`, json(instance));
    server.on(`GET ${base}/api/v1/me`, guarded(scheme, base, json({ user: ann })));
    server.on(`POST ${base}/api/auth/sign-out`, guarded(scheme, base, json({ success: true })));
  }
}

beforeEach(() => {
  answerAt(plain, 'http');
  tokens = new Map();
  rotates = undefined;
  ways = [];
  env = {};
});
afterEach(async () => {
  for (const each of ways) await each.close();
});

/** Lets the names of the requirement lead to the two servers, http and https. */
async function openAddresses(): Promise<readonly string[]> {
  const authority = makeAuthority();
  atEnd(() => authority.remove());
  const identity = authority.sign(['DNS:a.example.com', 'DNS:a.example', 'DNS:localhost']);
  const secure = await startMisbehavingServer({ identity });
  answerAt(secure, 'https');
  const proxies = [await startConnectProxy(plain.port), await startConnectProxy(secure.port)];
  ways = [secure, ...proxies];
  const [http, https] = proxies.map(({ host }) => `http://${host}`);
  env = { http_proxy: http ?? '', https_proxy: https ?? '', NODE_EXTRA_CA_CERTS: authority.file };
  const names = ['http://a.example.com', 'https://a.example.com', 'http://a.example', 'https://a.example'];
  const local = [`http://localhost:${plain.port}`, `https://localhost:${secure.port}`];
  return [...names, ...local, `http://localhost:${plain.port}/a`, `http://localhost:${plain.port}/b`];
}

/** Node reads the tests' certificate authority when it starts. */
const run = (words: readonly string[], stdin = ''): Promise<Outcome> =>
  (words.some((word) => word.startsWith('https:')) ? tracker : runHere)(home, [...words, '--insecure-http'], {
    env,
    stdin,
  });

async function signIn(address: string, more: readonly string[]): Promise<void> {
  const token = canary();
  tokens.set(address, token);
  const { code, stderr } = await run(['login', address, '--token', ...more], token);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Signed in to') });
}

interface Entry {
  readonly url: string;
  readonly token: string;
}

/** From each address to its stored token. */
function stored(): ReadonlyMap<string, string> {
  const { tokens: entries } = JSON.parse(readFileSync(credentialsFile(home), 'utf8')) as {
    tokens: Record<string, Entry>;
  };
  return new Map(Object.values(entries).map(({ url, token }) => [url, token]));
}

/** Signs in everywhere, lets each rotate in turn, and signs out of one after the other. */
async function liveApart(addresses: readonly string[], nameOf: (at: number) => readonly string[]): Promise<void> {
  for (const [at, address] of addresses.entries()) await signIn(address, nameOf(at));
  expect(stored()).toEqual(tokens);
  for (const address of addresses) {
    rotates = address;
    const before = tokens.get(address) ?? '';
    expect(await run(['whoami', '-I', address])).toMatchObject({ code: 0 });
    expect(tokens.get(address)).not.toBe(before);
    expect(stored()).toEqual(tokens);
    expect(placesOf(before, home.folder)).toEqual([]);
  }
  rotates = undefined;
  for (const address of addresses) {
    const before = tokens.get(address) ?? '';
    expect(await run(['logout', '-I', address])).toMatchObject({ code: 0 });
    tokens.delete(address);
    expect(stored()).toEqual(tokens);
    expect(placesOf(before, home.folder)).toEqual([]);
  }
}

test.skipIf(!hasOpenssl)('R22: sign-ins of other hosts, ports, schemes and base paths live apart', async () => {
  await liveApart(await openAddresses(), () => []);
});

test('R22: and so they do under names', async () => {
  const addresses = ['', '/a', '/b'].map((base) => `http://localhost:${plain.port}${base}`);
  await liveApart([...addresses, `http://127.0.0.1:${plain.port}`], (at) => ['--name', `name-${at}`]);
});

test('R22: two accounts at one address live apart under two names', async () => {
  const address = `http://127.0.0.1:${plain.port}`;
  const [first, second, next] = [canary(), canary(), canary()];
  plain.on('GET /api/v1/me', json({ user: ann }));
  for (const [name, token] of [
    ['one', first],
    ['two', second],
  ] as const) {
    expect((await run(['login', address, '--token', '--name', name], token)).code).toBe(0);
  }
  plain.on('GET /api/v1/me', (exchange) => json({ user: ann }, 200, { 'set-auth-token': next })(exchange));
  expect((await run(['whoami', '-I', 'one'])).code).toBe(0);
  const tokenOf = async (name: string): Promise<string> => (await run(['token', '-I', name])).stdout.trim();
  expect([await tokenOf('one'), await tokenOf('two')]).toEqual([next, second]);
  plain.on('POST /api/auth/sign-out', json({ success: true }));
  expect((await run(['logout', '-I', 'one'])).code).toBe(0);
  expect([placesOf(next, home.folder), await tokenOf('two')]).toEqual([[], second]);
});
