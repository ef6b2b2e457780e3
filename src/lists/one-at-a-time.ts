import type { Client } from '../client/client.js';
import type { Context } from '../context.js';
import { withEntityLock } from './entity-lock.js';

/**
 * Runs `work`, which replaces parts of something it has read, while no other process of this user does the same: they would
 * overwrite each other (docs/requirements.md, R80). `uuid` is that of an entity, or a word for what there is only one of.
 * A dry run writes nothing and does not wait.
 */
export async function oneAtATime<T>(
  { settings, signal }: Context,
  { client, uuid }: { readonly client: Client; readonly uuid: string },
  work: () => Promise<T>,
): Promise<T> {
  if (settings.dryRun) return await work();
  const { folders, processes } = settings;
  return await withEntityLock({ stateFolder: folders.state, base: client.base, uuid, processes, signal }, work);
}
