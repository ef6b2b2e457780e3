import type { InstanceEntry } from '../../auth/instances.js';
import { type SignedIn, storeSignIn } from '../../auth/login/store-sign-in.js';
import { openRepairingVault } from '../../auth/repairing-vault.js';
import { loginCommand } from '../../client/login-command.js';
import type { Context } from '../../context.js';
import { usageError } from '../../errors.js';
import { parseServerUrl } from '../../http/server-url.js';
import type { Place } from './place.js';
import type { Ready } from './serve.js';

/** The name the sandbox is stored under. */
export const sandboxInstance = 'sandbox';

/**
 * Throws a usage error where the name belongs to a server that is not on this computer: called before a sandbox is started,
 * so that none runs which nobody is signed in to.
 */
export async function requireName(context: Context): Promise<void> {
  const { vault } = openRepairingVault(context.settings);
  const holder = (await vault.instances()).find(({ name }) => name === sandboxInstance);
  if (holder) refuseElsewhere(holder);
}

/** The sandbox may have moved to another port, and takes its name along. */
function refuseElsewhere({ name, url }: InstanceEntry): void {
  if (isHere(url)) return;
  throw usageError(
    `the name ${name} is taken by ${url}`,
    `forget that one with tracker instances remove ${name}; tracker login ${url} --name NAME adds it under another name`,
  );
}

function isHere(url: string): boolean {
  try {
    return parseServerUrl(url).isLoopback;
  } catch {
    return false;
  }
}

/** Signs in to the sandbox, wherever it was before; another default instance stays the default. */
async function signInToSandbox(context: Context, { folder }: Place, { url, token }: Ready): Promise<SignedIn> {
  const server = parseServerUrl(url);
  const { vault, warnings } = openRepairingVault(context.settings);
  const signedIn = await storeSignIn(context.servers, {
    vault,
    server,
    entry: { name: sandboxInstance, url: server.key, sandboxFolder: folder },
    token,
    isNamed: true,
    replace: refuseElsewhere,
    again: loginCommand(server.key, sandboxInstance),
    makeDefault: false,
  });
  for (const warning of warnings) await context.show.warn(warning);
  return signedIn;
}

/**
 * Signs in to a running sandbox and says what a newcomer needs to go on, or the same as a result where a
 * format is asked for. The password of new data is shown now or never, even when the sign-in fails.
 */
export async function welcome(context: Context, place: Place, ready: Ready, foreground = false): Promise<void> {
  const { url, email, password } = ready;
  const web = password === null ? [] : [credentialsLine(email, password)];
  const { sentence, result } = await signInToSandbox(context, place, ready).catch(async (error: unknown) => {
    for (const line of web) await context.show.warn(line);
    throw error;
  });
  if (context.show.isAsked) return await context.show.result('', { ...result, email, password }, url);
  const isDefault = (await context.servers.vault.defaultName()) === sandboxInstance;
  const tracker = isDefault ? 'tracker' : `tracker -I ${sandboxInstance}`;
  const lines = [
    sentence,
    '',
    `The sandbox is running at ${url}`,
    ...web,
    '',
    'Try:',
    `  ${tracker} status`,
    `  ${tracker} tasks list --scope all`,
    `  ${tracker} tasks view SCM-12`,
    `  ${tracker} tickets list --segment all`,
    `  tracker login ${url} --name web   # the login page, as anybody`,
    '',
    foreground ? 'Ctrl-C stops it.' : 'It goes on running; tracker sandbox stop ends it.',
  ];
  for (const line of lines) await context.show.say(line);
}

function credentialsLine(email: string, password: string): string {
  return `Its web sign-in, shown this once: ${email} with password ${password} (everybody's password there)`;
}
