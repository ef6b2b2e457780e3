import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HttpReply } from '../../../src/http/message.js';
import { openWorld, owner, refused, shapes } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';
import { eachTest } from '../../support/set-up.js';

describe.each(shapes)('login --token, %s shape', (shape) => {
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
});

describe('login', () => {
  const world = eachTest(() => openWorld({ seed: 'empty:1' }));
  const machine = eachTest(() => world.machine());

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

  test('a name that a shell would run is in no hint', async () => {
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
    const send: typeof world.send = async (request) =>
      request.url.pathname.endsWith('/instance') ? await world.send(request) : reply;
    const ran = await machine.run('login work.example --token', { stdin: 'token', send });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(told) });
    expect((await machine.run('instances -q')).stdout).toBe('');
  });

  test('a newer API generation is warned about once, and by every probe', async () => {
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

  const pipe = 'pipe the token in: tracker login URL --token < FILE';
  const noValue = '--token takes no value, and what follows it is not an address';
  const letters = 'use letters, digits, dots, dashes and underscores';
  const example = 'https://tracker.example.com';
  const looksLike = `addresses look like ${example}`;
  test.each([
    [
      'login ftp://x.example',
      '"ftp://x.example" is not a server address: only http and https are supported',
      looksLike,
    ],
    [
      'login http://x.example --token',
      'http://x.example uses plain http, and anyone on the network could read your token',
      'use https, or accept the risk with --insecure-http',
    ],
    ['login x.example --token --web', '--web and --token cannot be used together', 'tracker login --help'],
    ['login x.example --web --no-browser', '--no-browser and --web cannot be used together', 'tracker login --help'],
    ['login x.example --token --port 4000', '--token and --port cannot be used together', 'tracker login --help'],
    [
      'login x.example --token --no-browser',
      '--no-browser and --token cannot be used together',
      'tracker login --help',
    ],
    ['login x.example --token --wait 10', '--token and --wait cannot be used together', 'tracker login --help'],
    ['login x.example --name "a b"', '"a b" is not a valid name for an instance', letters],
    ['login x.example --wait 0', '--wait takes a whole number from 1 to 2147483, not "0"', undefined],
    ['login x.example --wait 1.5', '--wait takes a whole number from 1 to 2147483, not "1.5"', undefined],
    [
      'login x.example --wait 999999999999',
      '--wait takes a whole number from 1 to 2147483, not "999999999999"',
      undefined,
    ],
    ['login x.example --port 22', '--port takes a whole number from 1024 to 65535, not "22"', undefined],
    [
      'login me@x.example --token',
      '"***@x.example" is not a server address: it must not contain a user name or password',
      looksLike,
    ],
    ['login x.example --service-name ""', '--service-name takes a name, not ""', 'leave it out for tracker'],
    ['login x.example --name ""', '"" is not a valid name for an instance', letters],
    ['login --token abc', noValue, pipe],
    ['login --token trk_abcdefghijklmnop', noValue, pipe],
    ['login --token Zm9v.YmFy+/=', noValue, pipe],
    ['login --token aZ09.Qx_9', noValue, pipe],
    ['login x.example --token=abc', '--token takes no value', 'tracker help login'],
    ['login trkabcdefghijklmnopqrstuvwxyz0123 --no-browser', 'that is not a server address', pipe],
    ['login x.example --fields nope', 'unknown name in --fields: "nope"', 'known: instance, ref, url, user, uuid'],
    [
      'login x.example y.example',
      "too many arguments for 'login'. Expected 1 argument but got 2.",
      'tracker help login',
    ],
    [
      'login',
      'specify the URL of the server',
      `tracker login ${example}, or tracker sandbox start to try it without an account`,
    ],
  ])('%s is refused', async (line, error, hint) => {
    expect(await world.run(line, { signedIn: false })).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });

  test('a folder that cannot be written is reported before anybody is sent to a browser', async () => {
    const env = { TRACKER_CONFIG_DIR: '/dev/null/tracker' };
    expect(await machine.run('login work.example --no-browser --wait 1', { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: \/dev\/null is not a folder/),
    });
  });

  test('a name that another server has', async () => {
    expect(await world.run('login other.example --token --name work')).toEqual(
      refused(
        2,
        'the name work is taken by https://work.example',
        'choose another with --name, or: tracker instances remove work',
      ),
    );
  });

  test.each(['TRACKER_TOKEN', 'TRACKER_TOKEN_FILE'])('warns once that %s goes first', async (variable) => {
    const stdin = world.sandbox.signIn(owner);
    expect((await machine.run('login work.example --token', { stdin, env: { [variable]: 'other' } })).stderr).toBe(
      `warning: ${variable} is set: commands use its token instead of this sign-in as long as it is set\n` +
        'Signed in to https://work.example as Mara Lindqvist <mara@lantern.example>.\n',
    );
  });
});
