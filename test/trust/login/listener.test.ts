import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isClosed, openSilently } from '../../auth/login/sockets.js';
import { recordingBrowser } from '../../support/browser/recording-browser.js';
import { textBelow } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { interrupt } from '../../support/computer/interrupt.js';
import { canBeNobody, nobody } from '../../support/computer/nobody.js';
import { seesProcesses } from '../../support/computer/processes.js';
import { runHere as tracker } from '../../support/run-here.js';
import { instance, startSmallService } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { type Asked, type Attempt, ask, listeningAddresses, signInAt, startLogin, statusOf } from './attempt.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);

/** Asks for something that must be refused, and that leaves the login as it was. */
async function refused(login: Attempt, target: string, asked?: Asked): Promise<string> {
  const answer = await ask(login.port, target, asked);
  const sent = `${asked?.method ?? 'GET'} ${target.slice(0, 200)} ${asked?.lines ?? ''}`;
  expect([sent, Math.floor(statusOf(answer) / 100)]).toEqual([sent, 4]);
  expect(answer).not.toContain(service.token());
  expect(answer).not.toContain(login.state);
  expect(answer).not.toMatch(/access-control-allow/i);
  expect(home.listing().filter((line) => line.includes('credentials'))).toEqual([]);
  return answer;
}

/** The right callback after all that: it signs in, and nothing was told or sent meanwhile. */
async function expectToSignIn(login: Attempt, before: string): Promise<void> {
  expect(login.stderr()).toBe(before);
  expect(service.requests.map(({ target }) => target)).toEqual(['/api/v1/instance']);
  await signInAt(login, service.token());
  const { code, stdout, stderr } = await login.ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toBe(`${before}Signed in to ${service.origin} as Ann Lee <ann@example.com>.\n`);
  expect((await tracker(home, 'tasks list')).code).toBe(0);
}

test.skipIf(!seesProcesses)(
  'R1: listens on 127.0.0.1 alone, with an address, port and state of its own (needs /proc)',
  async () => {
    service.on('GET /base/path/api/v1/instance', json(instance));
    const logins = [
      await startLogin(home, service.origin),
      await startLogin(home, `${service.origin}/base/path/`, ['--no-browser', '--name', 'other']),
    ];
    for (const [at, { id, address, port, state, kill, ended }] of logins.entries()) {
      const base = `${service.origin}${at === 0 ? '' : '/base/path'}`;
      expect(address).toBe(`${base}/login?client=cli&port=${port}&state=${state}`);
      // 256 bits.
      expect(state).toMatch(/^[\w-]{43}$/);
      expect(port).toBeGreaterThanOrEqual(1024);
      expect(listeningAddresses(id)).toEqual([`0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`]);
      for (const other of [...addressesOfThisMachine(), '127.0.0.2', '::1']) {
        await expect(openSilently(port, other)).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT/);
      }
      kill('SIGINT');
      expect((await ended).code).toBe(130);
    }
    expect(logins[0]?.port).not.toBe(logins[1]?.port);
    expect(logins[0]?.state).not.toBe(logins[1]?.state);
  },
);

/** The IPv4 addresses by which others can reach this machine. */
function addressesOfThisMachine(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address);
}

test('R2: a state that is not the one is refused, and the wait goes on', async () => {
  const login = await startLogin(home, service.origin);
  const before = login.stderr();
  const { state } = login;
  const token = `token=${service.token()}`;
  const swapped = state.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const queries = [
    token,
    `${token}&state`,
    `${token}&state=`,
    `${token}&state=${'A'.repeat(state.length)}`,
    `${token}&state=${swapped}`,
    `${token}&state=${state.slice(0, -1)}`,
    `${token}&state=${state}x`,
    `${token}&state=${state}%00`,
    `${token}&state=${state}%20`,
    `${token}&state=${'x'.repeat(50_000)}`,
    `${token}&state=%C3%A9${state.slice(1)}`,
    `${token}&state=%E2%82%AC${state.slice(3)}`,
    `${token}&state=%F0%9F%98%80`,
    `${token}&state=\u00e9${state.slice(1)}`,
    `${token}&state=%${state.slice(1)}`,
    `${token}&state=${state}&state=${state}`,
    `${token}&state=${state}&state=`,
    `${token}&state=wrong&state=${state}`,
    `${token}&state=${state}&%73tate=wrong`,
    `${token}&state[]=${state}`,
    `${token}&State=${state}`,
    `${token}#state=${state}`,
  ];
  for (const query of queries) await refused(login, `/callback?${query}`);
  await refused(login, '/callback');
  await refused(login, '/callback?');
  await expectToSignIn(login, before);
});

