import { describe, expect, test } from 'vitest';
import { loginUrl, newState } from '../../../src/auth/callback/request.js';
import { sshForwardLine } from '../../../src/auth/login/mode.js';
import { modes } from '../../../src/commands/login/login.js';
import { chooseMode } from '../../../src/commands/login/sign-in.js';

const none = { browser: true, web: false, token: false, port: undefined, wait: undefined };

describe('the mode of a login', () => {
  test.each([
    [{}, {}, 'browser'],
    [{ port: 4321, wait: 10 }, {}, 'browser'],
    [{ browser: false }, {}, 'address'],
    [{ browser: false, port: 4321 }, {}, 'address'],
    [{}, { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, 'address'],
    [{}, { SSH_CLIENT: '10.0.0.1 1 22' }, 'address'],
    [{}, { SSH_TTY: '/dev/pts/0' }, 'address'],
    [{}, { SSH_TTY: '' }, 'browser'],
    [{ web: true }, { SSH_TTY: '/dev/pts/0' }, 'browser'],
    [{ token: true }, { SSH_TTY: '/dev/pts/0' }, 'token'],
  ] as const)('%o with %o is %s', (flags, env, mode) => {
    expect(chooseMode(modes, { ...none, ...flags }, env)).toBe(modes[mode]);
  });

  test.each([
    [{ web: true, browser: false }, '--no-browser and --web cannot be used together'],
    [{ token: true, web: true }, '--web and --token cannot be used together'],
    [{ token: true, browser: false }, '--no-browser and --token cannot be used together'],
    [{ token: true, port: 4321 }, '--token and --port cannot be used together'],
    [{ token: true, wait: 10 }, '--token and --wait cannot be used together'],
  ])('%o is a usage error', (flags, message) => {
    expect(() => chooseMode(modes, { ...none, ...flags }, {})).toThrow(
      expect.objectContaining({ kind: 'usage', message }),
    );
  });
});

describe('the address to sign in at', () => {
  test.each([
    ['https://tracker.example.com/', 'https://tracker.example.com/login?client=cli&port=4321&state=s-1'],
    ['https://tracker.example.com/base/', 'https://tracker.example.com/base/login?client=cli&port=4321&state=s-1'],
    ['http://[::1]:8080/a/b', 'http://[::1]:8080/a/b/login?client=cli&port=4321&state=s-1'],
  ])('of %s keeps the base path', (base, url) => {
    expect(loginUrl(new URL(base), 4321, 's-1')).toBe(url);
  });

  test('holds a new state of 256 random bits each time', () => {
    const states = Array.from({ length: 100 }, newState);
    expect(new Set(states).size).toBe(100);
    for (const state of states) expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

test('the line that forwards the port', () => {
  expect(sshForwardLine(4321, 'build.example.com')).toBe('ssh -L 4321:127.0.0.1:4321 build.example.com');
});
