import type { Context } from '../../args/context.js';
import type { InstanceEntry } from '../../auth/instances.js';
import { storeSignIn } from '../../auth/login/store-sign-in.js';
import { openRepairingVault } from '../../auth/repairing.js';
import { sandboxCommand, sandboxInstance } from '../../auth/running-sandbox.js';
import { attempt, usageError } from '../../contract/errors.js';
import { loginCommand, parseServerUrl } from '../../contract/server-url.js';
import type { VerbResult } from '../../output/shown.js';
import type { SandboxPlace } from './place.js';
import type { Ready } from './serve.js';

/** Throws a usage error if the name belongs to a server on another computer: no sandbox is to run without a sign-in. */
export async function requireOwnName(context: Context): Promise<void> {
  const { vault } = openRepairingVault(context.settings);
  const holder = (await vault.instances()).find(({ name }) => name === sandboxInstance);
  if (holder) refuseElsewhere(holder);
  await vault.warm('http://127.0.0.1');
}

/** Only loopback servers are replaced, because the sandbox may have moved to another port. */
function refuseElsewhere({ name, url }: InstanceEntry): void {
  if (attempt(() => parseServerUrl(url).isLoopback)) return;
  throw usageError(
    `the name ${name} is taken by ${url}`,
    `remove it with tracker instances remove ${name}, then add it under another name with tracker login ${url} --name NAME`,
  );
}

/** Signs in to the sandbox, even if it had another URL before; another default instance stays the default. */
async function signInToSandbox(context: Context, { folder }: SandboxPlace, { url, token }: Ready) {
  const server = parseServerUrl(url);
  const { vault, warnings } = openRepairingVault(context.settings);
  const signedIn = await storeSignIn(context.servers, {
    vault,
    folders: context.settings.folders,
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

/** Signs in to a running sandbox and says how to go on. The password of new data is shown only here, even if that fails. */
export async function welcome(
  context: Context,
  place: SandboxPlace,
  ready: Ready,
  foreground = false,
): Promise<VerbResult | undefined> {
  const { url, email, password } = ready;
  const web =
    password === null
      ? []
      : [`Web sign-in, shown only once: ${email} with the password ${password} (the same for all users)`];
  const { sentence, result } = await signInToSandbox(context, place, ready).catch(async (error: unknown) => {
    for (const line of web) await context.show.warn(line);
    throw error;
  });
  if (context.show.isAsked) return { is: 'result', sentence: '', object: { ...result, email, password }, quiet: url };
  const isDefault = (await context.servers.vault.defaultName()) === sandboxInstance;
  const tracker = isDefault ? 'tracker' : `tracker -I ${sandboxInstance}`;
  const stop = sandboxCommand('stop', place.folder, context.settings.folders.data);
  const lines = [
    sentence,
    '',
    `The sandbox is running at ${url}`,
    ...web,
    '',
    'Try:',
    `  ${tracker} status`,
    `  ${tracker} tasks list --scope all`,
    `  ${tracker} next`,
    `  ${tracker} tickets list --segment all`,
    `  tracker login ${url} --name web   # as any user`,
    '',
    foreground ? 'Press Ctrl-C to stop it.' : `It keeps running until ${stop}.`,
  ];
  for (const line of lines) await context.show.say(line);
  return undefined;
}
