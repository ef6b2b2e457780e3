import { describe, expect, test } from 'vitest';
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
});
