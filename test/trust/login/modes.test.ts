import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isClosed } from '../../auth/login/sockets.js';
import { recordingBrowser } from '../../support/browser/recording-browser.js';
import { textBelow } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { missing } from '../../support/computer/missing.js';
import { killAll } from '../../support/computer/processes.js';
import { shell, start } from '../../support/computer/program.js';
import { onBusy } from '../../support/on-busy.js';
import { runHere as tracker } from '../../support/run-here.js';
import { ann, canary, signIn, startSmallService } from '../../support/sandbox/service.js';
import { json, silence } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import {
  type AtTerminal,
  hasTerminal,
  showsCursor,
  startAtTerminal,
  type TerminalOptions,
} from '../../support/terminal/terminal.js';
import { until } from '../../support/until.js';
import { addressLine, ask, readAddress, signInAt, startLogin, statusOf } from './attempt.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);

/** Runs `tracker` at a terminal of 80 columns; the last line then says whether it echoes. */
function atTerminal(words: readonly string[], env: TerminalOptions['env'] = {}): AtTerminal {
  const line = 'trap : INT; tracker "$@"; code=$?; stty -a | grep -o -- "-*echo "; exit $code';
  return startAtTerminal(home, ['sh', '-c', line, 'sh', ...words], { size: { columns: 80, rows: 24 }, env });
}

/** How it ended, once the terminal is known to be as it was, and to have shown nothing of these texts. */
async function endOf(session: AtTerminal, ...hidden: readonly string[]): Promise<number> {
  const { code, raw } = await session.ended;
  expect(session.lines().at(-1)).toBe('echo ');
  expect(showsCursor(raw)).toBe(true);
  for (const text of hidden)
    for (let at = 0; at + 6 <= text.length; at += 6) expect(raw).not.toContain(text.slice(at, at + 6));
  return code;
}

const isStored = (): boolean => home.listing().some((line) => line.includes('credentials'));

/** The environment of a person who wants colours in any case. */
const colours = { FORCE_COLOR: '3', CLICOLOR_FORCE: '1', COLORTERM: 'truecolor' };

test('R8: where CI is set, what to do instead is said before the wait begins', async () => {
  const login = await startLogin(home, service.origin, ['--no-browser'], { CI: 'true' });
  expect(login.stderr()).toContain(
    `${login.address}\nhint: in CI, set TRACKER_URL and TRACKER_TOKEN instead, or: tracker login ${service.origin} --token < FILE\n`,
  );
  await signInAt(login, service.token());
  expect((await login.ended).code).toBe(0);
});

