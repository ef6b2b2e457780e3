import type { Context } from '../../args/context.js';
import type { InstanceEntry } from '../../auth/instances.js';
import { TrackerError } from '../../contract/errors.js';
import { quoteTyped } from '../../contract/mask-url.js';

/** The instance with this name. Throws `not_found`, listing the known ones. */
export async function findInstance(context: Context, name: string): Promise<InstanceEntry> {
  const instances = await context.servers.vault.instances();
  const entry = instances.find((each) => each.name === name.trim());
  if (entry) return entry;
  const known = instances.map((each) => each.name).join(', ') || 'none';
  throw new TrackerError('not_found', `there is no instance ${quoteTyped(name, 80)} (known: ${known})`, {
    hint: instances.length === 0 ? 'tracker login URL' : 'tracker instances list',
  });
}
