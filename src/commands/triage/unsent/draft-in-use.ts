import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../args/context.js';
import { type Draft, findDraft, ledgerOf } from '../../../compose/saved/drafts.js';
import { TrackerError } from '../../../contract/errors.js';
import type { HeldLock } from '../../../disk/lock.js';
import { claim } from '../../../ledger/claim.js';

/** The claim on the draft of the text that is being written, so that no other program offers or sends it. */
export interface DraftInUse {
  /** Claims this draft and no other; none without an id. */
  use(id: string | undefined): void;
  /**
   * Whether the text may still be written to its draft. A program that is stopped for a while may lose its claim; it takes it
   * again, unless another one has changed the draft or has it now.
   */
  isOurs(id: string): Promise<boolean>;
  /** Gives it back. */
  end(): Promise<void>;
}

interface Use {
  readonly id: string;
  /** Undefined if another program has the draft. */
  claim: Promise<HeldLock | undefined>;
  /** The draft when it was last known to be ours. */
  seen: Draft | undefined;
}

/** How often it is checked that the claim is still there (milliseconds). */
const lookMs = 1_000;

export function createDraftInUse(context: Context): DraftInUse {
  const find = (id: string): Draft | undefined => findDraft(ledgerOf(context).ledger, Number(id));
  const lost = new Set<string>();
  let used: Use | undefined;
  let looking: NodeJS.Timeout | undefined;
  const check = async (use: Use): Promise<boolean> => {
    const claim = await use.claim;
    if (claim?.isOurs()) use.seen = find(use.id);
    else if (claim && !lost.has(use.id) && !(await takeAgain(use))) {
      lost.add(use.id);
      (await use.claim)?.release();
    }
    return !lost.has(use.id);
  };
  const takeAgain = async (use: Use): Promise<boolean> => {
    const before = use.claim;
    use.claim = before.then(async (claim) => {
      claim?.release();
      return await take(context, use.id);
    });
    return (await use.claim) !== undefined && isDeepStrictEqual(find(use.id), use.seen);
  };
  const leave = async (use: Use | undefined): Promise<void> => {
    clearInterval(looking);
    const claim = await use?.claim;
    if (use && claim && !claim.isOurs()) lost.add(use.id);
    claim?.release();
  };
  let left: Promise<void> = Promise.resolve();
  let isOver = false;
  const use: DraftInUse['use'] = (id) => {
    if (isOver || id === used?.id) return;
    left = leave(used);
    used = id === undefined ? undefined : { id, claim: take(context, id), seen: find(id) };
    const now = used;
    if (now) looking = setInterval(() => void check(now), lookMs).unref();
  };
  return {
    use,
    async isOurs(id) {
      await left;
      return used?.id === id ? await check(used) : !lost.has(id);
    },
    async end() {
      use(undefined);
      // What is still being kept then takes it no more.
      isOver = true;
      await left;
    },
  };
}

/** Claims a draft; undefined if another program has it, such as one that is just sending it. */
async function take(context: Context, id: string): Promise<HeldLock | undefined> {
  try {
    return await claim(ledgerOf(context), { number: Number(id), purpose: 'writing' });
  } catch (error) {
    if (error instanceof TrackerError) return undefined;
    throw error;
  }
}