describe('opening a browser', () => {
  test.each([
    ['with SSH_CONNECTION', [], { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' }],
    ['with --no-browser', ['--no-browser'], {}],
  ])('R9: none is opened %s', async (_when, flags, env) => {
    const opener = recordingBrowser(home);
    const login = await startLogin(home, service.origin, flags, { BROWSER: opener.command, ...env });
    await login.waitFor(new RegExp(`^ssh -L ${login.port}:127\\.0\\.0\\.1:${login.port} \\S+$`, 'm'));
    await signInAt(login, service.token());
    expect((await login.ended).code).toBe(0);
    expect(opener.opened()).toEqual([]);
  });

  test('R9: without one, standard input is not read where it is no terminal', async () => {
    const opener = recordingBrowser(home);
    const command = ['tracker', 'login', service.origin, '--no-browser', '--wait', '1'];
    const { code, stderr } = await start(home, command, {
      stdin: `${service.token()}\n`,
      env: { BROWSER: opener.command },
    }).ended;
    expect(code).toBe(7);
    expect(stderr).not.toMatch(/paste|or a token/);
    expect(opener.opened()).toEqual([]);
    expect(service.requests.map(({ target }) => target)).toEqual(['/api/v1/instance']);
  });

  test('R9: one is opened in an SSH session with --web', async () => {
    const opener = recordingBrowser(home);
    const env = { BROWSER: opener.command, SSH_CONNECTION: 'x', SSH_CLIENT: 'x', SSH_TTY: 'x' };
    const login = await startLogin(home, service.origin, ['--web'], env);
    const start = new URL(await opener.address());
    // Other users can read a browser's arguments: they hold no state, and lead on once.
    expect(start.href).not.toContain(login.state);
    expect(await ask(login.port, start.pathname)).toContain(`location: ${login.address}\r\n`);
    expect(statusOf(await ask(login.port, start.pathname))).toBe(410);
    await signInAt(login, service.token());
    expect((await login.ended).code).toBe(0);
    expect(opener.opened()).toEqual([start.href]);
  });

  /** A folder of programs in which there is nothing that could open an address. */
  const bareFolder = (): string => {
    const folder = dirname(home.write('bare', ''));
    symlinkSync(process.execPath, join(folder, 'node'));
    symlinkSync('/usr/bin/env', join(folder, 'env'));
    return `${dirname(home.env.PATH?.split(':')[0] ?? '')}/bin:${folder}`;
  };
  const bad: readonly (readonly [string, () => Record<string, string>])[] = [
    ['is missing', () => ({ BROWSER: `${missing}/browser` })],
    ['is missing, like every other one', () => ({ PATH: bareFolder() })],
    ['may not be executed', () => ({ BROWSER: home.write('plain', '#!/bin/sh\n') })],
    ['fails at once', () => ({ BROWSER: home.write('failing', '#!/bin/sh\necho broken >&2\nexit 3\n', 0o755) })],
  ];
  test.each(bad)('R9: an opener that %s leaves the address, which works', async (_what, env) => {
    const login = await startLogin(home, service.origin, [], env());
    await login.waitFor(/^Could not open a browser; the address above still works\.$/m);
    expect(login.stderr()).not.toContain('broken');
    await signInAt(login, service.token());
    expect((await login.ended).code).toBe(0);
  });

  test('R9: an opener that hangs and shows nothing holds up neither the login nor the end', async () => {
    const opener = home.write('hanging', '#!/bin/sh\necho $$ > "$0.id"\nexec sleep 60\n', 0o755);
    const login = await startLogin(home, service.origin, [], { BROWSER: opener });
    const id = await until('the opener', () => existsSync(`${opener}.id`) && Number(readFileSync(`${opener}.id`)));
    try {
      await signInAt(login, service.token());
      expect((await login.ended).code).toBe(0);
      expect(home.processes()).toContain(id);
    } finally {
      killAll([id]);
    }
  });

  test.skipIf(!hasTerminal).each([
    ['with a browser', [], 'Opening your browser'],
    ['without one', ['--no-browser'], 'To sign in'],
  ])('R9: the address is whole and plain on its line at a terminal in colour, %s', async (_how, flags, first) => {
    const base = `${service.origin}/a/base/path/that/makes/it/longer/than/the/line/of/a/terminal/of/80/columns`;
    service.on(`GET ${new URL(base).pathname}/api/v1/instance`, ({ response }) => {
      response.end(JSON.stringify({ name: 'tracker', api: 1 }));
    });
    const session = atTerminal(['login', base, ...flags], { ...colours, BROWSER: recordingBrowser(home).command });
    const [, address = ''] = await session.waitFor(addressLine);
    const { port, state } = readAddress(address);
    expect(address).toBe(`${base}/login?client=cli&port=${port}&state=${state}`);
    expect(session.raw()).toContain(`\r\n${address}\r\n`);
    expect(session.raw().startsWith(first)).toBe(true);
    session.type('\u0003');
    expect(await endOf(session)).toBe(130);
  });
});

describe.skipIf(!hasTerminal)('a login without a browser at a terminal (needs @lydell/node-pty)', () => {
  /** A login at the prompt. */
  const atPrompt = async () => {
    const session = atTerminal(['login', service.origin, '--no-browser'], colours);
    const [, address = ''] = await session.waitFor(addressLine);
    await session.waitFor(/or a token:/);
    return { session, ...readAddress(address) };
  };

  /** Waits for the prompt after the last refusal: the terminal echoes what is typed before that. */
  const untilAskedAgain = async (session: AtTerminal): Promise<void> => {
    await until('the prompt', () => /or a token:/.test(session.raw().split('Not accepted: ').at(-1) ?? ''));
  };

  test('R9: the callback wins over the open prompt, which cleans up after itself', async () => {
    const login = await atPrompt();
    const typed = canary();
    login.session.type(typed);
    await signInAt(login, service.token());
    expect(await endOf(login.session, service.token(), typed)).toBe(0);
    expect(login.session.lines()).toContain(`Signed in to ${service.origin} as Ann Lee <ann@example.com>.`);
    expect(await isClosed(login.port)).toBe(true);
  });

  test('R9: a pasted callback is checked like one that arrives, and asked for again', async () => {
    const { session, port, callback, state } = await atPrompt();
    const address = `http://127.0.0.1:${port}${callback(service.token())}`;
    const bad = canary();
    const wrong = [
      address.replace(state, 'A'.repeat(state.length)).replace(service.token(), bad),
      address.replace(/&state=.*/, ''),
      address.replace(service.token(), `${bad}%00`),
      address.replace('127.0.0.1', 'evil.example'),
      `${bad} and more`,
      '',
    ];
    for (const [at, text] of wrong.entries()) {
      session.type(`${text}\r`);
      await until(`refusal ${at + 1}`, () => session.raw().split('Not accepted: ').length === at + 2);
      await untilAskedAgain(session);
    }
    expect(service.requests.map(({ target }) => target)).toEqual(['/api/v1/instance']);
    session.type(`${address}\r`);
    expect(await endOf(session, service.token(), bad)).toBe(0);
    expect(session.raw()).not.toContain('/callback?');
    expect(await isClosed(port)).toBe(true);
    expect((await tracker(home, 'tasks list')).code).toBe(0);
  });

  test('R9: a wrong word is reported, and the callback is still waited for', async () => {
    const login = await atPrompt();
    const wrong = canary();
    const refused = `Not accepted: ${new URL(service.origin).host} rejected this token.`;
    const told = (): readonly string[] => login.session.lines().filter((each) => each.startsWith('Not accepted'));
    for (const [at, text] of ['yes', wrong].entries()) {
      login.session.type(`${text}\r`);
      await until(`refusal ${at + 1}`, () => told().length > at && told()[at] === refused);
      await untilAskedAgain(login.session);
    }
    expect(told()).toEqual([refused, refused]);
    expect(isStored()).toBe(false);
    await signInAt(login, service.token());
    expect(await endOf(login.session, service.token(), wrong)).toBe(0);
    expect(await isClosed(login.port)).toBe(true);
  });

  test('R9: where no browser opens, a token may be pasted in the same run', async () => {
    const session = atTerminal(['login', service.origin], { BROWSER: `${missing}/browser` });
    await session.waitFor(/Could not open a browser.*paste that address here.*or a token:/s);
    session.type(`${service.token()}\r`);
    expect(await endOf(session, service.token())).toBe(0);
  });

  test('R9: the callback wins while a pasted token is being tried', async () => {
    service.on('GET /api/v1/me', silence, service.guarded(json({ user: ann })));
    const login = await atPrompt();
    login.session.type(`${canary()}\r`);
    await service.received(2);
    await signInAt(login, service.token());
    expect(await endOf(login.session, service.token())).toBe(0);
    expect((await tracker(home, 'tasks list')).code).toBe(0);
  });

  test('R9: a pasted token that is rotated while it is tried is stored as its successor', async () => {
    service.on('GET /api/v1/me', service.rotating(json({ user: ann })));
    const login = await atPrompt();
    const pasted = service.token();
    login.session.type(`'${pasted}'\r`);
    expect(await endOf(login.session, pasted, service.token())).toBe(0);
    expect((await tracker(home, 'tasks list')).code).toBe(0);
    expect(service.requests.at(-1)?.headers.authorization).toBe(`Bearer ${service.token()}`);
  });

  test('R8: Ctrl-C at the prompt ends it with 130 in less than a second', async () => {
    const { session, port } = await atPrompt();
    session.type(canary());
    const began = performance.now();
    session.type('\u0003');
    expect(await endOf(session)).toBe(130);
    expect(performance.now() - began).toBeLessThan(onBusy(1_000));
    expect(await isClosed(port)).toBe(true);
    expect(isStored()).toBe(false);
  });

  test('R8: gives up at the prompt, which cleans up after itself', async () => {
    const session = atTerminal(['login', service.origin, '--no-browser', '--wait', '1']);
    const [, address = ''] = await session.waitFor(addressLine);
    expect(await endOf(session)).toBe(7);
    expect(session.lines().join('\n')).toMatch(
      /\nerror: timed out after 1 s waiting for the sign-in\nhint: tracker login http:\S+ --token < FILE;/,
    );
    expect(await isClosed(readAddress(address).port)).toBe(true);
  });
});

describe('a token that was made elsewhere', () => {
  const login = async (stdin: string) => await tracker(home, ['login', service.origin, '--token'], { stdin });

  test.each(['', '\n', '\r\n'])('R12: is read from standard input when %j follows it', async (end) => {
    const signedIn = `Signed in to ${service.origin} as Ann Lee <ann@example.com>.\n`;
    expect(await login(service.token() + end)).toEqual({ code: 0, stdout: '', stderr: signedIn });
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      `Bearer ${service.token()}`,
    ]);
    expect(textBelow(home.folder).split(service.token()).length - 1).toBe(1);
  });

  test('R12: is a usage error when there is none, more than one line, or what no token is', async () => {
    const token = service.token();
    for (const stdin of ['', '\n', '\r\n', ' ', `${token}\n${token}\n`, `${token} x`, `${token}\0`, `${token}\u00e9`]) {
      const { code, stdout, stderr } = await login(stdin);
      expect({ stdin, code, stdout }).toEqual({ stdin, code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: .*\nhint: tracker login http:\S+ --token < FILE\n$/);
      expect(stderr).not.toContain(token);
    }
    expect(service.requests.filter(({ headers }) => headers.authorization)).toEqual([]);
    expect(isStored()).toBe(false);
  });

  test.each(['<&-', '</dev/null'])('R12: is not waited for with %s', async (redirection) => {
    const { code, stdout, stderr } = await shell(home, `tracker login ${service.origin} --token ${redirection}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`error: no token was given\nhint: tracker login ${service.origin} --token < FILE\n`);
  });

  const asArgument: readonly (readonly [string, (url: string, secret: string) => readonly string[]])[] = [
    ['URL --token=SECRET', (url, secret) => [url, `--token=${secret}`]],
    ['URL --token SECRET', (url, secret) => [url, '--token', secret]],
    ['--token SECRET URL', (url, secret) => ['--token', secret, url]],
    ['--token=SECRET URL', (url, secret) => [`--token=${secret}`, url]],
    ['--token SECRET', (_url, secret) => ['--token', secret]],
    ['SECRET --token', (_url, secret) => [secret, '--token']],
    ['URL SECRET', (url, secret) => [url, secret]],
    ['URL SECRET --debug', (url, secret) => [url, secret, '--debug']],
    ['URL?token=SECRET', (url, secret) => [`${url}/callback?token=${secret}&state=x`]],
    ['SECRET@URL', (url, secret) => [url.replace('//', `//${encodeURIComponent(secret)}@`)]],
  ];
  test.each(asArgument)('R12: is refused as an argument, and not repeated: %s', async (_words, write) => {
    await signIn(home, service.origin, service.token());
    const before = service.requests.length;
    for (const secret of [`${canary()}+/=`, canary()]) {
      const { code, stdout, stderr } = await tracker(home, ['login', ...write(service.origin, secret)], {
        stdin: secret,
      });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: /);
      expect(stderr).not.toContain(secret.slice(0, 12));
    }
    expect(service.requests.slice(before)).toEqual([]);
    expect((await tracker(home, 'tasks list')).code).toBe(0);
  });

  describe.skipIf(!hasTerminal)('at a terminal (needs @lydell/node-pty)', () => {
    test('R12: is not shown while it is typed, nor on any key, and stdout has nothing of the prompt', async () => {
      const file = home.write('stdout', '');
      const line = 'tracker login "$1" --token > "$2"; code=$?; stty -a | grep -o -- "-*echo "; exit $code';
      const session = startAtTerminal(home, ['sh', '-c', line, 'sh', service.origin, file], { env: colours });
      await session.waitFor(/Token:/);
      const token = service.token();
      // Keys that show a password in other programs: Tab, Ctrl-T, Ctrl-R, F1, the arrows.
      session.type(`${token.slice(0, 10)}`);
      for (const key of ['\u0014', '\u0012', '\u001bOP', '\u001b[C']) session.type(key);
      session.type(`${token.slice(10)}\r`);
      expect(await endOf(session, token)).toBe(0);
      expect(session.raw()).not.toContain('*');
      expect(readFileSync(file, 'utf8')).toBe('');
    });

    test('R12: nothing typed is a usage error, and Ctrl-C is 130', async () => {
      for (const [keys, expected] of [
        ['\r', 2],
        ['  \r', 2],
        ['\u0003', 130],
      ] as const) {
        const session = atTerminal(['login', service.origin, '--token']);
        await session.waitFor(/Token:/);
        session.type(keys);
        expect(await endOf(session)).toBe(expected);
      }
      expect(isStored()).toBe(false);
    });
  });
});
