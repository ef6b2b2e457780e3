import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isClosed } from '../../auth/login/sockets.js';
import { fillLoginForm, load } from '../../support/browser/login-form.js';
import { type RecordingBrowser, recordingBrowser } from '../../support/browser/recording-browser.js';
import { type Home, makeHome } from '../../support/computer/home.js';
import { missing } from '../../support/computer/missing.js';
import { type Started, start } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { newToken, type RunningSandbox, startSandbox, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { loadTerminals, showsCursor } from '../../support/terminal/terminal.js';

const startAtTerminal = await loadTerminals();

let server: Home;
let sandbox: RunningSandbox;
let home: Home;
let browser: RecordingBrowser;

beforeAll(async () => {
  server = makeHome();
  sandbox = await startSandbox(server, ['--memory']);
});

afterAll(async () => {
  await stopAndClose(server);
});

beforeEach(() => {
  home = makeHome();
  browser = recordingBrowser(home);
});

afterEach(async () => await home.close());

const login = (flags: readonly string[] = [], env = {}): Started =>
  start(home, ['tracker', 'login', sandbox.url, ...flags], { env: { BROWSER: browser.command, ...env } });

const portIn = (address: string): number => Number(new URL(address).searchParams.get('port'));

const callbackFor = (
  address: string,
  token: string,
  state = new URL(address).searchParams.get('state') ?? '',
): string =>
  `http://127.0.0.1:${portIn(address)}/callback?token=${encodeURIComponent(token)}&state=${encodeURIComponent(state)}`;

/** The address on a line of its own. */
const addressLine = /^(http:\/\/127\.0\.0\.1:\d+\/login\?\S+)\r?$/m;

describe('a login in the browser', () => {
  test('ends when the form was sent and the callback visited', async () => {
    const running = login();
    const address = await browser.address();
    expect(running.stderr()).toBe(
      `Opening your browser to sign in. If nothing opens, visit this address:\n${address}\n`,
    );
    const pages = await fillLoginForm(address, sandbox);
    expect(pages.map(({ status }) => status)).toEqual([200, 303, 303, 200]);
    const done = pages.at(-1);
    expect(done?.url).toBe(`http://127.0.0.1:${portIn(address)}/done`);
    expect(done?.body).toMatch(/sign-in .*received/i);
    expect(done?.body).not.toMatch(/<script|https?:/);
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`\nSigned in to ${sandbox.url} as Mara Lindqvist <${sandbox.email}>.\n`);
    expect(browser.opened()).toEqual([address]);
    expect(await isClosed(portIn(address))).toBe(true);
    expect((await tracker(home, 'whoami')).stdout).toContain(`email\t${sandbox.email}\n`);
    expect(stderr).not.toContain((await tracker(home, 'token')).stdout.trim());
  });

  test('goes on after a wrong password', async () => {
    const running = login();
    const address = await browser.address();
    const pages = await fillLoginForm(address, { email: sandbox.email, password: 'wrong' });
    expect(pages.map(({ status }) => status)).toEqual([200, 400]);
    expect((await fillLoginForm(address, sandbox)).at(-1)?.status).toBe(200);
    expect((await running.ended).code).toBe(0);
  });

  test('signs in whoever filled in the form', async () => {
    const running = login(['--name', 'other']);
    const email = 'priya@lantern.example';
    await fillLoginForm(await browser.address(), { email, password: sandbox.password });
    expect((await running.ended).stderr).toContain(`as Priya Raghunathan <${email}>, stored as other.\n`);
    expect((await tracker(home, 'instances list')).stdout).toContain('other\t');
  });

  test('keeps waiting at a wrong state, and takes the right one afterwards', async () => {
    const running = login();
    const address = await browser.address();
    const token = await newToken(sandbox);
    for (const state of ['', 'x', 'A'.repeat(43)]) {
      const { status } = await load(callbackFor(address, 'canary-0123456789', state));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    expect((await load(callbackFor(address, token))).status).toBe(303);
    expect((await running.ended).code).toBe(0);
    expect((await tracker(home, 'token')).stdout).toBe(`${token}\n`);
  });

  test('stores nothing when the token that came is not taken by the server', async () => {
    const running = login();
    expect((await load(callbackFor(await browser.address(), 'canary-0123456789'))).status).toBe(303);
    const { code, stderr } = await running.ended;
    expect(code).toBe(3);
    expect(stderr).not.toContain('canary');
    expect(home.listing().filter((line) => line.includes('credentials'))).toEqual([]);
  });

  test('listens on the port that was asked for, and says when it is taken', async () => {
    const running = login(['--port', String(sandbox.port)]);
    expect(await running.ended).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: port \d+ on 127\.0\.0\.1 is in use by another program\nhint: /),
    });
    expect(browser.opened()).toEqual([]);
  });

  test('says so when no browser can be opened, and goes on', async () => {
    const running = login([], { BROWSER: `${missing}/browser` });
    const [, address = ''] = await running.waitFor(addressLine);
    await running.waitFor(/^Could not open a browser; the address above still works\.$/m);
    await fillLoginForm(address, sandbox);
    expect((await running.ended).code).toBe(0);
  });

  test('gives up after --wait with 7 and a hint, its port closed', async () => {
    const running = login(['--wait', '1']);
    const address = await browser.address();
    const { code, stderr } = await running.ended;
    expect(code).toBe(7);
    expect(stderr).toMatch(
      /\nerror: timed out after 1 s waiting for the sign-in\nhint: tracker login http:\S+ --no-browser, .*\n$/,
    );
    expect(await isClosed(portIn(address))).toBe(true);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends on %s in less than a second, its port closed', async (signal, code) => {
    const running = login();
    const address = await browser.address();
    const began = performance.now();
    running.kill(signal);
    expect((await running.ended).code).toBe(code);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await isClosed(portIn(address))).toBe(true);
  });
});

