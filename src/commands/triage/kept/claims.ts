import { TrackerError } from '../../../contract/errors.js';
import type { HeldLock } from '../../../disk/lock.js';
import { type ClaimParts, claim } from '../../../ledger/claim.js';

/** The claims of a session, so that no other program offers, writes or sends what it is writing or about to send. */
export interface Claims {
  /** Claims an entry, unless it is already claimed. */
  take(number: number): void;
  /** Takes over a claim that was made elsewhere. */
  adopt(number: number, lock: HeldLock): void;
  /** Whether it was to be claimed, even if another program has it. */
  isWanted(number: number): boolean;
  /** Whether it is claimed. Claims it again if need be: a program that is stopped for a while loses its claims. */
  isHeld(number: number): Promise<boolean>;
  /** The claim on an entry, if there is one. */
  lockOf(number: number): HeldLock | undefined;
  release(number: number): void;
  end(): Promise<void>;
}

interface Held {
  lock: HeldLock | undefined;
  /** Resolves once it is known whether another program has it. */
  taken: Promise<void>;
}

export function createClaims(parts: ClaimParts): Claims {
  const all = new Map<number, Held>();
  const fill = async (number: number, held: Held): Promise<void> => {
    const lock = await tryClaim(parts, number);
    // It may have been given back meanwhile.
    if (all.get(number) === held) held.lock = lock;
    else lock?.release();
  };
  const take = (number: number): Held => {
    const held: Held = all.get(number) ?? { lock: undefined, taken: Promise.resolve() };
    if (all.has(number)) return held;
    all.set(number, held);
    held.taken = fill(number, held);
    return held;
  };
  return {
    take: (number) => void take(number),
    isWanted: (number) => all.has(number),
    adopt: (number, lock) => void all.set(number, { lock, taken: Promise.resolve() }),
    async isHeld(number) {
      const held = take(number);
      await held.taken;
      if (!held.lock?.isOurs()) held.taken = fill(number, held);
      await held.taken;
      return held.lock?.isOurs() ?? false;
    },
    lockOf: (number) => all.get(number)?.lock,
    release(number) {
      all.get(number)?.lock?.release();
      all.delete(number);
    },
    async end() {
      const held = [...all.values()];
      for (const { taken } of held) await taken;
      for (const { lock } of held) lock?.release();
      all.clear();
    },
  };
}

/** How long another program may take to look whether an entry is free (milliseconds). */
const lookMs = 200;

/** Undefined if another program has it. */
export async function tryClaim(parts: ClaimParts, number: number): Promise<HeldLock | undefined> {
  try {
    return await claim(parts, { number, purpose: 'writing', waitMs: lookMs });
  } catch (error) {
    if (error instanceof TrackerError) return undefined;
    throw error;
  }
}
