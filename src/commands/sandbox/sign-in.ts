import { openRepairingVault } from '../../auth/repairing-vault.js';
import { type SignedIn, storeSignIn } from '../../auth/store-sign-in.js';
import { loginCommand } from '../../client/login-command.js';
import type { Context } from '../../context.js';
import { usageError } from '../../errors.js';
import { parseServerUrl } from '../../http/server-url.js';
import type { Ready } from './serve.js';

/** The name the sandbox is stored under. */
export const sandboxInstance = 'sandbox';

/** Signs in to the sandbox; another default instance stays the default. */
async function signInToSandbox(context: Context, { url, token }: Ready): Promise<SignedIn> {
  const server = parseServerUrl(url);
  const { vault, warnings } = openRepairingVault(context.settings);
  const taken = (await vault.instances()).find(({ name }) => name === sandboxInstance);
  if (taken && !parseServerUrl(taken.url).isLoopback) {
    throw usageError(
      `the name ${sandboxInstance} is taken by ${taken.url}`,
      `tracker instances remove ${sandboxInstance}`,
    );
  }
  const entry = { name: sandboxInstance, url: server.key };
  const signedIn = await storeSignIn(context.servers, {
    vault,
    server,
    entry,
    token,
    isNamed: true,
    again: loginCommand(server.key, sandboxInstance),
    makeDefault: false,
  });
  for (const warning of warnings) await context.show.warn(warning);
  return signedIn;
}

/**
 * Signs in to a sandbox that has come up, and tells what a newcomer needs to go on, or the same as a result where a format
 * is asked for: the password of new data is shown this once.
 */
export async function welcome(context: Context, ready: Ready, foreground: boolean): Promise<void> {
  const { url, email, password } = ready;
  const { sentence, result } = await signInToSandbox(context, ready);
  if (context.show.isAsked) return await context.show.result('', { ...result, email, password }, url);
  const isDefault = (await context.servers.vault.defaultName()) === sandboxInstance;
  const tracker = isDefault ? 'tracker' : `tracker -I ${sandboxInstance}`;
  const lines = [
    sentence,
    '',
    `The sandbox is running at ${url}`,
    ...(password === null
      ? []
      : [`Its web sign-in, shown this once: ${email} with password ${password} (everybody's password there)`]),
    '',
    'Try:',
    `  ${tracker} status`,
    `  ${tracker} tasks list --scope all`,
    `  ${tracker} tasks view SCM-12`,
    `  ${tracker} tickets list --segment all`,
    `  ${tracker} login ${url} --name web   # the login page, as anybody`,
    '',
    foreground ? 'Ctrl-C stops it.' : 'It goes on running; tracker sandbox stop ends it.',
  ];
  for (const line of lines) await context.show.say(line);
}
