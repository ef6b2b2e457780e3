import { loginCommand } from '../client/login-command.js';
import { TrackerError } from '../errors.js';
import type { InstanceEntry } from './instances.js';
import type { Vault } from './vault.js';

/** The error of a command that needs a sign-in. The hint names the instance if it is known on this machine. */
export async function signInRequired({
  vault,
  entry,
}: {
  readonly vault: Vault;
  readonly entry: InstanceEntry;
}): Promise<TrackerError> {
  const { name, url } = entry;
  const isKnown = (await vault.instances().catch(() => [])).some((each) => each.name === name && each.url === url);
  return new TrackerError('sign_in_required', `you are not signed in to ${name} (${url})`, {
    hint: loginCommand(url, isKnown ? name : undefined),
  });
}
