import { usageError } from '../../errors.js';
import { isToken } from '../../http/session.js';
import type { Io } from '../../terminal/io.js';
import type { Prompt } from '../../terminal/prompt.js';

interface TokenInput {
  readonly io: Pick<Io, 'stdin'>;
  readonly prompt: Prompt;
  readonly signal?: AbortSignal;
  /** The command that signs in to this server, such as `tracker login https://tracker.example.com`. */
  readonly again: string;
}

/** More than any token, and than any file with a token in it (bytes). */
const longestInput = 64 * 1024;

/**
 * Reads a token obtained elsewhere: from standard input, or at a terminal from a prompt that does not show it
 * (docs/api.md, Authentication 6). Throws a usage error for none, for two lines, and for what cannot be a token; what was
 * read is never repeated (docs/requirements.md, R12).
 */
export async function readToken({ io, prompt, signal, again }: TokenInput): Promise<string> {
  const usage = `${again} --token < FILE`;
  if (io.stdin.isTerminal) {
    const instead = `pipe the token in: ${usage}`;
    return checkToken((await prompt.secret({ message: 'Token:', instead, ...(signal && { signal }) })).trim(), usage);
  }
  const bytes = await io.stdin.readAll(longestInput, signal);
  return checkToken(withoutLineEnd(new TextDecoder().decode(bytes)), usage);
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function checkToken(text: string, usage: string): string {
  if (text === '') throw usageError('no token was given', usage);
  if (/[\r\n]/.test(text)) throw usageError('more than one line was given; a token is one line', usage);
  if (!isToken(text))
    throw usageError('that is not a token: it has characters that no token has, or is too long', usage);
  return text;
}
