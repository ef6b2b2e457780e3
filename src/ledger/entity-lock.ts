import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Client } from '../client/client.js';
import { TrackerError } from '../contract/errors.js';
import type { FindFolder } from '../disk/folder.js';
import { takeOptionalLock } from '../disk/lock.js';
import type { Processes } from '../disk/processes.js';
import { ownPath } from '../disk/read-regular.js';

interface LockContext {
  readonly settings: Readonly<{ dryRun: boolean; folders: { readonly state: FindFolder }; processes: Processes }>;
  readonly signal: AbortSignal;
}

/** How long each owner may hold the lock for its few requests (milliseconds). */
const patienceMs = 60_000;

/**
 * Runs `work` while this user's other processes may not change the same entity, because one that replaces parts of what it has read
 * would overwrite what they write (docs/requirements.md, R80). `uuid` is that of an entity, or a word for something that exists only
 * once. Throws `conflict` if another process does not finish in time. A dry run locks nothing.
 */
export async function whileLocked<T>(
  { settings: { dryRun, folders, processes }, signal }: LockContext,
  { client, uuid }: { readonly client: Client; readonly uuid: string },
  work: () => Promise<T>,
): Promise<T> {
  if (dryRun) return await work();
  const name = createHash('sha256').update(`${client.base.href} ${uuid.toLowerCase()}`).digest('hex').slice(0, 32);
  const onLocked = (cause: TrackerError): TrackerError =>
    new TrackerError('conflict', 'another tracker process is still changing it; nothing was written', {
      hint: 'wait for that process to finish, then run the command again',
      cause,
    });
  const file = (): string => ownPath(join(folders.state('locks'), `${name}.lock`));
  const { release } = await takeOptionalLock({ processes, signal, file, onLocked, waitMs: patienceMs });
  return await work().finally(release);
}
