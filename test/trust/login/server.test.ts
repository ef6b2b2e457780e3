import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordingBrowser } from '../../support/browser/recording-browser.js';
import { textBelow } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { start } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, instance, signIn, startSmallService } from '../../support/sandbox/service.js';
import {
  type Answer,
  drop,
  html,
  json,
  redirect,
  startMisbehavingServer,
  text,
} from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';
import { ask, signInAt, startLogin, statusOf } from './attempt.js';

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
const elsewhere = eachTest(startMisbehavingServer);
const opener = eachTest(() => recordingBrowser(home));

const credentials = (): string => join(home.folder, '.config/tracker/credentials.json');

describe('an address that must not be opened', () => {
  const bad: readonly (readonly [string, (port: number) => string])[] = [
    ['file:', () => 'file:///etc/passwd'],
    ['file: with this host', (port) => `file://127.0.0.1:${port}/x`],
    ['javascript:', () => 'javascript:alert(1)'],
    ['javascript: with slashes', (port) => `javascript://127.0.0.1:${port}/%61lert`],
    ['data:', () => 'data:text/html,hello'],
    ['ftp:', (port) => `ftp://127.0.0.1:${port}`],
    ['user information', (port) => `http://user:canary@127.0.0.1:${port}`],
    ['a user without a password', (port) => `http://canary@127.0.0.1:${port}`],
    ['user information without a scheme', (port) => `user:canary@127.0.0.1:${port}`],
    ['a newline', (port) => `http://127.0.0.1:${port}/\ntouch X`],
    ['a newline in the host', (port) => `http://127.0.\n0.1:${port}`],
    ['%0a', (port) => `http://127.0.0.1:${port}/%0atouch`],
    ['%0A', (port) => `http://127.0.0.1:${port}/%0Atouch`],
    ['%0d', (port) => `http://127.0.0.1:${port}/%0d`],
    ['a leading -', (port) => `-http://127.0.0.1:${port}`],
    ['a leading --', () => '--gpu-launcher=touch'],
    ['a command', () => '$(touch X)'],
    ['a command in the path', (port) => `http://127.0.0.1:${port}/$(touch X)`],
    ['a command in quotes', (port) => `http://127.0.0.1:${port}/"; touch X; "`],
    ['a command in backticks', (port) => `http://127.0.0.1:${port}/\`touch X\``],
    ['a pipe', (port) => `http://127.0.0.1:${port}/|touch X`],
    ['a query', (port) => `http://127.0.0.1:${port}/?a=b`],
    ['a fragment', (port) => `http://127.0.0.1:${port}/#a`],
    ['nothing', () => ''],
  ];
  test.each(bad)('R10: %s', async (_what, write) => {
    for (const words of [['login'], ['login', '--token', '--']]) {
      const { code, stdout, stderr } = await tracker(home, [...words, write(service.port)], {
        env: { BROWSER: opener.command },
      });
      expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: [^\n]*\nhint: [^\n]*\n$/);
      expect(stderr).not.toContain('canary');
    }
    expect(service.requests).toEqual([]);
    expect(opener.opened()).toEqual([]);
    expect(home.listing()).toEqual([]);
    expect(existsSync(join(home.folder, 'X'))).toBe(false);
  });

  test.skipIf(!hasStrace)('R10: starts no process and opens no socket (needs strace)', async () => {
    const trace = home.write('trace', '');
    const traced = async (url: string): Promise<string> => {
      const strace = 'strace -f -qq -e trace=execve,connect,bind,listen -o'.split(' ');
      const { code } = await start(home, [...strace, trace, 'tracker', 'login', '--no-browser', '--wait', '1', url], {})
        .ended;
      return `${code} ${readFileSync(trace, 'utf8')}`;
    };
    // What a login that is not refused does can be seen.
    expect(await traced(service.origin)).toMatch(/^7 .*connect\(.*bind\(.*listen\(/s);
    for (const url of ['file:///etc/passwd', `http://127.0.0.1:${service.port}/$(touch X)`]) {
      const calls = await traced(url);
      expect(calls).toMatch(/^2 /);
      expect(calls).not.toMatch(/(connect|bind|listen)\(/);
      // env finds node in PATH, and tries one folder after the other.
      const programs = calls
        .split('\n')
        .filter((line) => /execve\(.* = 0$/.test(line) && !/bin\/(tracker|node)"/.test(line));
      expect(programs).toEqual([]);
    }
  });

  test('R10: what a shell would take for a command reaches the opener as part of one address', async () => {
    const path = '/a;touch%20X;&touch&*~!,b';
    service.on(`GET ${path}/api/v1/instance`, json(instance));
    const login = await startLogin(home, `${service.origin}${path}`, [], {
      BROWSER: `${opener.command} --new "%s" -q`,
    });
    expect(login.address.startsWith(`${service.origin}${path}/login?client=cli&port=`)).toBe(true);
    await opener.address();
    expect(opener.opened()).toEqual(['--new', expect.stringContaining(`http://127.0.0.1:${login.port}/start/`), '-q']);
    login.kill('SIGINT');
    expect((await login.ended).code).toBe(130);
    expect(existsSync(join(home.folder, 'X'))).toBe(false);
  });
});

describe('a server that is not the service', () => {
  const bad: readonly (readonly [string, () => Answer, number])[] = [
    ['another name', () => json({ ...instance, name: 'other' }), 1],
    ['the name in other letters', () => json({ ...instance, name: 'Tracker' }), 1],
    ['no name', () => json({ api: 1 }), 1],
    ['a list', () => json([instance]), 1],
    ['null', () => json(null), 1],
    ['404', () => json({ message: 'Not found' }, 404), 1],
    ['401', () => json({ message: 'No session' }, 401, { 'set-auth-token': canary() }), 1],
    ['HTML', () => html(), 1],
    ['HTML with 404', () => html(404), 1],
    ['nothing', () => text('', 204), 1],
    ['a redirect to another origin', () => redirect(`${elsewhere.origin}/api/v1/instance`), 1],
    ['a redirect to another origin that is for ever', () => redirect(`${elsewhere.origin}/api/v1/instance`, 308), 1],
    ['a redirect to itself', () => redirect('/api/v1/instance'), 1],
    ['a dropped connection', () => drop, 7],
  ];
  test.each(bad)(
    'R11: that answers %s gets no token, opens nothing and changes nothing',
    async (_what, answer, expected) => {
      const token = service.token();
      await signIn(home, service.origin, token);
      const [before, asked] = [textBelow(home.folder), service.requests.length];
      elsewhere.on('GET /api/v1/instance', json(instance));
      service.on('GET /api/v1/instance', answer());
      const env = { BROWSER: opener.command, TRACKER_TOKEN: canary(), TRACKER_URL: service.origin };
      // A dropped connection is tried again, which takes its time.
      for (const flags of expected === 7 ? [[]] : [[], ['--no-browser'], ['--token']]) {
        const words = ['login', service.origin, ...flags];
        const { code, stdout, stderr } = await tracker(home, words, { env, stdin: canary() });
        expect({ flags, code, stdout }).toEqual({ flags, code: expected, stdout: '' });
        expect(stderr).toMatch(/^error: /m);
        expect(stderr).not.toMatch(/\/login\?|canary/);
      }
      const probes = service.requests.slice(asked);
      expect(new Set(probes.map(({ method, target }) => `${method} ${target}`))).toEqual(
        new Set(['GET /api/v1/instance']),
      );
      expect(
        probes.filter(({ headers }) => headers.authorization !== undefined || headers.cookie !== undefined),
      ).toEqual([]);
      expect(elsewhere.requests).toEqual([]);
      expect(opener.opened()).toEqual([]);
      expect(textBelow(home.folder)).toBe(before);
      expect((await tracker(home, 'tasks list')).code).toBe(0);
    },
  );

  test('R11: is named together with what was wanted', async () => {
    service.on('GET /api/v1/instance', json({ ...instance, name: 'other\u001b[2J' }));
    const { code, stderr } = await tracker(home, ['login', service.origin, '--service-name', 'mine']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/calls itself "other.*", not "mine"\n/);
    expect(stderr).not.toContain('\u001b');
  });

  test.skipIf(!hasTerminal)('R11: is not worth a prompt', async () => {
    service.on('GET /api/v1/instance', json({ ...instance, name: 'other' }));
    for (const flag of ['--token', '--no-browser']) {
      const session = startAtTerminal(home, ['tracker', 'login', service.origin, flag]);
      const ended = await session.ended;
      expect(ended?.code).toBe(1);
      expect(ended?.raw).not.toMatch(/token:|\u001b\[\?25l/i);
    }
  });
});

describe('a token that the server does not take', () => {
  const ways: readonly (readonly [string, (token: string) => Promise<{ code: number | undefined; stderr: string }>])[] =
    [
      [
        'that came by callback',
        async (token) => {
          const login = await startLogin(home, service.origin);
          await signInAt(login, token);
          return await login.ended;
        },
      ],
      [
        'that was piped in',
        async (token) => await tracker(home, ['login', service.origin, '--token'], { stdin: token }),
      ],
    ];
  test.each(ways)('R11: %s is not stored, and the older session still works', async (_how, login) => {
    await signIn(home, service.origin, service.token());
    const before = readFileSync(credentials());
    const bad = canary();
    const { code, stderr } = await login(bad);
    expect(code).toBe(3);
    expect(stderr).toMatch(/error: 127\.0\.0\.1:\d+ rejected this token; nothing was stored\nhint: tracker login http/);
    expect(stderr).not.toContain(bad);
    expect(readFileSync(credentials()).equals(before)).toBe(true);
    expect(textBelow(home.folder)).not.toContain(bad);
    const [probe, me] = service.requests.slice(-2);
    expect([probe?.target, probe?.headers.authorization]).toEqual(['/api/v1/instance', undefined]);
    expect([me?.target, me?.headers.authorization]).toEqual(['/api/v1/me', `Bearer ${bad}`]);
    expect((await tracker(home, 'tasks list')).code).toBe(0);
    expect(service.requests.at(-1)?.headers.authorization).toBe(`Bearer ${service.token()}`);
  });

  test.each(ways)('R11: %s leaves nothing behind on a new machine', async (_how, login) => {
    expect((await login(canary())).code).toBe(3);
    expect(textBelow(home.folder)).not.toContain('canary');
  });
});

test.each([[[]], [['--json']]])('R11: who signed in where is said on success %j', async (flags) => {
  const login = await startLogin(home, service.origin, ['--no-browser', ...flags]);
  await signInAt(login, service.token());
  const { code, stdout, stderr } = await login.ended;
  expect(code).toBe(0);
  const said = stdout + stderr;
  for (const part of ['Ann Lee', 'ann@example.com', service.origin]) expect(said).toContain(part);
  expect(said).not.toContain(service.token());
});

/** As long as a token may be. */
const odd = 'canary+a/b==.%2B%zz%.c%25+-_~!$&()*;:@?#[]<>^`{|}"\'\\'.padEnd(8_192, 'x');

describe('the token of a callback', () => {
  const spellings: readonly (readonly [string, (token: string) => string])[] = [
    ['encoded where it must be', encodeURIComponent],
    [
      'encoded in every character, in small letters',
      (token) => Buffer.from(token).toString('hex').replace(/../g, '%$&'),
    ],
    ['encoded but for + / = .', (token) => encodeURIComponent(token).replace(/%(2B|2F|3D)/g, decodeURIComponent)],
  ];
  test.each(spellings)('R13: reaches the server byte for byte, %s', async (_how, write) => {
    service.take(odd);
    const login = await startLogin(home, service.origin);
    expect(statusOf(await ask(login.port, `/callback?state=${login.state}&token=${write(odd)}`))).toBe(303);
    await ask(login.port, '/done');
    expect((await login.ended).code).toBe(0);
    expect((await tracker(home, 'tasks list')).code).toBe(0);
    const sent = service.requests.map(({ target, headers }) => [target.split('?')[0], headers.authorization]);
    expect(sent).toEqual([
      ['/api/v1/instance', undefined],
      ['/api/v1/me', `Bearer ${odd}`],
      ['/api/v1/tasks', `Bearer ${odd}`],
    ]);
    expect((await tracker(home, 'token')).stdout).toBe(`${odd}\n`);
  });

  test('R13: and of standard input', async () => {
    service.take(odd);
    await signIn(home, service.origin, odd);
    expect((await tracker(home, 'tasks list')).code).toBe(0);
    expect(service.requests.at(-1)?.headers.authorization).toBe(`Bearer ${odd}`);
  });
});