test('R3: a token that cannot be one is refused, and the wait goes on', async () => {
  const login = await startLogin(home, service.origin);
  const before = login.stderr();
  const state = `state=${login.state}`;
  const good = service.token();
  const tokens = [
    '',
    'x'.repeat(8_193),
    'x'.repeat(60_000),
    `${good}%0D`,
    `${good}%0A`,
    `${good}%0d%0aX-Injected:%201`,
    `${good}%00`,
    '%00',
    '%20',
    `%20${good}`,
    `${good}%20x`,
    `${good}%09`,
    `${good}%7F`,
    `${good}%1B[2J`,
    `${good}%C3%A9`,
    `${good}%E9`,
    `${good}%E2%82%AC`,
    `${good}%F0%9F%98%80`,
    `${good}\u00e9`,
  ];
  for (const token of tokens) await refused(login, `/callback?token=${token}&${state}`);
  for (const query of [
    state,
    `${state}&token`,
    `${state}&token=${good}&token=${good}`,
    `${state}&token=&token=${good}`,
  ])
    await refused(login, `/callback?${query}`);
  await refused(login, `/callback?${state}&token=${good}&%74oken=other`);
  // Above what is read at all, and what no request line may hold as it is.
  await refused(login, `/callback?token=${'x'.repeat(100_000)}&${state}`);
  for (const raw of ['\0', '\r', '\n', ' ']) await refused(login, `/callback?token=${good}${raw}x&${state}`);
  await expectToSignIn(login, before);
});

test('R4: other requests do not use the state up', async () => {
  const login = await startLogin(home, service.origin);
  const before = login.stderr();
  const { port } = login;
  const good = login.callback(service.token());
  const host = `Host: 127.0.0.1:${port}`;
  const query = good.slice(good.indexOf('?'));
  for (const path of [
    '/',
    '/favicon.ico',
    '/callback/x',
    '/callback/',
    '//callback',
    '/Callback',
    '/%63allback',
    '/x/../callback',
    '/done',
  ])
    await refused(login, `${path}${query}`);
  await refused(login, `http://127.0.0.1:${port}${good}`);
  await refused(login, '*');
  for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'TRACE', 'get'])
    await refused(login, good, { method });
  await refused(login, good, { method: 'POST', lines: [host, 'Content-Type: text/plain', 'Content-Length: 0'] });
  for (const line of [
    'Sec-Purpose: prefetch',
    'Sec-Purpose: prefetch;prerender',
    'Purpose: prefetch',
    'X-Purpose: preview',
    'X-Moz: prefetch',
  ])
    await refused(login, good, { lines: [host, line] });
  const unexpected = await refused(login, good, { lines: [host, 'Expect: miracles'] });
  expect(unexpected).toMatch(/^HTTP\/1\.1 417 .*\r\ncache-control: no-store\r\n.*\r\nconnection: close\r\n/is);
  await expectToSignIn(login, before);
});

