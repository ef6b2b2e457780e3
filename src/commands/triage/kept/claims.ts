import { isDeepStrictEqual } from 'node:util';
import { orElse } from '../../../contract/errors.js';
import type { HeldLock } from '../../../disk/lock.js';
import { type ClaimParts, claim } from '../../../ledger/claim.js';
import type { Entry } from '../../../ledger/entry.js';

interface HeldEntry {
  lock: HeldLock | undefined;
  /** Resolves once it is known whether another program has it. */
  taken: Promise<void>;
  seen: Entry | undefined;
}

/** The claims of a session, so that no other program offers, writes or sends what it is writing or about to send. */
export function createClaims(parts: ClaimParts) {
  const all = new Map<number, HeldEntry>();
  const find = (number: number): Entry | undefined => parts.ledger.find(number);
  const fill = async (number: number, held: HeldEntry): Promise<void> => {
    const lock = await tryClaim(parts, number);
    // It may have been given back meanwhile.
    if (all.get(number) === held) held.lock = lock;
    else lock?.release();
  };
  const take = (number: number, lock?: HeldLock): HeldEntry => {
    const known = all.get(number);
    const held: HeldEntry = known ?? { lock, taken: Promise.resolve(), seen: undefined };
    held.seen = find(number);
    all.set(number, held);
    if (!known && !lock) held.taken = fill(number, held);
    return held;
  };
  /** Whether another program has changed an entry while this one was stopped. */
  const isLost = (number: number): boolean => {
    const { lock, seen } = all.get(number) ?? {};
    return lock?.isOurs() === false && !isDeepStrictEqual(find(number), seen);
  };
  return {
    /** Claims an entry, unless it is already claimed; notes it as it is now, as this session has left it. */
    take: (number: number, lock?: HeldLock): void => void take(number, lock),
    /** Whether this session writes it, or is about to send it. */
    isTaken: (number: number): boolean => all.has(number),
    isLost,
    /** Whether no other program has taken or changed it. Claims it again if need be: a program that is stopped loses its claims. */
    async isHeld(number: number): Promise<boolean> {
      if (isLost(number)) return false;
      const held = all.get(number) ?? take(number);
      await held.taken;
      if (!held.lock?.isOurs()) held.taken = fill(number, held);
      await held.taken;
      return held.lock?.isOurs() ?? false;
    },
    lockOf: (number: number): HeldLock | undefined => all.get(number)?.lock,
    release(number: number): void {
      all.get(number)?.lock?.release();
      all.delete(number);
    },
    async end(): Promise<void> {
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
  // Nothing interrupts it.
  const claiming = claim({ ...parts, signal: undefined }, { number, purpose: 'writing', waitMs: lookMs });
  return await orElse(claiming, () => undefined);
}
