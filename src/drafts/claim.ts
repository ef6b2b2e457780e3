import { TrackerError } from '../errors.js';
import type { LockOptions } from '../lock/lock.js';
import { withOptionalLock } from '../lock/optional-lock.js';
import type { Drafts } from './store.js';

export interface Claim extends Pick<LockOptions, 'processes' | 'signal'> {
  readonly drafts: Drafts;
  /** The draft that is to be sent. */
  readonly id: string;
}

/** How long another process may go on sending it before this one gives up (milliseconds). */
const patienceMs = 4_500;

/**
 * Runs `work` while no other process can send the same draft; the claim of a process that has died is void. Throws
 * `conflict` (exit 6) where another one is still sending it (docs/requirements.md, R70).
 */
export async function withClaim<T>({ drafts, id, ...lock }: Claim, work: () => Promise<T>): Promise<T> {
  const whenKept = (cause: TrackerError): TrackerError =>
    new TrackerError('conflict', `draft ${id} is being sent by another tracker process; nothing was sent`, {
      hint: 'wait for it to end; the draft stays where that fails',
      cause,
    });
  const file = (): string => drafts.path(id).replace(/\.json$/, '.lock');
  return await withOptionalLock({ ...lock, file, whenKept, waitMs: patienceMs }, work);
}