test('R5: foreign hosts, other origins and preflights are refused before the state is looked at', async () => {
  const login = await startLogin(home, service.origin);
  const before = login.stderr();
  const { port } = login;
  const good = login.callback(service.token());
  const wrong = good.replace(login.state, 'wrong');
  const host = `Host: 127.0.0.1:${port}`;
  const foreign: readonly (readonly string[])[] = [
    ['Host: evil.example'],
    [`Host: evil.example:${port}`],
    ['Host: 127.0.0.1'],
    ['Host: 127.0.0.1:1'],
    [`Host: 127.0.0.1.evil.example:${port}`],
    [`Host: 127.0.0.1:${port}@evil.example`],
    [`Host: 0.0.0.0:${port}`],
    [`Host: [::1]:${port}`],
    ['Host:'],
    [],
    [host, 'Host: evil.example'],
    [host, host],
    [host, 'Origin: https://evil.example'],
    [host, 'Origin: null'],
    [host, `Origin: http://127.0.0.1:${port}`],
    [host, `Origin: ${service.origin}`],
  ];
  for (const lines of foreign) {
    const [one, other] = [await refused(login, good, { lines }), await refused(login, wrong, { lines })];
    expect(statusOf(one)).toBe(403);
    expect(withoutDate(one)).toBe(withoutDate(other));
  }
  const preflight = [
    'Origin: https://evil.example',
    'Access-Control-Request-Method: GET',
    'Access-Control-Request-Private-Network: true',
    'Access-Control-Request-Local-Network: true',
  ];
  for (const target of [good, wrong, '/', '*'])
    for (const lines of [
      [host, ...preflight],
      ['Host: evil.example', ...preflight],
    ])
      await refused(login, target, { method: 'OPTIONS', lines });
  await expectToSignIn(login, before);
});

const withoutDate = (answer: string): string => answer.replace(/^date: .*$/im, '');

test('R6: the callback leads to a page that holds neither token nor state, and works once', async () => {
  const login = await startLogin(home, service.origin);
  const good = login.callback(service.token());
  const answer = await ask(login.port, good);
  const second = await ask(login.port, good);
  const page = await ask(login.port, '/done');
  expect(answer).toMatch(/^HTTP\/1\.1 303 .*\r\nlocation: \/done\r\n/s);
  expect(Math.floor(statusOf(second) / 100)).toBe(4);
  expect(page).toMatch(/^HTTP\/1\.1 200 .*<!doctype html>.*<\/html>/s);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  for (const each of [answer, second, page]) {
    const [head = '', body = ''] = each.split('\r\n\r\n');
    expect(each).not.toContain(service.token());
    expect(each).not.toContain(login.state);
    expect(head).toMatch(/^cache-control: no-store$/im);
    expect(head).toMatch(/^referrer-policy: no-referrer$/im);
    expect(head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(head).toMatch(/^connection: close$/im);
    const [, policy = ''] = /^content-security-policy: (.*)$/im.exec(head) ?? [];
    const [fallback, styles, ...rest] = policy.trim().split('; ');
    expect([fallback, styles]).toEqual(["default-src 'none'", `style-src 'sha256-${hash}'`]);
    expect(rest.filter((directive) => !directive.endsWith(" 'none'"))).toEqual([]);
    expect(body).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|src=|href=|url\(|@import|https?:/i);
  }
  const { code, stdout, stderr } = await login.ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).not.toContain(service.token());
  expect(textBelow(home.folder).split(service.token()).length - 1).toBe(1);
});

