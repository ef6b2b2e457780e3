import { TrackerError } from '../../contract/errors.js';
import { loginCommand } from '../../contract/server-url.js';
import type { FindFolder } from '../../disk/folder.js';
import type { InstanceEntry } from '../instances.js';
import { sandboxCommand, sandboxInstance } from '../running-sandbox.js';
import type { Vault } from '../vault.js';

/** Whose sign-in is needed; without the data folder, the sandbox is an instance like any other. */
export interface SignInParts {
  readonly vault: Vault;
  readonly entry: InstanceEntry;
  readonly dataFolder?: FindFolder;
}

/**
 * The error of a command that needs a sign-in, or whose instance has been signed in to as another user. The hint names the
 * instance if it is known on this machine; for the sandbox, whose password was shown only once, it is to start it.
 */
export async function signInRequired(
  { vault, entry, dataFolder }: SignInParts,
  otherId?: string,
): Promise<TrackerError> {
  const { name, url, sandboxFolder, userName = 'the user who started this command' } = entry;
  const instances = await vault.instances(otherId !== undefined).catch(() => []);
  const known = instances.find((each) => each.name === name && each.url === url);
  const other = (known?.userId === otherId && known?.userName) || 'another user';
  const isSandbox = name === sandboxInstance && sandboxFolder !== undefined && dataFolder !== undefined;
  const hint = isSandbox ? sandboxCommand('start', sandboxFolder, dataFolder) : loginCommand(url, known && name);
  if (otherId === undefined)
    return new TrackerError('sign_in_required', `you are not signed in to ${name} (${url})`, { hint });
  const signedIn = `you are now signed in to ${new URL(url).host} as`;
  // A sandbox that is reset makes its users anew.
  if (other === userName)
    return new TrackerError('sign_in_required', `${signedIn} another user, also called ${userName}`, {
      hint: 'run the command again',
    });
  return new TrackerError('sign_in_required', `${signedIn} ${other}, no longer as ${userName}`, { hint });
}
