import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { tracker } from '../../support/computer/program.js';
import { runHere } from '../../support/run-here.js';
import { canary, startServiceFor } from '../../support/sandbox/service.js';
import { drop, startMisbehavingServer, text } from '../../support/servers/misbehaving-server.js';
import { hasOpenssl, makeAuthority } from '../../support/servers/tls.js';
import { allTests, eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);

const login = (url: string) => runHere(home, `login ${url} --token`, { stdin: canary() });
const failed = (code: number, error: string, hint: string) => ({
  ...{ code, stdout: '', stderr: `error: ${error}\nhint: ${hint}\n` },
});

it.each(['', '/', '/tasks'])('an address of the API says which is that of the server: /api/v1%s', async (end) => {
  const url = `https://tracker.example.com/base/api/v1${end}`;
  const error = `"${url}" is an address of the API, not of the server`;
  const hint = 'leave out the end: https://tracker.example.com/base';
  expect(await runHere(home, `login ${url} --token`, { stdin: canary() })).toEqual(failed(2, error, hint));
  expect(await runHere(home, 'tasks list', { env: { TRACKER_URL: url, TRACKER_TOKEN: canary() } })).toEqual(
    failed(2, `TRACKER_URL: ${error}`, hint),
  );
  expect(await runHere(home, ['-I', url, 'tasks'])).toEqual(failed(2, error, hint));
});

it.each([
  'Client sent an HTTP request to an HTTPS server.\n',
  '<title>400 The plain HTTP request was sent to HTTPS port</title>',
  "Reason: You're speaking plain HTTP to an SSL-enabled server port.",
])('http to a port for https, with a page that says so: %s', async (page) => {
  const server = await startMisbehavingServer({ otherwise: text(page, 400) });
  const { code, stderr } = await login(server.origin);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/\nhint: the server uses https on this port: use https:\/\/ instead of http:\/\/\n$/),
  ]);
  await server.close();
});

it('a server that one is signed in to, and that goes away before it answers, speaks http', async () => {
  const service = await startServiceFor(home);
  service.on('GET /api/v1/me', drop);
  const { code, stderr } = await runHere(home, 'whoami');
  const { host } = new URL(service.origin);
  expect([code, stderr]).toEqual([7, `error: ${host}: the connection was closed before the response was complete\n`]);
  await service.close();
});

describe.skipIf(!hasOpenssl)('servers with certificates', () => {
  const authority = allTests(makeAuthority, (authority) => authority.remove());

  it('http to a port for https', async () => {
    const server = await startMisbehavingServer({ identity: authority.sign(['DNS:localhost']) });
    const { code, stderr } = await login(server.origin.replace('https:', 'http:'));
    expect([code, stderr]).toEqual([
      7,
      expect.stringContaining('hint: if the server uses https on this port: use https:// instead'),
    ]);
    await server.close();
  });

  it.each([
    ['TLSv1.3', 'it asks for a client certificate', 'tracker sends none'],
    ['TLSv1.2', 'it refused a secure connection', 'perhaps it asks for a client certificate'],
  ] as const)('one that asks for a client certificate: %s', async (version, error, hint) => {
    const identity = authority.sign(['DNS:localhost']);
    const server = createServer({ ...identity, requestCert: true, rejectUnauthorized: true, maxVersion: version });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const host = `localhost:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await tracker(home, `login https://${host} --token`, {
      stdin: canary(),
      env: { NODE_EXTRA_CA_CERTS: authority.file },
    });
    expect([code, stderr]).toEqual([
      7,
      expect.stringContaining(`error: cannot reach ${host}: ${error}\nhint: ${hint}`),
    ]);
    server.closeAllConnections();
    server.close();
  });
});