test.each([
  ['when the page is fetched', true],
  ['when nobody fetches the page', false],
])('R7: ends within 2 s although a browser holds sockets open, %s', async (_when, fetches) => {
  const login = await startLogin(home, service.origin);
  const host = `Host: 127.0.0.1:${login.port}`;
  const silent = await openSilently(login.port);
  const halfSent = await openSilently(login.port);
  halfSent.write(`GET /favicon.ico HTTP/1.1\r\n${host}\r\n`);
  const kept = await keepAlive(login.port, `GET /favicon.ico HTTP/1.1\r\n${host}\r\nConnection: keep-alive\r\n\r\n`);
  const called = performance.now();
  const keptCallback = await keepAlive(
    login.port,
    `GET ${login.callback(service.token())} HTTP/1.1\r\n${host}\r\nConnection: keep-alive\r\n\r\n`,
  );
  expect(keptCallback.received()).toMatch(/^HTTP\/1\.1 303 /);
  if (fetches) {
    const page = await ask(login.port, '/done', { lines: [host, 'Connection: keep-alive'] });
    const [head = '', body = ''] = page.split('\r\n\r\n');
    expect(body).toMatch(/<\/html>\n$/);
    expect(/^content-length: (\d+)$/im.exec(head)?.[1]).toBe(String(Buffer.byteLength(body)));
  }
  expect((await login.ended).code).toBe(0);
  // On a busy computer; with the sockets it would be 5 s.
  expect(performance.now() - called).toBeLessThan(4_000);
  expect(await isClosed(login.port)).toBe(true);
  for (const socket of [silent, halfSent, kept.socket, keptCallback.socket]) socket.destroy();
});

/** Sends bytes, waits for the answer, and keeps this side of the connection open whatever the other side does. */
async function keepAlive(port: number, bytes: string) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      received += String(chunk);
    });
  socket.write(bytes);
  await new Promise((resolve) => socket.once('data', resolve));
  return { socket, received: () => received };
}

test('R8: gives up after the time that was given, and says how else to sign in', async () => {
  const login = await startLogin(home, service.origin, ['--wait', '1'], {
    BROWSER: recordingBrowser(home).command,
  });
  const silent = await openSilently(login.port);
  const { code, stdout, stderr } = await login.ended;
  expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
  expect(stderr).toMatch(/\nerror: timed out after 1 s waiting for the sign-in\nhint: .*--no-browser.*--token.*--wait/);
  expect(await isClosed(login.port)).toBe(true);
  expect(service.requests.map(({ target }) => target)).toEqual(['/api/v1/instance']);
  expect((await tracker(home, 'login --help')).stdout).toMatch(/--wait <seconds>.*\(default: 300\)/s);
  silent.destroy();
});

test.each([
  ['with a browser', []],
  ['without one', ['--no-browser']],
])('R8: Ctrl-C ends the wait with 130 in less than a second, %s', async (_how, flags) => {
  const login = await startLogin(home, service.origin, flags, { BROWSER: recordingBrowser(home).command });
  const silent = await openSilently(login.port);
  expect((await interrupt(login)).code).toBe(130);
  expect(await isClosed(login.port)).toBe(true);
  expect(login.stderr()).not.toMatch(/^\s+at /m);
  silent.destroy();
});

/** Sends the request of an address as it stands, `from` an address, and `then` does something. */
const requesting = (from: string, then: string): string => `
  const { port, pathname, search } = new URL(process.argv[1]);
  const socket = require('node:net').connect({ port, host: '127.0.0.1', localAddress: '${from}' });
  const then = () => ${then};
  socket.write('GET ' + pathname + search + ' HTTP/1.1\\r\\nHost: 127.0.0.1:' + port + '\\r\\n\\r\\n', then);`;
const printing = "socket.once('data', (answer) => console.log(String(answer).slice(9, 12)) || socket.destroy())";

test.skipIf(!canBeNobody || !seesProcesses).each([
  ['', requesting('127.0.0.1', printing), '403\n'],
  [' from another address of this computer', requesting('127.0.0.2', printing), '403\n'],
  [' that closes its end at once', requesting('127.0.0.1', 'socket.destroy()'), ''],
  [' that breaks off at once', requesting('127.0.0.1', 'socket.resetAndDestroy()'), ''],
])('R97: a request of another user%s is refused, whatever it knows', async (_how, script, printed) => {
  const login = await startLogin(home, service.origin);
  const before = login.stderr();
  const address = `http://127.0.0.1:${login.port}${login.callback(service.token())}`;
  const who = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  const { stdout, stderr } = spawnSync('setpriv', [...who, process.execPath, '-e', script, address], {
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: printed, stderr: '' });
  await expectToSignIn(login, before);
});
