import { usageError } from '../../contract/errors.js';
import { isToken } from '../../http/session.js';
import type { LoginHost, LoginMode, LoginTarget } from './mode.js';

/** Reads a token that was made elsewhere. */
export const token: LoginMode = {
  signIn: async (host, target) => ({ token: await readToken(host, target), isNew: false }),
};

/** Larger than any token file (bytes). */
const longestInput = 64 * 1024;

type TokenHost = Pick<LoginHost, 'io' | 'prompt' | 'signal'>;

type RepeatedLogin = Pick<LoginTarget, 'again'>;

/**
 * Reads a token from standard input, or at a terminal from a hidden prompt (docs/api.md, Authentication 6). Throws a usage
 * error if there is none, if there are several lines, or if it is not a valid token. The message never repeats the input
 * (docs/requirements.md, R12).
 */
async function readToken({ io, prompt, signal }: TokenHost, { again }: RepeatedLogin): Promise<string> {
  const usage = `${again} --token < FILE`;
  if (io.stdin.isTerminal) {
    const instead = `pipe the token in: ${usage}`;
    return checkToken((await prompt.secret({ message: 'Token:', instead, signal })).trim(), usage);
  }
  const bytes = await io.stdin.readAll(longestInput, signal);
  return checkToken(new TextDecoder().decode(bytes).trim(), usage);
}

function checkToken(text: string, usage: string): string {
  if (text === '') throw usageError('no token was given', usage);
  if (/[\r\n]/.test(text)) throw usageError('more than one line was given; a token is one line', usage);
  if (!isToken(text)) throw usageError('that is not a valid token: it has invalid characters, or is too long', usage);
  return text;
}
