import { type Draft, findDraft } from '../../../compose/saved/drafts.js';
import { TrackerError } from '../../../contract/errors.js';
import { codeOf } from '../../../disk/file-trouble.js';
import type { HeldLock } from '../../../disk/lock.js';
import { isSameAccount } from '../../../ledger/entry.js';
import type { Decision } from '../../../triage/model/decisions/decision.js';
import type { State } from '../../../triage/model/state.js';
import { decisionOf } from '../../sending/decision.js';
import { isAllOf } from '../change-of.js';
import type { SessionParts } from '../shared.js';
import { tryClaim } from './claims.js';
import { allUnsent } from './found-texts.js';

interface TakenEntry {
  readonly entry: Draft;
  readonly lock: HeldLock;
  readonly decision: Decision;
}

/** Takes over what sessions that have ended left for the account of this one, the oldest first, unless another program has it. */
export async function takeOver(finding: Pick<SessionParts, 'kept' | 'context'>) {
  const { parts, account, claims } = finding.kept;
  const { ledger } = parts;
  const now = finding.context.now().getTime();
  /** What waits to be sent, claimed for this session. */
  const taken: TakenEntry[] = [];
  /** Commands that were queued. */
  const queued: Draft[] = [];
  /** What may have arrived, as nobody knows what became of it. */
  const doubtful: Decision[] = [];
  let [left, why] = [0, ''];
  for (const draft of (await allUnsent(finding)).toReversed()) {
    const { number, state, decision: shown } = draft;
    const mayBeLeft = isSameAccount(draft, account) && (state === 'waiting' || (state === 'doubtful' && shown));
    const lock = mayBeLeft && !claims.isTaken(number) ? await tryClaim(parts, number) : undefined;
    if (!lock) continue;
    // Another program may have sent it in between.
    const entry = findDraft(ledger, number);
    const decision = entry && ownDecision(entry);
    const isWaiting = entry?.state === 'waiting';
    if (entry?.state === 'doubtful' && decision) {
      doubtful.push({ ...decision, id: number, isBegun: true });
      // It is said once.
      ledger.replaceIfPossible({ ...entry, decision: undefined });
    }
    if (isWaiting && !decision && (entry.notBefore ?? 0) <= now) queued.push(entry);
    try {
      // What cannot be marked as being sent would be sent twice.
      if (isWaiting && decision) {
        ledger.replace(entry);
        taken.push({ entry, lock, decision });
      } else lock.release();
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      lock.release();
      [left, why] = [left + 1, codeOf(error.cause)];
    }
  }
  return { taken, queued, doubtful, left, why };
}

/** What was taken over, as decisions of this session with the next numbers. */
export function adopt(
  { kept, context, state }: Pick<SessionParts, 'kept' | 'context'> & { readonly state: Pick<State, 'next'> },
  { taken }: { readonly taken: readonly TakenEntry[] },
): { readonly decisions: readonly Decision[]; readonly askedMs: number } {
  /** What two sessions have decided together may have the same number. */
  const batches = new Map<number, number>();
  const decisions = taken.map(({ entry, lock, decision }, at): Decision => {
    const id = state.next + at;
    const { number, group = number } = entry;
    kept.claims.take(number, lock);
    kept.adopt(String(id), number);
    if (decision.batch === undefined) return { ...decision, id };
    if (!batches.has(group)) batches.set(group, id);
    return { ...decision, id, batch: batches.get(group) };
  });
  const now = context.now().getTime();
  return { decisions, askedMs: Math.max(0, ...decisions.map(({ notBefore = 0 }) => notBefore - now)) };
}

/** The decision of an entry; undefined if another version has kept one that this one would send otherwise. */
function ownDecision(entry: Draft): Decision | undefined {
  const decision = decisionOf(entry);
  return decision && isAllOf(entry, decision) ? decision : undefined;
}
