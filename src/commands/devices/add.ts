import type { Context } from '../../args/context.js';
import { choice, text } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { kind, oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { usageError } from '../../contract/errors.js';
import type { DevicePlatform } from '../../contract/shapes/session.js';
import { requireForeign } from '../../files/own-file.js';

/** The platforms of docs/api.md, Current user and related. */
const platforms = ['ios', 'android', 'ios-live-activity'] as const satisfies readonly DevicePlatform[];

const usage = 'devices add --platform ios < FILE';

export const verb = defineVerb({
  details: [
    "Reads the device's push token from standard input or, on a terminal, from a hidden prompt. A token the server already",
    'knows is reassigned to you. --dry-run shows *** instead of the token. Everyone may register their own devices.',
  ].join('\n'),
  prints: 'result',
  flags: {
    platform: choice('--platform', 'ios, android or ios-live-activity', oneOf('platform', platforms)),
    name: text('--name', 'a name for the device', kind('text')),
  },
  examples: [
    { line: 'tracker devices add --platform ios --name "My phone" < token.txt', does: 'register a device' },
    { line: 'tracker devices add --platform android < token.txt', does: 'register it without a name' },
  ],
  writes: ['POST /push/tokens'],
  queued: false,
  run: async (context, _args, { platform: given, name }) => {
    if (name?.trim() === '') throw usageError('--name cannot be empty');
    if (name === '-') throw usageError('--name cannot be read from standard input, which has the token');
    const platform = given ?? (await askPlatform(context));
    const token = await readDeviceToken(context, usage);
    const client = await context.client();
    const body = { token, platform, ...(name !== undefined && { deviceName: name.trim() }) };
    const reply = await client.write('POST /push/tokens', { body });
    const sentence = `Registered ${name?.trim() ?? 'the device'} for push notifications.`;
    return reply && { is: 'result', sentence, object: reply, quiet: platform };
  },
});

async function askPlatform(context: Context): Promise<DevicePlatform> {
  const { prompt } = context;
  if (!prompt.possible)
    throw usageError('specify --platform ios, android or ios-live-activity', `tracker ${selection(context)}${usage}`);
  const choices = platforms.map((value) => ({ name: value, value }));
  return await prompt.choose({ message: 'Platform:', instead: 'add --platform', choices });
}

/** Larger than any token, with room for space around it (bytes). */
const longest = 64 * 1024;

/**
 * Reads the push token of a device from standard input or a hidden prompt; never from the command line, which other users of
 * the computer can see. `command` is what reads it. Throws a usage error for an empty token and for several lines.
 */
export async function readDeviceToken(context: Context, command: string): Promise<string> {
  const { io, prompt, signal } = context;
  const usage = `tracker ${selection(context)}${command}`;
  if (!io.stdin.isTerminal) requireForeign(context, '/dev/stdin');
  const given = io.stdin.isTerminal
    ? await prompt.secret({ message: 'Device token:', instead: `pipe the token in: ${usage}` })
    : new TextDecoder().decode(await io.stdin.readAll(longest, signal));
  const token = given.trim();
  if (token === '') throw usageError('no device token was given', usage);
  if (/[\u0000-\u001f\u007f]/.test(token))
    throw usageError('a device token must be one line without control characters', usage);
  io.conceal(token);
  return context.settings.dryRun ? '***' : token;
}
