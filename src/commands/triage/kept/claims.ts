import { isDeepStrictEqual } from 'node:util';
import { TrackerError } from '../../../contract/errors.js';
import type { HeldLock } from '../../../disk/lock.js';
import { type ClaimParts, claim } from '../../../ledger/claim.js';
import type { Entry } from '../../../ledger/entry.js';

/** The claims of a session, so that no other program offers, writes or sends what it is writing or about to send. */
export interface Claims {
  /** Claims an entry, unless that has been done. */
  take(number: number): void;
  /** Goes on with a claim. */
  adopt(number: number, lock: HeldLock): void;
  /**
   * Whether an entry is still claimed. A program that is stopped for a while may lose its claim; it takes it again, unless another
   * one has changed the entry or has it now.
   */
  isOurs(number: number): Promise<boolean>;
  /** Whether another program has changed or taken an entry since it was claimed. */
  isLost(number: number): boolean;
  /** The claim on an entry, if there is one. */
  lockOf(number: number): HeldLock | undefined;
  release(number: number): void;
  end(): Promise<void>;
}

interface Held {
  lock: HeldLock | undefined;
  /** Resolves once it is known whether another program has it. */
  readonly taken: Promise<void>;
  /** The entry when it was last known to be ours. */
  seen: Entry | undefined;
}

/** How often it is checked that the claims are still there (milliseconds). */
const lookMs = 1_000;

export function createClaims(parts: ClaimParts): Claims {
  const { ledger } = parts;
  const all = new Map<number, Held>();
  const take = (number: number): Held => {
    const known = all.get(number);
    if (known) return known;
    const claiming = tryClaim(parts, number);
    const held: Held = {
      lock: undefined,
      taken: claiming.then((lock) => {
        // It may have been given back meanwhile.
        if (all.get(number) === held) held.lock = lock;
        else lock?.release();
      }),
      seen: ledger.find(number),
    };
    all.set(number, held);
    return held;
  };
  const isOurs = async (number: number): Promise<boolean> => {
    const held = all.get(number);
    await held?.taken;
    if (held?.lock?.isOurs() === false && all.get(number) === held) {
      const lock = await tryClaim(parts, number);
      // It may have been given back meanwhile.
      const isSame = all.get(number) === held && isDeepStrictEqual(ledger.find(number), held.seen);
      held.lock = isSame ? lock : undefined;
      if (!isSame) lock?.release();
    }
    if (held?.lock) held.seen = ledger.find(number);
    return held?.lock !== undefined;
  };
  const looking = setInterval(() => {
    for (const number of all.keys()) void isOurs(number);
  }, lookMs).unref();
  return {
    isOurs,
    isLost(number) {
      const { lock, seen } = all.get(number) ?? {};
      return lock?.isOurs() === false && !isDeepStrictEqual(ledger.find(number), seen);
    },
    take: (number) => void take(number),
    adopt: (number, lock) => void all.set(number, { lock, taken: Promise.resolve(), seen: ledger.find(number) }),
    lockOf: (number) => all.get(number)?.lock,
    release(number) {
      all.get(number)?.lock?.release();
      all.delete(number);
    },
    async end() {
      clearInterval(looking);
      for (const { taken } of all.values()) await taken;
      for (const { lock } of all.values()) lock?.release();
      all.clear();
    },
  };
}

/** Undefined if another program has it. */
async function tryClaim(parts: ClaimParts, number: number): Promise<HeldLock | undefined> {
  try {
    return await claim(parts, { number, purpose: 'writing', waitMs: 0 });
  } catch (error) {
    if (error instanceof TrackerError) return undefined;
    throw error;
  }
}
