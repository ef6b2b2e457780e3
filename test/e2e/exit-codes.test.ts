import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Home, makeHome } from '../support/computer/home.js';
import { runHere as tracker } from '../support/run-here.js';
import { startSandbox, stopAndClose, stopSandbox } from '../support/sandbox/running-sandbox.js';
import {
  html,
  json,
  type MisbehavingServer,
  startMisbehavingServer,
  text,
} from '../support/servers/misbehaving-server.js';

const loginHint =
  'hint: tracker login https://tracker.example.com, or tracker sandbox start to try without an account\n';

describe('without a sign-in', () => {
  let home: Home;

  beforeEach(() => {
    home = makeHome();
  });

  afterEach(async () => {
    expect(home.listing()).toEqual([]);
    await home.close();
  });

  test.each([
    'tasks list',
    'tasks view SCM-12',
    'tickets list --json',
    'inbox',
    'search mooring',
    'projects list',
    'status',
    'whoami',
    'token',
  ])('%s ends with 3 and says how to sign in', async (words) => {
    const { code, stdout, stderr } = await tracker(home, words);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    if (words.includes('--json')) {
      expect(JSON.parse(stderr).error).toMatchObject({
        code: 'sign_in_required',
        hint: expect.stringContaining('tracker login'),
      });
    } else {
      expect(stderr).toBe(`error: you are not signed in to any server\n${loginHint}`);
    }
  });

  test.each(['--version', '--help', 'tasks --help', 'help tasks list', 'instances list'])('%s works', async (words) => {
    const { code, stderr } = await tracker(home, words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test.each([
    [
      'tasks list --scoope all',
      "error: unknown option '--scoope' (did you mean --scope?)\nhint: tracker help tasks list\n",
    ],
    ['taks list', /^error: unknown command 'taks' \(did you mean .*tasks.*\?\)\nhint: tracker help\n$/],
    ['tasks lst', /^error: unknown command 'lst' \(did you mean list\?\)\nhint: tracker help tasks\n$/],
    ['tasks view', /^error: missing required argument 'ref'\n/],
    ['tasks list extra', /^error: .*extra.*\n|^error: too many arguments/],
    ['tasks list -L 0', 'error: --limit takes a whole number of at least 1, not "0"\n'],
    [
      'tasks list --tsv --csv',
      /^error: --tsv and --csv cannot be used together\n$|^error: --csv and --tsv cannot be used together\n$/,
    ],
    ['login', /^error: specify the URL of the server\nhint: tracker login https/],
    ['login ftp://tracker.example.com', /only http and https are supported/],
    ['login file:///etc/passwd', /is not a server address/],
    ['login javascript:alert(1)', /is not a server address/],
    ['login http://tracker.example.com', /plain http/],
    ['login https://a:b@tracker.example.com', /must not contain a user name or password/],
    ['login https://tracker.example.com?x=1', /must not contain a query/],
    ['login -- -x', /starts with a dash/],
    ['login https://tracker.example.com --web --no-browser', /cannot be used together/],
    ['login https://tracker.example.com --token --wait 3', /--token and --wait cannot be used together/],
    ['login https://tracker.example.com --name a/b', /is not a valid name for an instance/],
    ['-I nowhere tasks list', /^error: -I: there is no instance "nowhere" \(known: none\)\n/],
    ['sandbox', /^error: tracker sandbox needs a verb\n/],
    ['sandbox run', /^error: missing required argument 'command'\n/],
  ])('%s is a usage error and touches nothing', async (words, message) => {
    const { code, stdout, stderr } = await tracker(home, words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
  });
});

describe('against a server that is none of ours', () => {
  let home: Home;
  let server: MisbehavingServer;

  beforeEach(async () => {
    home = makeHome();
    server = await startMisbehavingServer();
  });

  afterEach(async () => {
    await server.close();
    expect(home.listing().filter((line) => line.includes('credentials'))).toEqual([]);
    await home.close();
  });

  test.each([
    ['HTML', html(), 'did not return JSON'],
    ['a page that is not there', html(404), 'returned 404'],
    ['a service of another name', json({ name: 'wiki', version: '1', api: 1 }), 'calls itself "wiki", not "tracker"'],
    ['JSON that is no object', json([]), 'reports no service name'],
    ['nothing', text('', 200), 'did not return JSON'],
    ['an answer that wants a sign-in', json({ message: 'no' }, 401), 'returned 401'],
  ])('login ends with 1 at %s, and sends no token', async (_what, answer, said) => {
    server.on('GET /api/v1/instance', answer);
    const { code, stdout, stderr } = await tracker(home, ['login', server.origin, '--token'], {
      stdin: 'canary-0123456789',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*\nhint: .*\n$/);
    expect(stderr).toContain(said);
    expect(server.requests.map(({ method, target, headers }) => [method, target, headers.authorization])).toEqual([
      ['GET', '/api/v1/instance', undefined],
    ]);
  });

  test('login ends with 7 where nothing listens, naming the address', async () => {
    await server.close();
    expect(await tracker(home, ['login', server.origin])).toEqual({
      code: 7,
      stdout: '',
      stderr: `error: cannot reach 127.0.0.1:${server.port}: connection refused\nhint: start the server there, or check the address\n`,
    });
  });
});

describe('signed in', () => {
  let home: Home;

  beforeAll(async () => {
    home = makeHome();
    await startSandbox(home, ['--memory']);
  });

  afterAll(async () => {
    await stopAndClose(home);
  });

  test.each([
    ['tasks view NOPE-1', 4, 'error: there is no task NOPE-1 that you can see\n'],
    ['tickets view NOPE-1', 4, 'error: there is no ticket NOPE-1 that you can see\n'],
    ['projects view NOPE', 4, /^error: .*NOPE.*\n(hint: .*\n)?$/],
    ['tasks list --scope some', 2, 'error: --scope takes mine or all, not "some"\n'],
    ['-I elsewhere tasks list', 2, /^error: -I: there is no instance "elsewhere" \(known: sandbox\)\n/],
    [
      '-I http://127.0.0.1:9 tasks list',
      3,
      /^error: you are not signed in to 127\.0\.0\.1:9 .*\nhint: tracker login http:\/\/127\.0\.0\.1:9\n$/,
    ],
  ])('%s ends with %i', async (words, expected, message) => {
    const { code, stdout, stderr } = await tracker(home, words);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
  });

  test('a token that is no longer valid ends with 3, and stays stored', async () => {
    const env = { TRACKER_TOKEN: 'canary-0123456789' };
    const { code, stdout, stderr } = await tracker(home, 'tasks list', { env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^error: .* rejected the token in TRACKER_TOKEN$/m);
    expect(stderr).not.toContain('canary');
    expect((await tracker(home, 'tasks list')).code).toBe(0);
  });

  test('an empty list is no error', async () => {
    expect(await tracker(home, 'search zzzzzzzz')).toMatchObject({ code: 0, stdout: '' });
  });

  test('a sandbox that is not running ends with 7, naming its address', async () => {
    const url = JSON.parse((await tracker(home, 'sandbox status --json')).stdout).url as string;
    await stopSandbox(home);
    const { code, stdout, stderr } = await tracker(home, 'tasks list');
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(stderr).toBe(`error: the sandbox at ${url} is not running\nhint: tracker sandbox start\n`);
  });
});
