import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HttpReply } from '../../../src/http/message.js';
import { textBelow } from '../../support/computer/files.js';
import { openWorld, owner, refused, shapes } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';

describe.each(shapes)('login --token, %s shape', (shape) => {
  test.each([
    ['alone', ''],
    ['with a newline', '\n'],
    ['with a Windows line end', '\r\n'],
  ])('a token %s is tried, then stored', async (_how, end) => {
    const world = await openWorld({ shape });
    const machine = await world.machine();
    const token = world.sandbox.signIn(owner);
    expect(await machine.run('login work.example --token', { stdin: `${token}${end}` })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Signed in to https://work.example as Mara Lindqvist <mara@lantern.example>.\n',
    });
    expect(world.takeRequests()).toEqual(['GET /api/v1/instance', 'GET /api/v1/me']);
    expect((await machine.run('tasks -q -L 1')).stdout).toBe('SCM-36\n');
    expect((await machine.run('token')).stdout).toBe(`${token}\n`);
    expect(statSync(join(machine.folder, 'config', 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(machine.folder, 'config')).mode & 0o777).toBe(0o700);
  });

  test('an API key works too, under a name of its own', async () => {
    const world = await openWorld({ shape });
    const machine = await world.machine();
    const key = world.sandbox.createApiKey(owner);
    const { code, stderr } = await machine.run('login https://WORK.example/ --token --name keys', { stdin: key });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Signed in to https://work.example as Mara Lindqvist <mara@lantern.example>, stored as keys.\n',
    });
    expect((await machine.run('instances -q')).stdout).toBe('keys\n');
  });

  test('a refused token changes nothing', async () => {
    const world = await openWorld({ shape });
    const machine = await world.machine(owner);
    const before = textBelow(machine.folder);
    expect(await machine.run('login work.example --token', { stdin: 'nonsense' })).toEqual(
      refused(3, 'work.example rejected this token; nothing was stored', 'tracker login https://work.example'),
    );
    expect(textBelow(machine.folder)).toBe(before);
    expect((await machine.run('tasks -q -L 1')).code).toBe(0);
  });

  test.each([
    ['', 'no token was given'],
    ['\n', 'no token was given'],
    ['one\ntwo\n', 'more than one line was given; a token is one line'],
    ['has space', 'that is not a valid token: it has invalid characters, or is too long'],
    ['x'.repeat(9000), 'that is not a valid token: it has invalid characters, or is too long'],
  ])('%j is no token', async (stdin, error) => {
    const world = await openWorld({ shape, seed: 'empty:1' });
    const machine = await world.machine();
    expect(await machine.run('login work.example --token', { stdin })).toEqual(
      refused(2, error, 'tracker login https://work.example --token < FILE'),
    );
    expect(existsSync(join(machine.folder, 'config', 'credentials.json'))).toBe(false);
  });

  test('a token typed at a terminal is not shown', async () => {
    const world = await openWorld({ shape, seed: 'empty:1' });
    const machine = await world.machine();
    const token = world.sandbox.signIn(owner);
    const ran = await machine.run('login work.example --token', { terminal: { columns: 80 }, stdin: `${token}\r` });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toContain('Token:');
    expect(ran.stderr).not.toContain(token);
    expect(ran.stderr).toMatch(/Signed in to https:\/\/work\.example as Mara Lindqvist <mara@lantern\.example>\.\n$/);
  });
});

