import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Home, makeHome } from '../../support/computer/home.js';
import { type Outcome, shell, start } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { newToken, type RunningSandbox, startSandbox, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { loadTerminals, showsCursor } from '../../support/terminal/terminal.js';

const startAtTerminal = await loadTerminals();

let server: Home;
let sandbox: RunningSandbox;
let home: Home;

beforeAll(async () => {
  server = makeHome();
  sandbox = await startSandbox(server, ['--memory', '--seed', 'empty']);
});

afterAll(async () => {
  await stopAndClose(server);
});

beforeEach(() => {
  home = makeHome();
});

afterEach(async () => await home.close());

const login = async (stdin: string): Promise<Outcome> =>
  await tracker(home, ['login', sandbox.url, '--token'], { stdin });

const signedIn = (): string => `Signed in to ${sandbox.url} as Mara Lindqvist <${sandbox.email}>.`;

test('(true.31) a token comes from a password manager as docs/signing-in.md says, and is stored nowhere', async () => {
  const page = readFileSync(new URL('../../../docs/signing-in.md', import.meta.url), 'utf8');
  const block = /^```bash\n(.*?)^```/ms.exec(page)?.[1] ?? '';
  const token = await newToken(sandbox);
  const pass = home.write('pass', `#!/bin/sh\n[ "$*" = 'show tracker' ] && echo '${token}'\n`, 0o755);
  const script = `PATH=${dirname(pass)}:$PATH\n${block.replace('https://tracker.example.com', sandbox.url)}tracker me -q\ntracker me -q`;
  const { code, stdout, stderr } = await start(home, ['bash', '--norc', '-c', script]).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^(\S+)\n\1\n$/);
  expect(home.listing().join('\n')).not.toContain('credentials.json');
});

describe('a token from standard input', () => {
  test.each([
    ['without a newline', (token: string) => token],
    ['with a newline', (token: string) => `${token}\n`],
    ['with CR and LF', (token: string) => `${token}\r\n`],
  ])('is taken %s', async (_how, write) => {
    const token = await newToken(sandbox);
    expect(await login(write(token))).toEqual({ code: 0, stdout: '', stderr: `${signedIn()}\n` });
    expect((await tracker(home, 'token')).stdout).toBe(`${token}\n`);
    expect(home.listing()).toContain('0600 .config/tracker/credentials.json');
    expect(readFileSync(join(home.folder, '.config/tracker/config.json'), 'utf8')).not.toContain(token);
  });

  test.each([
    ['nothing', '', 'error: no token was given\n'],
    ['an empty line', '\n', 'error: no token was given\n'],
    ['two lines', 'canary-1\ncanary-2\n', 'error: more than one line was given; a token is one line\n'],
    ['a blank inside', 'canary 1', 'error: that is not a valid token: it has invalid characters, or is too long\n'],
    [
      'more than a token holds',
      `canary-${'x'.repeat(9_000)}`,
      'error: that is not a valid token: it has invalid characters, or is too long\n',
    ],
  ])('is refused for %s, and never repeated', async (_what, stdin, message) => {
    expect(await login(stdin)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${message}hint: tracker login ${sandbox.url} --token < FILE\n`,
    });
    expect(home.listing().filter((line) => line.includes('credentials'))).toEqual([]);
  });

  test('does not wait where standard input is closed', async () => {
    const { code, stderr } = await shell(home, `tracker login ${sandbox.url} --token <&-`);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: no token was given\nhint: tracker login ${sandbox.url} --token < FILE\n`,
    });
  });

  test('is not stored when the server does not take it, and the one before stays', async () => {
    await login(await newToken(sandbox));
    const { code, stderr } = await login('canary-0123456789');
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^error: .* rejected this token; nothing was stored\n/),
    });
    expect(stderr).not.toContain('canary');
    expect((await tracker(home, 'tasks list')).code).toBe(0);
  });

  test('is never an argument', async () => {
    for (const words of [['--token=canary-0123456789'], ['--token', 'canary-0123456789']]) {
      expect(await tracker(home, ['login', sandbox.url, ...words])).toMatchObject({ code: 2, stdout: '' });
    }
    expect(home.listing().filter((line) => line.includes('credentials'))).toEqual([]);
  });
});

describe.skipIf(!startAtTerminal)('a token typed at a terminal (needs @lydell/node-pty)', () => {
  const typeAt = (words: readonly string[], env = {}) => {
    if (!startAtTerminal) throw new Error('no terminal');
    return startAtTerminal(
      home,
      ['sh', '-c', 'tracker "$@"; code=$?; stty -a | grep -o -- "-*echo " ; exit $code', 'sh', ...words],
      { env },
    );
  };

  test('is shown nowhere on the screen', async () => {
    const token = await newToken(sandbox);
    const session = typeAt(['login', sandbox.url, '--token']);
    await session.waitFor(/Token:/);
    session.type(`${token}\r`);
    const { code, raw } = await session.ended;
    expect(code).toBe(0);
    for (let at = 0; at + 4 <= token.length; at += 4) expect(raw).not.toContain(token.slice(at, at + 4));
    expect(raw).not.toContain('*');
    expect(session.lines()).toContain(signedIn());
    expect(session.lines().at(-1)).toBe('echo ');
    expect(showsCursor(raw)).toBe(true);
    expect((await tracker(home, 'token')).stdout).toBe(`${token}\n`);
  });

  test('can be pasted with blanks round it', async () => {
    const session = typeAt(['login', sandbox.url, '--token']);
    await session.waitFor(/Token:/);
    session.type(`  ${await newToken(sandbox)} \r`);
    expect((await session.ended).code).toBe(0);
  });

  test.each([
    ['Ctrl-C', '\u0003', 130],
    ['Ctrl-D', '\u0004', 130],
    ['nothing but Enter', '\r', 2],
  ])('%s ends the prompt, and the terminal is as before', async (_what, keys, expected) => {
    const session = typeAt(['login', sandbox.url, '--token']);
    await session.waitFor(/Token:/);
    session.type(keys);
    const { code, raw } = await session.ended;
    expect(code).toBe(expected);
    expect(session.lines().at(-1)).toBe('echo ');
    expect(showsCursor(raw)).toBe(true);
    expect(home.listing().filter((line) => line.includes('credentials'))).toEqual([]);
  });

  test.each([
    ['--no-input', ['--no-input'], {}],
    ['CI', [], { CI: '1' }],
  ])('is not asked for with %s', async (_what, flags, env) => {
    const session = typeAt(['login', sandbox.url, '--token', ...flags], env);
    expect((await session.ended).code).toBe(2);
    expect(session.lines().join(' ')).toContain(`pipe the token in: tracker login ${sandbox.url} --token < FILE`);
  });
});
