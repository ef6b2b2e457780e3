import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectProxy, startConnectProxy } from '../../http/connect-proxy.js';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, tracker } from '../../support/computer/program.js';
import { nodeHas } from '../../support/node-versions.js';
import { runHere } from '../../support/run-here.js';
import { canary, type SmallService, startSmallService } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { type Authority, hasOpenssl, type Identity, makeAuthority } from '../../support/servers/tls.js';
import { eachTest } from '../../support/set-up.js';

/** A name that only the proxy knows: a request that goes there directly fails. */
const host = 'tracker.example.invalid';

const password = canary();

let authority: Authority | undefined;
let identity: Identity | undefined;
const home = eachTest(makeHome);
let service: SmallService;
let proxy: ConnectProxy;

beforeAll(() => {
  authority = hasOpenssl ? makeAuthority() : undefined;
  identity = authority?.sign([`DNS:${host}`, 'IP:fd00::99']);
});

afterAll(() => authority?.remove());

afterEach(async () => {
  await proxy.close();
  await service.close();
});

async function open(secure = false, ofProxy?: Identity): Promise<void> {
  service = await startSmallService(canary(), secure && identity ? { identity } : {});
  proxy = await startConnectProxy(service.port, 'tunnel', ofProxy);
}

/** A token from the environment for an address behind the proxy; nothing else is set up. */
function environment(url: string, more: Record<string, string> = {}): Record<string, string> {
  const extra = authority ? { NODE_EXTRA_CA_CERTS: authority.file } : {};
  return { TRACKER_URL: url, TRACKER_TOKEN: service.token(), ...extra, ...more };
}

/** Lists tasks at an address and looks for secrets in everything it wrote. */
async function list(url: string, env: Record<string, string>, flags = '', needsAuthority = true): Promise<Outcome> {
  const words = `tasks list -q --insecure-http ${flags}`.trim();
  // Node reads the tests' certificate authority when it starts.
  const isSecure = needsAuthority && [url, ...Object.values(env)].some((each) => each.startsWith('https:'));
  const outcome = await (isSecure ? tracker : runHere)(home, words, { env: environment(url, env) });
  for (const secret of [service.token(), password]) expect(outcome.stdout + outcome.stderr).not.toContain(secret);
  return outcome;
}

const works = { code: 0, stdout: 'ABC-1\n', stderr: '' };

/** What the proxy has seen: nothing but CONNECT, and nowhere the token. */
function tunnels(): readonly string[] {
  for (const { text } of proxy.seen) expect(text).not.toContain(service.token());
  return proxy.seen.map(({ line }) => line);
}

