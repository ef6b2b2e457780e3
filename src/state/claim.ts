import { TrackerError } from '../errors.js';
import type { LockOptions } from '../lock/lock.js';
import { withOptionalLock } from '../lock/optional-lock.js';
import type { Drafts } from './drafts.js';

export interface Claim extends Pick<LockOptions, 'processes' | 'signal'> {
  readonly drafts: Drafts;
  /** The draft to send. */
  readonly id: string;
}

/** How long to wait for another process that is sending the draft (milliseconds). */
const patienceMs = 4_500;

/**
 * Runs `work` while no other process can send the same draft. The claim of a process that died does not count. Throws
 * `conflict` (exit 6) if another process is still sending the draft (docs/requirements.md, R70).
 */
export async function withClaim<T>({ drafts, id, ...lock }: Claim, work: () => Promise<T>): Promise<T> {
  const whenKept = (cause: TrackerError): TrackerError =>
    new TrackerError('conflict', `draft ${id} is being sent by another tracker process; nothing was sent`, {
      hint: 'wait for it to finish; if it fails, the draft is kept',
      cause,
    });
  const file = (): string => drafts.path(id).replace(/\.json$/, '.lock');
  return await withOptionalLock({ ...lock, file, whenKept, waitMs: patienceMs }, work);
}
