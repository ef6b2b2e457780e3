import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, tracker } from '../../support/computer/program.js';
import { onBusy } from '../../support/on-busy.js';
import { refused } from '../../support/run.js';
import { runHere } from '../../support/run-here.js';
import { canary, type SmallService, startSmallService } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { hasIpv6, hasOpenssl, makeAuthority } from '../../support/servers/tls.js';
import { allTests, eachTest } from '../../support/set-up.js';

const outside = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const home = eachTest(makeHome);
let service: SmallService;

afterEach(async () => await service.close());

/** Runs it and looks for the token in everything it wrote. */
async function run(words: string | readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  // Node reads its certificate authorities when it starts.
  const outcome = await (env.NODE_EXTRA_CA_CERTS ? tracker : runHere)(home, words, { env, stdin: service.token() });
  expect(outcome.stdout + outcome.stderr).not.toContain(service.token());
  return outcome;
}

describe.skipIf(!outside)('R31: plain http to an address of the network (needs one)', () => {
  const refusal = (origin: string): string =>
    `error: ${origin} uses plain http, and anyone on the network could read your token\n` +
    'hint: use https, or accept the risk with --insecure-http\n';

  beforeEach(async () => {
    service = await startSmallService(canary(), { host: outside ?? '' });
  });

  test('R31: is refused before a connection is made, for every way to it', async () => {
    const { origin } = service;
    for (const words of [
      ['login', origin, '--token'],
      ['login', origin, '--no-browser'],
      ['tasks', 'list', '-I', origin],
    ]) {
      expect(await run(words)).toEqual({ code: 2, stdout: '', stderr: refusal(origin) });
    }
    const probed = await run(['instances', 'probe', origin]);
    const told = `error: plain http is not allowed for other computers: ${origin}\nhint: use https, or add --insecure-http\n`;
    expect(probed).toEqual({ code: 2, stdout: '', stderr: told });
    for (const TRACKER_URL of [origin, origin.toUpperCase(), `${origin}/`]) {
      const words = ['tasks', 'list'];
      const { code, stderr } = await run(words, { TRACKER_URL, TRACKER_TOKEN: service.token() });
      expect({ code, stderr }).toEqual({ code: 2, stderr: refusal(origin) });
    }
    expect(service.connections()).toBe(0);
  });

  test('R31: works with --insecure-http, is remembered, and is warned about at each sign-in', async () => {
    const { origin, token } = service;
    const warning = `warning: the connection to ${origin} is not encrypted: others can read your token\n`;
    const first = await run(['login', origin, '--token', '--insecure-http']);
    expect(first.code).toBe(0);
    expect(first.stderr.startsWith(warning)).toBe(true);
    for (const words of ['tasks list -q', `tasks list -q -I ${origin}/`, 'tasks list -q --insecure-http'])
      expect(await run(words)).toEqual({ code: 0, stdout: 'ABC-1\n', stderr: '' });
    const again = await run(['login', origin, '--token']);
    expect(again.code).toBe(0);
    expect(again.stderr.startsWith(warning)).toBe(true);
    expect(new Set(service.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set([undefined, `Bearer ${token()}`]),
    );
  });

  test('R31: allowed once by hand is not allowed for good', async () => {
    const { env } = service;
    expect(await run('tasks list -q --insecure-http', env)).toMatchObject({ code: 0, stdout: 'ABC-1\n' });
    const before = service.connections();
    expect((await run('tasks list -q', env)).code).toBe(2);
    expect(service.connections()).toBe(before);
  });
});

describe('R31: plain http to this computer', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ...(hasIpv6 ? [['[::1]', '::1']] : []),
  ])('R31: works as %s without a word', async (name, host) => {
    service = await startSmallService(canary(), { host });
    for (const address of [
      `http://${name}:${service.port}`,
      ...(name === '127.1' ? [] : [`${name}:${service.port}`]),
    ]) {
      const { code, stderr } = await run(['login', address, '--token']);
      expect(code).toBe(0);
      expect(stderr).toMatch(/^Signed in to http:\/\/\S+ as Ann Lee <ann@example\.com>[^\n]*\.\n$/);
    }
    expect(await run('tasks list -q')).toEqual({ code: 0, stdout: 'ABC-1\n', stderr: '' });
  });
});

