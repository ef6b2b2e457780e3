import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '../args/context.js';
import type { Client } from '../client/client.js';
import { TrackerError } from '../contract/errors.js';
import { type LockOptions, withOptionalLock } from '../disk/lock.js';

/**
 * Runs `work`, which replaces parts of something it has read, while no other process of this user does the same, because they
 * would overwrite each other (docs/requirements.md, R80). `uuid` is that of an entity, or a word for something that exists
 * only once. A dry run does not wait.
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

/** A task, a ticket or the preferences on one server. */
interface LockedEntity extends Pick<LockOptions, 'processes' | 'signal'> {
  readonly stateFolder: () => string;
  /** The URL of the server. */
  readonly base: URL;
  readonly uuid: string;
}

/** How long each owner may hold the lock for its few requests (milliseconds). */
const patienceMs = 60_000;

/**
 * Runs `work` while no other process on this computer changes the same entity under this lock (docs/requirements.md, R80).
 * Throws `conflict` if another process does not finish in time.
 */
export async function withEntityLock<T>(
  { stateFolder, base, uuid, ...lock }: LockedEntity,
  work: () => Promise<T>,
): Promise<T> {
  const name = createHash('sha256').update(`${base.href} ${uuid.toLowerCase()}`).digest('hex').slice(0, 32);
  const onLocked = (cause: TrackerError): TrackerError =>
    new TrackerError('conflict', 'another tracker process is still changing it; nothing was written', {
      hint: 'wait for that process to finish, then run the command again',
      cause,
    });
  const file = (): string => join(stateFolder(), 'locks', `${name}.lock`);
  return await withOptionalLock({ ...lock, file, onLocked, waitMs: patienceMs }, work);
}