describe.skipIf(!hasOpenssl)('R33: https through a proxy (needs openssl)', () => {
  test('R33: HTTPS_PROXY is used and sees CONNECT with host and port alone', async () => {
    await open(true);
    for (const value of [`http://${proxy.host}`, proxy.host, `http://us%40er:${password}@${proxy.host}/`])
      expect(await list(`https://${host}`, { HTTPS_PROXY: value })).toEqual(works);
    expect(new Set(tunnels())).toEqual(new Set([`CONNECT ${host}:443`]));
    // Whose the token is is asked once, after the first list.
    expect(service.requests.map(({ target, headers }) => [target.split('?')[0], headers.authorization])).toEqual(
      ['tasks', 'me', 'tasks', 'tasks'].map((path) => [`/api/v1/${path}`, `Bearer ${service.token()}`]),
    );
    expect(service.requests.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
    expect(proxy.seen.at(-1)?.authorization).toBe(`Basic ${Buffer.from(`us@er:${password}`).toString('base64')}`);
  });

  test('R33: https_proxy in small letters is used in the same way', async () => {
    await open(true);
    expect(await list(`https://${host}`, { https_proxy: proxy.host })).toEqual(works);
    expect(new Set(tunnels())).toEqual(new Set([`CONNECT ${host}:443`]));
  });

  test('R33: a proxy that speaks https works by its address, as well as by its name', async () => {
    await open(true, authority?.sign(['DNS:localhost', 'IP:127.0.0.1']));
    for (const name of ['127.0.0.1', 'localhost']) {
      const value = `https://${proxy.host.replace('127.0.0.1', name)}`;
      const { stdout, stderr } = await list(`https://${host}`, { HTTPS_PROXY: value }, '--debug');
      expect([stdout, stderr]).toEqual(['ABC-1\n', expect.stringMatching(/^(debug: [^\n]+\n)+$/)]);
    }
    expect(new Set(tunnels())).toEqual(new Set([`CONNECT ${host}:443`]));
  });

  test.each([`http://${host}`, `https://${host}`])(
    'R33: what is wrong with the secure connection to a proxy is said of the proxy, not of %s',
    async (url) => {
      const via = (): Record<string, string> => ({
        HTTP_PROXY: `https://${proxy.host}`,
        HTTPS_PROXY: `https://${proxy.host}`,
      });
      await open(true);
      expect(await list(url, via(), '', false)).toEqual({
        code: 7,
        stdout: '',
        stderr:
          `error: cannot reach the proxy ${proxy.host}: it does not use https on this port\n` +
          'hint: begin the address of the proxy with http://, not https://; what is sent to an https server stays encrypted\n',
      });
      await proxy.close();
      proxy = await startConnectProxy(service.port, 'tunnel', identity);
      expect(await list(url, via())).toEqual({
        code: 7,
        stdout: '',
        stderr:
          `error: cannot trust the proxy ${proxy.host}: its certificate is for another name (${host}, FD00:0:0:0:0:0:0:99)\n` +
          'hint: check the address; NODE_EXTRA_CA_CERTS does not help here\n',
      });
      expect(service.requests).toEqual([]);
    },
  );

  test('R33: a sign-in, a probe and a sign-out go through it as well, to another port and below a path', async () => {
    await open(true);
    service.on('GET /base/api/v1/instance', json({ name: 'tracker', api: 1, version: '1' }));
    service.on('GET /base/api/v1/me', service.guarded(json({ user: { id: '1', name: 'Ann' } })));
    service.on('POST /base/api/auth/sign-out', json({}));
    const env = { HTTPS_PROXY: proxy.host, ...(authority && { NODE_EXTRA_CA_CERTS: authority.file }) };
    const origin = `https://${host}:8443/base`;
    const signedIn = await tracker(home, ['login', origin, '--token'], { env, stdin: service.token() });
    expect(signedIn).toMatchObject({ code: 0, stderr: expect.stringContaining(`Signed in to ${origin} as Ann`) });
    expect(await tracker(home, 'instances probe', { env })).toMatchObject({ code: 0, stderr: '' });
    expect(await tracker(home, 'logout', { env })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Signed out of /),
    });
    expect(new Set(tunnels())).toEqual(new Set([`CONNECT ${host}:8443`]));
    expect(service.requests.at(-1)).toMatchObject({ method: 'POST', target: '/base/api/auth/sign-out' });
  });

  test.skipIf(!nodeHas['trust in certificates of IPv6 addresses'])('R33: an IPv6 address behind it works', async () => {
    await open(true);
    expect(await list('https://[fd00::99]:8443', { HTTPS_PROXY: proxy.host })).toEqual(works);
    expect(new Set(tunnels())).toEqual(new Set(['CONNECT [fd00::99]:8443']));
  });

  test('R33: a certificate is checked through it too, and reported once', async () => {
    await open(true);
    const { code, stderr } = await list('https://other.example.invalid', { HTTPS_PROXY: proxy.host });
    expect(code).toBe(7);
    expect(stderr).toBe(
      `error: cannot trust other.example.invalid: its certificate is for another name (${host}, FD00:0:0:0:0:0:0:99) (through the proxy ${proxy.host})\n` +
        'hint: check the address; NODE_EXTRA_CA_CERTS does not help here\n',
    );
    expect(tunnels()).toEqual(['CONNECT other.example.invalid:443']);
    expect(service.requests).toEqual([]);
  });

  test('R33: the debugging line names neither the proxy password nor the token', async () => {
    await open(true);
    const env = { HTTPS_PROXY: `http://user:${password}@${proxy.host}` };
    const { code, stderr } = await list(`https://${host}`, env, '--debug');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^(debug: GET https:\/\/tracker\.example\.invalid\/api\/v1\/(me|tasks\?scope=mine) → 200 in \d+ ms, \d+ bytes received in \d+ ms\n){2}$/,
    );
  });
});

