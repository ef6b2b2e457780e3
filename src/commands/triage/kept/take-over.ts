import { type Draft, isDraft } from '../../../compose/saved/drafts.js';
import { TrackerError } from '../../../contract/errors.js';
import { codeOf } from '../../../disk/file-trouble.js';
import type { HeldLock } from '../../../disk/lock.js';
import { settled } from '../../../ledger/claim.js';
import { type Entry, placeOf } from '../../../ledger/entry.js';
import type { Decision } from '../../../triage/model/decision.js';
import type { State } from '../../../triage/model/state.js';
import type { Shared } from '../shared.js';
import { tryClaim } from './claims.js';
import { decisionOf } from './entry-fields.js';

/** What was left by sessions that have ended. */
export interface Left {
  /** What waits to be sent, the oldest first, claimed for this session. */
  readonly taken: readonly Taken[];
  /** Commands that were queued, the oldest first. */
  readonly queued: readonly Draft[];
  /** What may have arrived, as nobody knows what became of it. */
  readonly doubtful: readonly Decision[];
  /** How many cannot be taken over, and why. */
  readonly left: number;
  readonly why: string;
}

interface Taken {
  readonly entry: Entry;
  readonly lock: HeldLock;
  /** Without a number in this session. */
  readonly decision: Omit<Decision, 'id'>;
}

/** Takes over what waits for the account of this session, unless another program has it. */
export async function takeOver({ kept, context }: Pick<Shared, 'kept' | 'context'>): Promise<Left> {
  const { parts, account, claims } = kept;
  const taken: Taken[] = [];
  const queued: Draft[] = [];
  const doubtful: Decision[] = [];
  let [left, why] = [0, ''];
  for (const entry of entriesIn(parts)) {
    const isOwn = entry.url === account.url && entry.owner === account.owner;
    const mayWait = entry.state === 'waiting' || entry.state === 'sending';
    if (!isOwn || !mayWait || claims.lockOf(entry.number)) continue;
    const decision = decisionOf(entry);
    const now = await settled(parts, entry);
    if (now?.state === 'doubtful' && decision) doubtful.push({ ...decision, id: entry.number, isBegun: true });
    const isDue = (now?.notBefore ?? 0) <= context.now().getTime();
    if (now?.state === 'waiting' && !decision && isDraft(now) && isDue) queued.push(now);
    const lock =
      now?.state === 'waiting' && decision ? await tryClaim({ ...parts, signal: undefined }, entry.number) : undefined;
    if (!lock) continue;
    // Another program may have sent it in between.
    const last = parts.ledger.find(entry.number);
    const lastDecision = last?.state === 'waiting' ? decisionOf(last) : undefined;
    try {
      // What cannot be marked as being sent would be sent twice.
      if (last && lastDecision) parts.ledger.replace(last);
      if (last && lastDecision) taken.push({ entry: last, lock, decision: lastDecision });
      else lock.release();
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
  { kept, context, state }: Pick<Shared, 'kept' | 'context'> & { readonly state: Pick<State, 'next'> },
  { taken }: Pick<Left, 'taken'>,
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

/** The oldest first; none where they cannot be read. */
function entriesIn({ ledger }: Shared['kept']['parts']): readonly Entry[] {
  try {
    return ledger.entries().toSorted((one, other) => placeOf(one) - placeOf(other));
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return [];
  }
}
