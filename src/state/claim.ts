import { existsSync } from 'node:fs';
import { TrackerError } from '../errors.js';
import { type LockOptions, withLock } from '../lock/lock.js';
import type { Drafts } from './drafts.js';

export interface Claim extends Pick<LockOptions, 'processes' | 'signal'> {
  readonly drafts: Drafts;
  /** The draft that is to be sent. */
  readonly id: string;
}

/** How long another process may go on sending it before this one gives up (milliseconds). */
const patienceMs = 4_500;

/**
 * Runs `work` while no other process can send the same draft; the claim of a process that has died is void. Throws
 * `conflict` (exit 6) where another one is still at it (docs/requirements.md, R70).
 */
export async function withClaim<T>({ drafts, id, ...lock }: Claim, work: () => Promise<T>): Promise<T> {
  const file = drafts.path(id).replace(/\.json$/, '.lock');
  let isBegun = false;
  let done: { readonly result: T } | undefined;
  const begin = async (): Promise<T> => {
    isBegun = true;
    done = { result: await work() };
    return done.result;
  };
  try {
    return await withLock({ ...lock, file, waitMs: patienceMs }, begin);
  } catch (error) {
    // A claim that cannot be given back is void once this process has ended.
    if (done) return done.result;
    if (isBegun || !(error instanceof TrackerError) || error.kind !== 'failed') throw error;
    // A disk that takes no lock, full or closed, must not keep a text from being sent.
    if (!existsSync(file)) return await work();
    throw new TrackerError('conflict', `draft ${id} is being sent by another tracker process; nothing was sent`, {
      hint: 'wait for it to end; the draft stays where that fails',
      cause: error,
    });
  }
}
