import type { Context } from '../../args/context.js';
import { usageError } from '../../contract/errors.js';

/** Larger than any token, with room for space around it (bytes). */
const longest = 64 * 1024;

/**
 * Reads the push token of a device from standard input or a hidden prompt; never from the command line, which other users of
 * the computer can see. Throws a usage error for an empty token and for several lines.
 */
export async function readDeviceToken(context: Context, usage: string): Promise<string> {
  const { io, prompt, signal } = context;
  const given = io.stdin.isTerminal
    ? await prompt.secret({ message: 'Device token:', instead: `pipe the token in: ${usage}`, signal })
    : new TextDecoder().decode(await io.stdin.readAll(longest, signal));
  const token = given.trim();
  if (token === '') throw usageError('no device token was given', usage);
  if (/[\u0000-\u001f\u007f]/.test(token))
    throw usageError('a device token must be one line without control characters', usage);
  io.conceal(token);
  return context.settings.dryRun ? '***' : token;
}
