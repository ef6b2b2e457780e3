import { describe, expect, test } from 'vitest';
import { type BrowserLogin, loginByBrowser } from '../../../src/auth/login/browser.js';
import { usageError } from '../../../src/contract/errors.js';
import { promptWith } from './doubles.js';
import { isClosed, visit } from './sockets.js';

const server = 'https://tracker.example.com/base';

interface Setup extends Partial<BrowserLogin> {
  /** What a person does once the address is on the screen. */
  readonly onShown?: (address: URL) => unknown;
}

/** A login whose lines are kept; `launched` are the addresses a browser was opened with. */
function prepare({ onShown, ...options }: Setup) {
  const lines: string[] = [];
  const launched: string[] = [];
  const launch = {
    browser: async (url: string) => {
      launched.push(url);
      return true;
    },
  };
  const tell = async (line: string): Promise<void> => {
    lines.push(line);
    if (line.includes('/login?') && onShown) setImmediate(onShown, new URL(line));
  };
  const login: BrowserLogin = {
    base: new URL('https://tracker.example.com/base/'),
    mode: 'browser',
    waitSeconds: 20,
    hostName: 'build.example.com',
    prompt: promptWith(undefined),
    launch,
    isCi: false,
    tryToken: async (token) => token,
    tell,
    say: tell,
    signal: new AbortController().signal,
    ...options,
  };
  const port = (): number => Number(new URL(lines[1] ?? '').searchParams.get('port'));
  return { login, lines, launched, port };
}

function callbackOf(address: URL, token = 'tok-1'): string {
  return `/callback?token=${token}&state=${address.searchParams.get('state')}`;
}

async function signIn(address: URL): Promise<void> {
  const port = Number(address.searchParams.get('port'));
  await visit(port, callbackOf(address));
  await visit(port, '/done');
}

describe('with a browser', () => {
  test('the address is opened, and printed whole on its own line', async () => {
    const { login, lines, launched, port } = prepare({ onShown: signIn });
    expect(await loginByBrowser(login)).toMatchObject({ token: 'tok-1' });
    expect(lines).toEqual([
      'Opening your browser to sign in. If nothing opens, visit this address:',
      expect.stringMatching(
        /^https:\/\/tracker\.example\.com\/base\/login\?client=cli&port=\d+&state=[A-Za-z0-9_-]{43}$/,
      ),
    ]);
    expect(launched).toEqual([lines[1]]);
    expect(await isClosed(port())).toBe(true);
  });

  test('a missing opener is said, and the address still works', async () => {
    const launch = { browser: async () => false };
    const { login, lines } = prepare({ launch });
    const tell = async (line: string): Promise<void> => {
      await login.tell(line);
      if (line.startsWith('ssh ')) await signIn(new URL(lines[1] ?? ''));
    };
    expect(await loginByBrowser({ ...login, tell })).toMatchObject({ token: 'tok-1' });
    expect(lines.slice(2)).toEqual([
      'Could not open a browser; the address above still works.',
      'If that browser runs on another machine, run this there first:',
      expect.stringMatching(/^ssh -L /),
    ]);
  });

  test('(true.25) a missing opener goes on with the pasted address in the same run', async () => {
    const launch = { browser: async () => false };
    const prompt = promptWith(['tok-2']);
    const { login, lines, port } = prepare({ launch, prompt });
    expect(await loginByBrowser(login)).toMatchObject({ token: 'tok-2' });
    expect(lines.at(-1)).toBe('Otherwise the browser ends up on a page that does not load; paste its address here.');
    expect(await isClosed(port())).toBe(true);
  });

  test('an address that may not be opened ends the login', async () => {
    const launch = { browser: async () => Promise.reject(usageError('refused')) };
    const { login, port } = prepare({ launch });
    await expect(loginByBrowser(login)).rejects.toMatchObject({ kind: 'usage' });
    expect(await isClosed(port())).toBe(true);
  });

  test('there is no prompt', async () => {
    const prompt = promptWith(['tok-2']);
    expect(await loginByBrowser(prepare({ prompt, onShown: signIn }).login)).toMatchObject({ token: 'tok-1' });
    expect(prompt.asked).toEqual([]);
  });
});

