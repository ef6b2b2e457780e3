import { loginCommand } from '../client/login-command.js';
import { TrackerError } from '../errors.js';
import type { InstanceEntry } from './instances.js';
import type { Vault } from './vault.js';

/**
 * The error of a command that needs a sign-in, or whose instance has been signed in to as another user. The hint names the
 * instance if it is known on this machine.
 */
export async function signInRequired(
  {
    vault,
    entry,
  }: {
    readonly vault: Vault;
    readonly entry: InstanceEntry;
  },
  otherId?: string,
): Promise<TrackerError> {
  const { name, url, userName = 'the user who started this command' } = entry;
  const instances = await vault.instances(otherId !== undefined).catch(() => []);
  const known = instances.find((each) => each.name === name && each.url === url);
  const other = (known?.userId === otherId && known?.userName) || 'another user';
  const message =
    otherId === undefined
      ? `you are not signed in to ${name} (${url})`
      : `you are now signed in to ${new URL(url).host} as ${other}, no longer as ${userName}`;
  return new TrackerError('sign_in_required', message, { hint: loginCommand(url, known && name) });
}
