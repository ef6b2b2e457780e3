import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { TrackerError } from '../errors.js';
import type { LockOptions } from '../lock/lock.js';
import { withOptionalLock } from '../lock/optional-lock.js';

/** A task, a ticket or the preferences on one server. */
export interface LockedEntity extends Pick<LockOptions, 'processes' | 'signal'> {
  readonly stateFolder: () => string;
  /** The address of the server. */
  readonly base: URL;
  readonly uuid: string;
}

/** How long each owner may take for its few requests (milliseconds); those who queue are waited for one by one. */
const patienceMs = 60_000;

/**
 * Runs `work` while no other process on this computer changes the same entity under this lock (docs/requirements.md, R80).
 * Throws `conflict` where one of them does not come to an end.
 */
export async function withEntityLock<T>(
  { stateFolder, base, uuid, ...lock }: LockedEntity,
  work: () => Promise<T>,
): Promise<T> {
  const name = createHash('sha256').update(`${base.href} ${uuid.toLowerCase()}`).digest('hex').slice(0, 32);
  const whenKept = (cause: TrackerError): TrackerError =>
    new TrackerError('conflict', 'another tracker process is changing it and does not finish; nothing was written', {
      hint: 'wait for that process to end, then run the command again',
      cause,
    });
  const file = (): string => join(stateFolder(), 'locks', `${name}.lock`);
  return await withOptionalLock({ ...lock, file, whenKept, waitMs: patienceMs }, work);
}