describe('login', () => {
  test('a server that calls itself something else is refused before the token is read', async () => {
    const world = await openWorld({ seed: 'empty:1', serviceName: 'trackr' });
    const machine = await world.machine();
    const token = world.sandbox.signIn(owner);
    expect(await machine.run('login work.example --token', { stdin: token })).toEqual(
      refused(
        1,
        'work.example is not the right service: it calls itself "trackr", not "tracker"',
        'if it is the right server: tracker login https://work.example --service-name trackr',
      ),
    );
    expect(world.takeRequests()).toEqual(['GET /api/v1/instance']);
    const named = await machine.run('login work.example --token --service-name trackr', { stdin: token });
    expect(named.code).toBe(0);
    expect((await machine.run('login --token', { stdin: token })).code).toBe(0);
    const env = { TRACKER_SERVICE_NAME: 'other' };
    expect((await machine.run('login --token', { stdin: token, env })).stderr).toContain('not "other"');
  });

  test.each([
    [
      'HTML',
      answer(200, '<!doctype html><p>Hello', { 'content-type': 'text/html' }),
      'GET /api/v1/instance did not return JSON',
    ],
    ['404', answer(404, '<p>Not here', { 'content-type': 'text/html' }), 'GET /api/v1/instance returned 404'],
    ['no name', answerJson(200, {}), 'it reports no service name'],
    ['a list', answerJson(200, []), 'is not a tracker server'],
  ])('an address that answers with %s is no server of this service', async (_what, reply, why) => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine();
    const ran = await machine.run('login work.example/base --token', { stdin: 'x', send: async () => reply });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(
      /^error: .*work\.example.* is not a tracker server: .*\nhint: check the address, including the path if the server has one\n$/,
    );
    expect(ran.stderr).toContain(why);
  });

  test('a name that a shell would run is in no hint', async () => {
    const machine = await (await openWorld({ seed: 'empty:1' })).machine();
    const send = async () => answerJson(200, { name: '$(touch X)' });
    const { stderr } = await machine.run('login work.example --token', { stdin: 'x', send });
    expect(stderr).toContain(
      'hint: if it is the right server: tracker login https://work.example --service-name NAME\n',
    );
  });

  /** What the server says of who signs in, and how that is told. */
  const trials: readonly (readonly [HttpReply, RegExp])[] = [
    [answerJson(400, { message: 'on fire' }), /on fire\n$/],
    [answer(200, '<p>Hello', { 'content-type': 'text/html' }), / is not JSON: status 200 /],
    ...[{}, { user: null }, { user: [] }].map(
      (body) => [answerJson(200, body), /^error: the response .* cannot be read: it has no "user"\n$/] as const,
    ),
  ];
  test.each(trials)('a token is not stored if it is not known whose it is (%#)', async (reply, told) => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine();
    const send: typeof world.send = async (request) =>
      request.url.pathname.endsWith('/instance') ? await world.send(request) : reply;
    const ran = await machine.run('login work.example --token', { stdin: 'token', send });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(told) });
    expect((await machine.run('instances -q')).stdout).toBe('');
  });

  test('a newer API generation is warned about once, and by every probe', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine();
    const send =
      (api: number): typeof world.send =>
      async (request) =>
        request.url.pathname.endsWith('/instance')
          ? answerJson(200, { name: 'tracker', api })
          : await world.send(request);
    const warning = (api: number): string =>
      `warning: work.example uses API generation ${api}, but this client only knows 1; some commands may not work\n`;
    const signedIn = 'Signed in to https://work.example as Mara Lindqvist <mara@lantern.example>.\n';
    const login = async (api: number, stdin = world.sandbox.signIn(owner)): Promise<string> =>
      (await machine.run('login work.example --token', { stdin, send: send(api) })).stderr;
    expect(await login(2, 'refused')).toContain(warning(2));
    expect(await login(2)).toBe(warning(2) + signedIn);
    expect(await login(2)).toBe(signedIn);
    expect(await login(3)).toBe(warning(3) + signedIn);
    for (const api of [2, 1, 3]) expect(await login(api)).toBe(signedIn);
    expect(JSON.parse(readFileSync(join(machine.folder, 'config', 'config.json'), 'utf8'))).toMatchObject({
      instances: { 'work.example': { api: 3 } },
    });
    expect((await machine.run('instances probe', { send: send(3) })).stderr).toBe(warning(3));
  });

  test('a service name is remembered, whoever gave it: later sign-ins and probes need no flag', async () => {
    const world = await openWorld({ seed: 'empty:1', serviceName: 'trackr' });
    for (const how of [{ flag: '--service-name trackr' }, { env: { TRACKER_SERVICE_NAME: 'trackr' } }]) {
      const machine = await world.machine();
      const stdin = world.sandbox.signIn(owner);
      expect((await machine.run('login work.example --token', { stdin })).code).toBe(1);
      const { flag = '', env } = { env: undefined, flag: '', ...how };
      expect((await machine.run(`login work.example --token ${flag}`, { stdin, env })).code).toBe(0);
      for (const words of [
        'login --token',
        'login work.example --token',
        'instances probe',
        'instances probe work.example',
      ])
        expect((await machine.run(words, { stdin })).code, words).toBe(0);
    }
  });

  test('addresses that differ in their scheme or more are stored side by side, under names of their own', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine();
    const urls = [
      'http://a.example',
      'https://a.example',
      'https://a.example.com',
      'https://localhost:1',
      'http://localhost:1',
      'http://localhost:2',
      'https://a.example/x/y',
      'https://a.example/x-y',
      'https://a.example-x-y',
    ];
    const send: typeof world.send = async (request) =>
      answerJson(
        200,
        request.url.pathname.endsWith('/instance') ? { name: 'tracker', api: 1 } : { user: { name: 'A' } },
      );
    const login = async (url: string): Promise<string> =>
      (await machine.run(`login ${url} --token --insecure-http`, { stdin: `of-${url}`, send })).stderr;
    const told: string[] = [];
    for (const url of urls) told.push((await login(url)).split('\n').at(-2) ?? '');
    const names = [
      'a.example',
      'a.example-https',
      'a.example.com',
      'localhost:1',
      'localhost:1-http',
      'localhost:2',
      'a.example-x-y',
      'a.example-x-y-2',
      'a.example-x-y-3',
    ];
    expect(told).toEqual(
      urls.map((url, at) => {
        const name = names[at] ?? '';
        const moved = at === 0 ? '' : ', now the default instance';
        return `Signed in to ${url} as A${new URL(url).host === name ? '' : `, stored as ${name}`}${moved}.`;
      }),
    );
    expect((await login('https://a.example')).trim()).toBe(
      'Signed in to https://a.example as A, stored as a.example-https, now the default instance.',
    );
    const tokens = await Promise.all(names.map(async (name) => (await machine.run(['token', '-I', name])).stdout));
    expect(tokens).toEqual(urls.map((url) => `of-${url}\n`));
  });

  const example = 'tracker login https://tracker.example.com';
  test.each([
    ['login ftp://x.example', '"ftp://x.example" is not a server address: only http and https are supported', example],
    [
      'login https://me:secret@x.example',
      '"https://***@x.example" is not a server address: it must not contain a user name or password',
      example,
    ],
    [
      'login https://x.example/?a=1',
      '"https://x.example/?***" is not a server address: it must not contain a query or fragment',
      example,
    ],
    ['login -- -x', '"-x" is not a server address: it starts with a dash', example],
    [
      'login http://x.example --token',
      'http://x.example uses plain http, and anyone on the network could read your token',
      'use https, or accept the risk with --insecure-http',
    ],
    ['login x.example --token --web', '--web and --token cannot be used together', 'tracker login --help'],
    ['login x.example --web --no-browser', '--no-browser and --web cannot be used together', 'tracker login --help'],
    ['login x.example --token --port 4000', '--token and --port cannot be used together', 'tracker login --help'],
    [
      'login x.example --name "a b"',
      '"a b" is not a valid name for an instance',
      'use letters, digits, dots, dashes and underscores',
    ],
    ['login x.example --wait 0', '--wait takes a whole number from 1 to 2147483, not "0"', undefined],
    ['login x.example --wait 1.5', '--wait takes a whole number from 1 to 2147483, not "1.5"', undefined],
    [
      'login x.example --wait 999999999999',
      '--wait takes a whole number from 1 to 2147483, not "999999999999"',
      undefined,
    ],
    ['login x.example --port 22', '--port takes a whole number from 1024 to 65535, not "22"', undefined],
    ['login x.example --port abc', '--port takes a whole number from 1024 to 65535, not "abc"', undefined],
    [
      'login user:pw@127.0.0.1:1',
      '"***@127.0.0.1:1" is not a server address: it must not contain a user name or password',
      example,
    ],
    [
      'login user:p/w:secret@127.0.0.1:1',
      '"***@127.0.0.1:1" is not a server address: it must not contain a user name or password',
      example,
    ],
    [
      'login me@x.example --token',
      '"***@x.example" is not a server address: it must not contain a user name or password',
      example,
    ],
    ['login x.example --service-name ""', '--service-name takes a name, not ""', 'leave it out for tracker'],
    [
      'login x.example --name ""',
      '"" is not a valid name for an instance',
      'use letters, digits, dots, dashes and underscores',
    ],
    ['login x.example --fields nope', 'unknown name in --fields: "nope"', 'known: instance, ref, url, user, uuid'],
    ['login x.example --token=abc', '--token takes no value', 'tracker help login'],
    [
      'login x.example y.example',
      "too many arguments for 'login'. Expected 1 argument but got 2.",
      'tracker help login',
    ],
    ['login', 'specify the URL of the server', `${example}, or tracker sandbox start to try it without an account`],
  ])('%s is refused', async (line, error, hint) => {
    const world = await openWorld({ seed: 'empty:1' });
    expect(await world.run(line, { signedIn: false })).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });

  test('a name that another server has', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    expect(await world.run('login other.example --token --name work')).toEqual(
      refused(
        2,
        'the name work is taken by https://work.example',
        'choose another with --name, or: tracker instances remove work',
      ),
    );
  });

  test.each([
    [
      '403',
      answerJson(403, { message: 'Banned' }),
      5,
      'returned 403 for GET /api/v1/me, and nothing was stored: Banned',
    ],
    ['no user', answerJson(200, {}), 1, ''],
  ])('an answer of /me with %s names the server and what was asked', async (_what, reply, code, told) => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine();
    const send: typeof world.send = async (request) =>
      request.url.pathname.endsWith('/me') ? reply : await world.send(request);
    const error =
      told === ''
        ? 'the response from work.example to GET /api/v1/me cannot be read: it has no "user"'
        : `work.example ${told}`;
    expect(await machine.run('login work.example --token', { stdin: 'x', send })).toEqual(refused(code, error));
    expect(existsSync(join(machine.folder, 'config', 'credentials.json'))).toBe(false);
  });

  test('a host nobody knows, and hints that keep what was typed', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine(owner);
    expect(await machine.run('login nowhere.example --token', { stdin: 'x' })).toEqual(
      refused(7, 'cannot reach nowhere.example: no such host', 'check the address'),
    );
    for (const [words, hint] of [
      ['login --name work', 'tracker login --name work --token < FILE'],
      ['login work.example --name new', 'tracker login https://work.example --name new --token < FILE'],
    ])
      expect(await machine.run(`${words} --token`)).toEqual(refused(2, 'no token was given', hint));
  });

  test.each(['TRACKER_TOKEN', 'TRACKER_TOKEN_FILE'])('warns once that %s goes first', async (variable) => {
    const world = await openWorld({ seed: 'empty:1' });
    const machine = await world.machine();
    const stdin = world.sandbox.signIn(owner);
    expect((await machine.run('login work.example --token', { stdin, env: { [variable]: 'other' } })).stderr).toBe(
      `warning: ${variable} is set: commands use its token instead of this sign-in as long as it is set\n` +
        'Signed in to https://work.example as Mara Lindqvist <mara@lantern.example>.\n',
    );
  });
});
