import { setImmediate } from 'node:timers/promises';
import { createContext, runInContext } from 'node:vm';
import type { TextLook } from './node.js';

/** The processor time for the first text that takes too long, and the least for any after it (milliseconds). */
const longestLayout = 500;
const shortestLayout = 10;

/** How many times as long it may take on a busy machine. */
const busiest = 6;

/** Texts up to this length take a few milliseconds at worst (UTF-16 units). */
const certainlyQuick = 1000;

/** How many of these are laid out before signals are looked at. */
const quickAtOnce = 50;

/** The share of the processor time that counts as all of it, since it is not measured at the same moment. */
const almostAll = 0.9;

/** What is said about a text that was given up. */
export const givenUpWords = 'shown as plain text: formatting it would take too long';

/**
 * Bounds how long the texts of one page take to be laid out, because anybody may write a text for which a parser takes minutes.
 * Each text that takes too long leaves half of its time to the next. Signals wait meanwhile, but only for one long text.
 */
export class Patience {
  #left = longestLayout;
  #quick = 0;
  readonly #processorTime: () => number;
  readonly #signal: AbortSignal | undefined;

  constructor({ processorTime = () => performance.now(), signal }: Pick<TextLook, 'processorTime' | 'signal'> = {}) {
    this.#processorTime = processorTime;
    this.#signal = signal;
  }

  /** What `layOut`, which must not wait, returns; undefined if it takes too long or runs out of stack. */
  async spend<T extends object>(source: string, layOut: () => T): Promise<T | undefined> {
    const isQuick = source.length <= certainlyQuick;
    this.#quick = isQuick ? this.#quick + 1 : 0;
    // Signals are looked at before each text that is not quick.
    if (this.#quick % quickAtOnce === 0) await setImmediate();
    const end = performance.now() + busiest * this.#left;
    for (let limit = this.#left; ; ) {
      const before = this.#processorTime();
      try {
        if (isQuick) return layOut();
        return runInContext('layOut()', createContext({ layOut }), { timeout: Math.ceil(limit) }) as T;
      } catch (error) {
        // It is an Error of the other context.
        const isLate = Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
        // Absurdly deep nesting overflows the stack.
        if (!isLate && !(error instanceof RangeError)) throw error;
        await setImmediate();
        // Only elapsed time can be limited, so it begins anew with more of that where other programs had the processors.
        const share = (this.#processorTime() - before) / this.#left;
        const longer = Math.min(limit / Math.max(share, 1 / busiest), end - performance.now());
        if (isLate && share < almostAll && longer > limit && !this.#signal?.aborted) limit = longer;
        else {
          if (isLate) this.#left = Math.max(shortestLayout, this.#left / 2);
          return undefined;
        }
      }
    }
  }
}