describe('without a browser', () => {
  test('none is opened, and the forwarding line is shown', async () => {
    const { login, lines, launched, port } = prepare({ mode: 'no-browser', onShown: signIn });
    expect(await loginByBrowser(login)).toMatchObject({ token: 'tok-1' });
    expect(launched).toEqual([]);
    expect(lines).toEqual([
      'To sign in, open this address in a browser:',
      expect.stringContaining('https://tracker.example.com/base/login?client=cli&port='),
      'If that browser runs on another machine, run this there first:',
      `ssh -L ${port()}:127.0.0.1:${port()} build.example.com`,
    ]);
  });

  test('the callback wins over an open prompt, which is closed', async () => {
    const prompt = promptWith([]);
    expect(await loginByBrowser(prepare({ mode: 'no-browser', prompt, onShown: signIn }).login)).toMatchObject({
      token: 'tok-1',
    });
    expect({ asked: prompt.asked.length, open: prompt.open }).toEqual({ asked: 1, open: 0 });
  });

  test('a pasted token wins, and the port is closed', async () => {
    const { login, port } = prepare({ mode: 'no-browser', prompt: promptWith(['tok-2']) });
    expect(await loginByBrowser(login)).toMatchObject({ token: 'tok-2' });
    expect(await isClosed(port())).toBe(true);
  });

  test('an invalid pasted text is explained, and asked for again', async () => {
    const prompt = promptWith(['', 'http://127.0.0.1:4321/callback?token=canary&state=wrong', 'tok-2']);
    const { login, lines } = prepare({ mode: 'no-browser', prompt });
    expect(await loginByBrowser(login)).toMatchObject({ token: 'tok-2' });
    expect(lines.slice(4)).toEqual([
      'Otherwise the browser ends up on a page that does not load; paste its address here.',
      'Not accepted: nothing was pasted.',
      'Not accepted: that address belongs to another sign-in; open the address above and paste the one it leads to.',
    ]);
  });

  test('the pasted callback of this very login is taken', async () => {
    const prompt = promptWith([]);
    const { login, lines } = prepare({ mode: 'no-browser', prompt });
    const secret = async (): Promise<string> => `http://127.0.0.1:1${callbackOf(new URL(lines[1] ?? ''), 'tok%2B3')}`;
    expect(await loginByBrowser({ ...login, prompt: { ...prompt, secret } })).toMatchObject({ token: 'tok+3' });
  });
});

describe('a pasted token is tried', () => {
  test('and if the server rejects it, that is explained, and asked for again', async () => {
    const prompt = promptWith(['yes', 'tok-2']);
    const tryToken = async (token: string) => (token === 'yes' ? undefined : `${token}-rotated`);
    const { login, lines } = prepare({ mode: 'no-browser', prompt, tryToken });
    expect(await loginByBrowser(login)).toEqual({ token: 'tok-2-rotated', isNew: false });
    expect(lines.slice(5)).toEqual(['Not accepted: tracker.example.com rejected this token.']);
    expect(prompt.asked.map(({ instead }) => instead)[0]).toBe(
      `sign in with a token: tracker login ${server} --token < FILE`,
    );
  });

  test('while the callback still wins, which is not tried here', async () => {
    const prompt = promptWith(['slow']);
    const tried: string[] = [];
    const tryToken = async (token: string, signal: AbortSignal) => {
      tried.push(token);
      return await new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    };
    const { login } = prepare({ mode: 'no-browser', prompt, tryToken, onShown: signIn });
    expect(await loginByBrowser(login)).toEqual({ token: 'tok-1', isNew: true });
    expect(tried).toEqual(['slow']);
  });
});

test.each(['browser', 'no-browser'] as const)(
  'where CI is set, other ways are named below the address (%s)',
  async (mode) => {
    const { login, lines } = prepare({ mode, isCi: true, onShown: signIn });
    await loginByBrowser(login);
    expect(lines[2]).toBe(
      `hint: in CI, set TRACKER_URL and TRACKER_TOKEN instead, or: tracker login ${server} --token < FILE`,
    );
  },
);

describe('an end without a sign-in', () => {
  test.each([
    [
      'browser',
      `tracker login ${server} --no-browser, or tracker login ${server} --token < FILE; use --wait SECONDS to wait longer`,
    ],
    ['no-browser', `tracker login ${server} --token < FILE; use --wait SECONDS to wait longer`],
  ] as const)('comes when the time is over (%s)', async (mode, hint) => {
    const prompt = promptWith([]);
    const { login, port } = prepare({ mode, prompt, waitSeconds: 0.05 });
    await expect(loginByBrowser(login)).rejects.toMatchObject({
      kind: 'network',
      exitCode: 7,
      message: 'timed out after 0.05 s waiting for the sign-in',
      hint,
    });
    expect(prompt.open).toBe(0);
    expect(await isClosed(port())).toBe(true);
  });

  test.each(['browser', 'no-browser'] as const)('comes with Ctrl-C (%s)', async (mode) => {
    const stop = new AbortController();
    const prompt = promptWith([]);
    const { login, port } = prepare({ mode, prompt, signal: stop.signal, onShown: () => stop.abort() });
    await expect(loginByBrowser(login)).rejects.toMatchObject({ kind: 'interrupted', exitCode: 130 });
    expect(prompt.open).toBe(0);
    expect(await isClosed(port())).toBe(true);
  });
});
