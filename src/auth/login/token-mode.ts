import { usageError } from '../../contract/errors.js';
import { isToken } from '../../http/session.js';
import type { LoginMode } from './mode.js';

/** Larger than any token file (bytes). */
const longestInput = 64 * 1024;

/**
 * Reads a token that was made elsewhere from standard input, or at a terminal from a hidden prompt (docs/api.md, Authentication 6).
 * Throws a usage error if there is none, if there are several lines, or if it is not a valid token. The message never repeats the input
 * (docs/requirements.md, R12).
 */
export const token: LoginMode = {
  async signIn({ io, prompt, signal }, { again }) {
    const usage = `${again} --token < FILE`;
    const given = io.stdin.isTerminal
      ? await prompt.secret({ message: 'Token:', instead: `pipe the token in: ${usage}`, signal })
      : new TextDecoder().decode(await io.stdin.readAll(longestInput, signal));
    const text = given.trim();
    if (text === '') throw usageError('no token was given', usage);
    if (/[\r\n]/.test(text)) throw usageError('more than one line was given; a token is one line', usage);
    if (!isToken(text)) throw usageError('that is not a valid token: it has invalid characters, or is too long', usage);
    return { token: text, isNew: false };
  },
};
