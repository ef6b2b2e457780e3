import { loginCommand } from '../client/responses/refusal.js';
import type { Target } from '../config/settings.js';
import { TrackerError, usageError } from '../contract/errors.js';
import { quoteTyped } from '../contract/mask-url.js';
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

type NamedTarget = Extract<Target, { kind: 'named' }>;

/**
 * The usage error for an unknown instance name. If the name comes from a project file, the hint shows how to sign in under it.
 */
export function unknownName({ source, text }: NamedTarget, instances: readonly InstanceEntry[]): TrackerError {
  const known = instances.map(({ name }) => name).join(', ') || 'none';
  const isFromProject = source === '.tracker.json' && isInstanceName(text);
  const login = `tracker login URL${isFromProject ? ` --name ${text}` : ''}`;
  return usageError(
    `${source}: there is no instance ${quoteTyped(text)} (known: ${known})`,
    isFromProject || instances.length === 0 ? login : 'tracker instances list',
  );
}

/** The error when there is no default instance. */
export function noDefault(instances: readonly InstanceEntry[]): TrackerError {
  const newcomer = 'tracker login https://tracker.example.com, or tracker sandbox start to try without an account';
  return new TrackerError('sign_in_required', 'you are not signed in to any server', {
    hint: instances.length === 0 ? newcomer : 'tracker instances use NAME; tracker instances list shows the names',
  });
}

/** Whether this is a valid name for an instance. */
export function isInstanceName(name: string): boolean {
  return /^[a-z0-9][\w.:[\]@-]{0,63}$/i.test(name);
}