describe('R33: what goes past the proxy', () => {
  test.each([
    host,
    '.example.invalid',
    '*.example.invalid',
    `${host}:80`,
    `${host}.`,
    '.invalid.:80',
    '*',
    ' other.test , TRACKER.example.INVALID ',
    `a.test ${host}`,
  ])('R33: NO_PROXY=%j goes there directly', async (NO_PROXY) => {
    await open();
    const { code, stderr } = await list(`http://${host}`, { HTTP_PROXY: proxy.host, NO_PROXY });
    expect({ code, stderr }).toEqual({
      code: 7,
      stderr: expect.stringMatching(
        /^error: cannot reach tracker\.example\.invalid: (no such host|the name lookup failed)\n$/,
      ),
    });
    expect(proxy.seen).toEqual([]);
  });

  test.each(['other.test', 'ample.invalid', `${host}:8080`, ',', ' ', ''])(
    'R33: no_proxy=%j leaves it to the proxy',
    async (no_proxy) => {
      await open();
      expect(await list(`http://${host}`, { http_proxy: proxy.host, no_proxy })).toEqual(works);
      expect(tunnels()).toEqual([`CONNECT ${host}:80`]);
    },
  );

  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ['http://[fd00::99]:81', { HTTP_PROXY: 'PROXY', NO_PROXY: '[fd00::99]:81' }],
    ['http://[fd00::99]:81', { HTTP_PROXY: 'PROXY', NO_PROXY: 'a.test,fd00::99' }],
    ['http://127.1.2.3:81', { HTTP_PROXY: 'PROXY' }],
    ['http://[::1]:81', { HTTP_PROXY: 'PROXY' }],
    [`https://${host}`, { HTTP_PROXY: 'PROXY' }],
    [`http://${host}`, { HTTP_PROXY: '' }],
    [`http://${host}`, { http_proxy: '' }],
  ])('R33: %s with %j is asked directly', async (url, variables) => {
    await open();
    const env = Object.entries(variables).map(([name, value]) => [name, value.replace('PROXY', proxy.host)]);
    const { code, stderr } = await list(url, Object.fromEntries(env), '--timeout 0.5');
    expect(code).toBe(7);
    expect(stderr).not.toContain('proxy');
    expect(proxy.seen).toEqual([]);
  });

  test.each(['127.0.0.1', 'localhost'])('R33: loopback (%s) is direct whatever is set', async (name) => {
    await open();
    const env = { HTTP_PROXY: proxy.host, http_proxy: proxy.host, HTTPS_PROXY: proxy.host, ALL_PROXY: proxy.host };
    expect(await list(`http://${name}:${service.port}`, env)).toEqual(works);
    expect(proxy.seen).toEqual([]);
  });

  test('R33: a malformed value does no harm where no proxy is needed', async () => {
    await open();
    expect(await list(`http://127.0.0.1:${service.port}`, { HTTP_PROXY: 'http://' })).toEqual(works);
  });
});

describe('R33: plain http that was allowed', () => {
  test('R33: goes through a tunnel, which sees the host alone', async () => {
    await open();
    // The one in small letters counts.
    const env = { http_proxy: `http://${proxy.host}`, HTTP_PROXY: 'http://127.0.0.1:1' };
    expect(await list(`http://${host}:8080/base/..`, env)).toEqual(works);
    expect(await list('http://127.0.0.1.example.invalid', env)).toEqual(works);
    expect(tunnels()).toEqual([`CONNECT ${host}:8080`, 'CONNECT 127.0.0.1.example.invalid:80']);
    expect(service.requests[0]?.headers.authorization).toBe(`Bearer ${service.token()}`);
  });

  test('R33: is refused without --insecure-http although there is a proxy in between', async () => {
    await open();
    const env = environment(`http://${host}`, { HTTP_PROXY: proxy.host });
    const { code, stderr } = await runHere(home, 'tasks list', { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: .* plain http.*\nhint: .*--insecure-http\n$/);
    expect(proxy.seen).toEqual([]);
  });
});
