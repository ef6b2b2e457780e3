import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import { isHeldFor, type LockedWork, takeOptionalLock } from '../../disk/lock.js';
import { flagsToSave, type Submission } from '../submission.js';
import { reportUnsent } from '../unsent/report-unsent.js';
import { saveDraft } from './save.js';
import type { Draft, Drafts } from './store.js';

/** How long another process may take to send a draft before this one gives up (milliseconds). */
const patienceMs = 4_500;

interface Claim {
  readonly drafts: Drafts;
  readonly id: string;
  /** `writing` by a person, for whom no other process waits. */
  readonly purpose?: 'writing';
  /** `nothing was sent`: what has not happened if another process has it. */
  readonly undone?: string;
  /** How long to wait for a process that has it (milliseconds). */
  readonly waitMs?: number;
}

/**
 * Runs `work` while no other process can send the same draft, or go on writing it. Claims of dead processes do not count. Throws
 * `conflict` (exit 6) if another process still has it, and at once if somebody is writing it (docs/requirements.md, R70).
 */
export async function withClaim<T>(
  { settings: { processes }, signal }: Context,
  { drafts, id, purpose, undone = 'nothing was sent', waitMs = patienceMs }: Claim,
  work: LockedWork<T>,
): Promise<T> {
  const file = (): string => drafts.path(id).replace(/\.json$/, '.lock');
  const isBeingWritten = isHeldFor('writing', file(), processes);
  const [where, hint] = isBeingWritten
    ? ['written in another window', 'finish it there, or leave it there as a draft first']
    : ['written or sent by another tracker process', 'wait for it to finish; if it fails, the draft is kept'];
  const onLocked = (cause: TrackerError): TrackerError =>
    new TrackerError('conflict', `draft ${id} is being ${where}; ${undone}`, { hint, cause });
  const patience = isBeingWritten ? 0 : waitMs;
  const { isOurs, release } = await takeOptionalLock({ processes, signal, file, purpose, onLocked, waitMs: patience });
  try {
    return await work(isOurs);
  } finally {
    release();
  }
}

/** Whether another process is writing or sending a draft now. */
export async function isInUse(context: Context, drafts: Drafts, id: string): Promise<boolean> {
  try {
    await withClaim(context, { drafts, id, waitMs: 0 }, async () => undefined);
    return false;
  } catch (error) {
    if (error instanceof TrackerError && error.kind === 'conflict') return true;
    throw error;
  }
}

/**
 * Claims the draft that a submission came from and runs `work` with it. Throws `conflict` if another process is sending it or
 * has sent, deleted or changed it in the meantime. The changes of this command are then saved as a new draft, so that no text
 * is lost (docs/requirements.md, R70).
 */
export async function withClaimedDraft<T>(
  context: Context,
  { drafts, id, submission }: { readonly drafts: Drafts; readonly id: string; readonly submission: Submission },
  work: (draft: Draft) => Promise<T>,
): Promise<T> {
  const before = drafts.find(id);
  let isClaimed = false;
  try {
    return await withClaim(context, { drafts, id }, async () => {
      const draft = requireUnchanged(id, before, drafts.find(id));
      isClaimed = true;
      return await work(draft);
    });
  } catch (error) {
    const isChanged = !isDeepStrictEqual({ ...before?.flags }, flagsToSave(submission.flags));
    if (!isClaimed && isChanged) {
      const asNew = { ...submission, fromDraft: undefined };
      await reportUnsent(context, { draft: await saveDraft(context, drafts, asNew), submission: asNew });
    }
    throw error;
  }
}

function requireUnchanged(id: string, before: Draft | undefined, now: Draft | undefined): Draft {
  if (now && isDeepStrictEqual(now, before)) return now;
  const what = now ? 'changed' : 'sent or deleted';
  throw new TrackerError('conflict', `draft ${id} was ${what} by another process just now; nothing was sent`);
}