describe.skipIf(!hasOpenssl)('R32: https (needs openssl)', () => {
  const authority = allTests(makeAuthority, (authority) => authority.remove());

  const here = ['DNS:localhost', 'IP:127.0.0.1', 'IP:::1'];

  const unknown = 'its certificate is signed by an unknown authority';

  const commands = (): readonly (readonly string[])[] => [
    ['instances', 'probe', service.origin],
    ['login', service.origin, '--token'],
    ['login', service.origin, '--no-browser'],
  ];

  const helpless = 'NODE_EXTRA_CA_CERTS does not help here';

  const own = 'if it is your own authority, set NODE_EXTRA_CA_CERTS to its certificate file';
  test.each([
    ['self-signed', () => authority.selfSigned(here), 'its certificate is self-signed', own],
    ['from an unknown authority', () => authority.sign(here), unknown, own],
  ])('R32: a certificate that is %s fails with the reason and a hint, at once', async (_what, identity, why, hint) => {
    service = await startSmallService(canary(), { identity: identity() });
    for (const words of commands()) {
      const before = service.connections();
      expect(await run(words)).toEqual(refused(7, `cannot trust localhost:${service.port}: ${why}`, `${hint}`));
      expect(service.connections() - before).toBe(1);
    }
    expect(service.requests).toEqual([]);
  });

  test.each([
    [
      'for another name',
      () => authority.sign(['DNS:tracker.example.com', 'DNS:other.example.com']),
      'its certificate is for another name (tracker.example.com, other.example.com)',
      `check the address; ${helpless}`,
    ],
    [
      'expired',
      () => authority.sign(here, -1),
      'its certificate has expired',
      `the server needs a new certificate, or the clock of this computer is wrong; ${helpless}`,
    ],
  ])('R32: a certificate that is %s fails although its authority is known', async (_what, identity, why, hint) => {
    service = await startSmallService(canary(), { identity: identity() });
    const started = performance.now();
    const outcome = await run(['login', service.origin, '--token'], { NODE_EXTRA_CA_CERTS: authority.file });
    expect(outcome).toEqual(refused(7, `cannot trust localhost:${service.port}: ${why}`, `${hint}`));
    expect(service.connections()).toBe(1);
    expect(performance.now() - started).toBeLessThan(onBusy(3_000));
    expect(service.requests).toEqual([]);
  });

  test('R32: works with NODE_EXTRA_CA_CERTS, by name and by address, and on the way of the debugging line', async () => {
    service = await startSmallService(canary(), { identity: authority.sign(here) });
    const env = { NODE_EXTRA_CA_CERTS: authority.file };
    expect(await run(['login', service.origin, '--token'], env)).toMatchObject({ code: 0 });
    expect(await run('tasks list -q', env)).toEqual({ code: 0, stdout: 'ABC-1\n', stderr: '' });
    expect(await run(['login', `https://127.0.0.1:${service.port}`, '--token'], env)).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await run('tasks list -q --debug', env);
    expect([code, stdout]).toEqual([0, 'ABC-1\n']);
    expect(stderr).toMatch(
      /^debug: GET https:\/\/127\.0\.0\.1:\d+\/api\/v1\/tasks\?scope=mine → 200 in \d+ ms, \d+ bytes received in \d+ ms\n$/,
    );
    const refused = await run('tasks list -q --debug');
    expect(refused.code).toBe(7);
    expect(refused.stderr).toMatch(
      /^debug: GET https:\/\/127\.0\.0\.1:\d+\/api\/v1\/tasks\?scope=mine → cannot trust \S+: .* after \d+ ms\nerror: cannot trust /,
    );
  });

  test('R32: NODE_EXTRA_CA_CERTS that names nothing, or the wrong thing, is reported in one line', async () => {
    service = await startSmallService(canary(), { identity: authority.sign(here) });
    const missing = join(home.temporary, 'missing.pem');
    const error = `error: cannot trust localhost:${service.port}: ${unknown}\n`;
    const { code, stderr } = await run(['instances', 'probe', service.origin], { NODE_EXTRA_CA_CERTS: missing });
    expect(code).toBe(7);
    // The first line is Node's own, written before any of our code runs.
    expect(stderr.replace(/^Warning: Ignoring extra certs from [^\n]*\n/, '')).toBe(
      `${error}hint: NODE_EXTRA_CA_CERTS is set to ${missing}, which cannot be read\n`,
    );
    const other = home.write('other.pem', 'no certificate\n');
    const second = await run(['instances', 'probe', service.origin], { NODE_EXTRA_CA_CERTS: other });
    expect(second.stderr).toContain(
      `${error}hint: NODE_EXTRA_CA_CERTS is set to ${other}, which does not contain that authority\n`,
    );
  });

  test('R32: NODE_TLS_REJECT_UNAUTHORIZED=0 is warned about once by every command that speaks https', async () => {
    service = await startSmallService(canary(), { identity: authority.selfSigned(['DNS:other.example.com']) });
    service.on('POST /api/auth/sign-out', json({}));
    service.on('GET /api/v1/inbox/badge', json({ unread: 1 }));
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const text =
      'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked, and anyone on the network can steal your token';
    const warning = `warning: ${text}\n`;
    const signedIn = await tracker(home, ['login', service.origin, '--token'], { env, stdin: service.token() });
    expect(signedIn).toMatchObject({ code: 0 });
    expect(signedIn.stderr).toMatch(/^warning: [^\n]*\nSigned in to [^\n]*\n$/);
    expect(signedIn.stderr.startsWith(warning)).toBe(true);
    expect(await tracker(home, 'tasks list -q', { env })).toEqual({ code: 0, stdout: 'ABC-1\n', stderr: warning });
    // Node looks at it for each connection.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await run(['instances', 'probe', '-q'], env)).toMatchObject({ code: 0, stderr: warning });
    const inJson = await run('tasks list --json', env);
    expect(JSON.parse(inJson.stderr)).toEqual({ warning: { message: text } });
    expect(await run('logout', env)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^warning: .*\nSigned out/),
    });
    const offline = await run('instances list', env);
    expect(offline).toMatchObject({ code: 0, stderr: '' });
  });

  test('R32: NODE_TLS_REJECT_UNAUTHORIZED=0 says nothing where no https is spoken, and our own flags never switch checks off', async () => {
    service = await startSmallService();
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect((await run(['login', service.origin, '--token'], env)).stderr).toMatch(/^Signed in to [^\n]*\n$/);
    expect(await run('tasks list -q', env)).toEqual({ code: 0, stdout: 'ABC-1\n', stderr: '' });
    const secure = await startSmallService(canary(), { identity: authority.selfSigned(here) });
    for (const flags of [['--insecure-http'], ['--yes', '--no-input'], ['--timeout', '5']])
      expect((await run(['login', secure.origin, '--token', ...flags])).code).toBe(7);
    expect(secure.requests).toEqual([]);
    await secure.close();
  });

  test('R32: a port that speaks no TLS is reported at once, and nothing was sent', async () => {
    service = await startSmallService();
    const before = service.connections();
    const outcome = await run(['login', `https://127.0.0.1:${service.port}`, '--token']);
    expect(outcome).toEqual(
      refused(
        7,
        `cannot reach 127.0.0.1:${service.port}: it does not use https on this port`,
        'use http:// instead of https://',
      ),
    );
    expect([service.connections() - before, service.requests.length]).toEqual([1, 0]);
  });
});
