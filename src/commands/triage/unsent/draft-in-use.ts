import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../args/context.js';
import { withClaim } from '../../../compose/saved/claim.js';
import { type Draft, type Drafts, openDrafts } from '../../../compose/saved/store.js';
import { TrackerError } from '../../../contract/errors.js';

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
  claim: Promise<Claim | undefined>;
  /** The draft when it was last known to be ours. */
  seen: Draft | undefined;
}

interface Claim {
  readonly isHeld: () => boolean;
  giveBack(): Promise<void>;
}

/** How often it is checked that the claim is still there (milliseconds). */
const lookMs = 1_000;

export function createDraftInUse(context: Context): DraftInUse {
  const drafts = openDrafts(context.settings.folders.state);
  const lost = new Set<string>();
  let used: Use | undefined;
  let looking: NodeJS.Timeout | undefined;
  const check = async (use: Use): Promise<boolean> => {
    const claim = await use.claim;
    if (claim?.isHeld()) use.seen = drafts.find(use.id);
    else if (claim && !lost.has(use.id) && !(await takeAgain(use))) {
      lost.add(use.id);
      await (await use.claim)?.giveBack();
    }
    return !lost.has(use.id);
  };
  const takeAgain = async (use: Use): Promise<boolean> => {
    const before = use.claim;
    use.claim = before.then(async (claim) => {
      await claim?.giveBack();
      return await take(context, drafts, use.id);
    });
    return (await use.claim) !== undefined && isDeepStrictEqual(drafts.find(use.id), use.seen);
  };
  const leave = async (use: Use | undefined): Promise<void> => {
    clearInterval(looking);
    const claim = await use?.claim;
    if (use && claim && !claim.isHeld()) lost.add(use.id);
    await claim?.giveBack();
  };
  let left: Promise<void> = Promise.resolve();
  const use: DraftInUse['use'] = (id) => {
    if (id === used?.id) return;
    left = leave(used);
    used = id === undefined ? undefined : { id, claim: take(context, drafts, id), seen: drafts.find(id) };
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
      await left;
    },
  };
}

/** Claims a draft; undefined if another program has it, such as one that is just sending it. */
async function take(context: Context, drafts: Drafts, id: string): Promise<Claim | undefined> {
  return await new Promise((resolve, reject) => {
    let end = (): void => undefined;
    const over = new Promise<void>((settle) => {
      end = settle;
    });
    const held = withClaim(context, { drafts, id, purpose: 'writing' }, async (isHeld) => {
      const giveBack = async (): Promise<void> => {
        end();
        await held;
      };
      resolve({ isHeld, giveBack });
      await over;
    }).catch((error: unknown) => {
      if (error instanceof TrackerError) resolve(undefined);
      else reject(error);
    });
  });
}