describe('a login without a browser', () => {
  test.each([
    ['SSH_CONNECTION', [], { SSH_CONNECTION: '10.0.0.1 22 10.0.0.2 22' }],
    ['SSH_CLIENT', [], { SSH_CLIENT: '10.0.0.1 22 22' }],
    ['SSH_TTY', [], { SSH_TTY: '/dev/pts/0' }],
    ['--no-browser', ['--no-browser'], {}],
  ])('opens none with %s, and prints address and ssh line whole', async (_what, flags, env) => {
    const running = login(flags, { HOSTNAME: 'build.example.com', ...env });
    const [, address = ''] = await running.waitFor(addressLine);
    await running.waitFor(
      new RegExp(`^ssh -L ${portIn(address)}:127\\.0\\.0\\.1:${portIn(address)} build\\.example\\.com$`, 'm'),
    );
    await fillLoginForm(address, sandbox);
    expect((await running.ended).code).toBe(0);
    expect(browser.opened()).toEqual([]);
  });

  test('opens one over SSH when asked to', async () => {
    const running = login(['--web'], { SSH_CONNECTION: 'x' });
    await fillLoginForm(await browser.address(), sandbox);
    expect((await running.ended).code).toBe(0);
  });
});

describe.skipIf(!startAtTerminal)('a login at a terminal without a browser (needs @lydell/node-pty)', () => {
  const loginAt = (flags: readonly string[] = ['--no-browser']) => {
    if (!startAtTerminal) throw new Error('no terminal');
    const line = 'trap : INT; tracker login "$@"; code=$?; stty -a | grep -o -- "-*echo "; exit $code';
    return startAtTerminal(home, ['sh', '-c', line, 'sh', sandbox.url, ...flags], {
      size: { columns: 60, rows: 30 },
      env: { BROWSER: browser.command },
    });
  };

  test('takes the pasted callback, shows it nowhere, and prints the address whole on a narrow screen', async () => {
    const session = loginAt();
    const token = await newToken(sandbox);
    await session.waitFor(/or a token:/);
    const [, address = ''] = await session.waitFor(addressLine);
    session.type(`${callbackFor(address, token)}\r`);
    const { code, raw } = await session.ended;
    expect(code).toBe(0);
    expect(raw).not.toContain(token.slice(0, 12));
    expect(raw).not.toContain('/callback');
    expect(session.lines().at(-1)).toBe('echo ');
    expect(showsCursor(raw)).toBe(true);
    expect((await tracker(home, 'token')).stdout).toBe(`${token}\n`);
  });

  test('takes a bare token after an address of another sign-in', async () => {
    const session = loginAt();
    const token = await newToken(sandbox);
    await session.waitFor(/or a token:/);
    session.type('http://127.0.0.1:4321/callback?token=canary-0123456789&state=AAAAAAAAAAAAAAAAAAAAAA\r');
    await session.waitFor(/Not accepted: /);
    await session.settled();
    session.type(`${token}\r`);
    expect((await session.ended).code).toBe(0);
    expect(session.raw()).not.toContain('canary');
    expect((await tracker(home, 'token')).stdout).toBe(`${token}\n`);
  });

  test('takes the callback from the network while the prompt is open', async () => {
    const session = loginAt();
    await session.waitFor(/or a token:/);
    const [, address = ''] = await session.waitFor(addressLine);
    await fillLoginForm(address, sandbox);
    const { code, raw } = await session.ended;
    expect(code).toBe(0);
    expect(session.lines().at(-1)).toBe('echo ');
    expect(showsCursor(raw)).toBe(true);
  });

  test.each([
    ['without a browser', ['--no-browser'], /or a token:/],
    ['with one', [], /Opening your browser/],
  ])('ends with 130 on Ctrl-C %s, its port closed', async (_how, flags, until) => {
    const session = loginAt(flags);
    const [, address = ''] = await session.waitFor(addressLine);
    await session.waitFor(until);
    session.type('\u0003');
    const { code, raw } = await session.ended;
    expect(code).toBe(130);
    expect(await isClosed(portIn(address))).toBe(true);
    expect(session.lines().at(-1)).toBe('echo ');
    expect(showsCursor(raw)).toBe(true);
  });
});
