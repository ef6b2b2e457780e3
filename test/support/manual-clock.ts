/** A clock that stands still until it is moved. */
export interface ManualClock {
  readonly now: () => Date;
  /** Waits until this much time has passed; waits of less than a tenth of a second end at once. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Lets time pass, a second at a time, and lets what waited for it run in between. */
  pass(seconds: number): Promise<void>;
  /** Lets time pass in one step, as after a sleep. */
  jump(seconds: number): void;
  /** Sets what the clock shows forward or back, without letting time pass. */
  set(seconds: number): void;
}

export function manualClock(start = Date.parse('2026-11-20T10:00:00Z')): ManualClock {
  let [passed, offset] = [0, 0];
  const waiting = new Set<{ readonly end: number; readonly resolve: () => void }>();
  const jump = (seconds: number): void => {
    passed += seconds * 1_000;
    for (const { end, resolve } of waiting) if (end <= passed) resolve();
  };
  return {
    now: () => new Date(start + passed + offset),
    wait: async (milliseconds, signal) => {
      signal.throwIfAborted();
      if (milliseconds < 100) return await nextTurn();
      let reject = (): void => undefined;
      const one = await new Promise<{ readonly end: number; readonly resolve: () => void }>((resolve, fail) => {
        const waiter = { end: passed + milliseconds, resolve: () => resolve(waiter) };
        reject = () => fail(signal.reason);
        signal.addEventListener('abort', reject, { once: true });
        waiting.add(waiter);
      });
      waiting.delete(one);
      signal.removeEventListener('abort', reject);
    },
    async pass(seconds) {
      for (let second = 0; second < seconds; second++) {
        jump(1);
        await nextTurn();
      }
    },
    jump,
    set(seconds) {
      offset += seconds * 1_000;
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
