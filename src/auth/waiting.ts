/** How long a refused request waits for another process to store a newer token, in milliseconds. */
export const newerTokenWaitMs = 5_000;

const pollMs = 50;

/** A queue of one process: work runs one after the other, in the order it came. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

export interface NewerToken {
  readonly sent: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly locked: <T>(work: () => Promise<T>) => Promise<T>;
  /** Reads the store again. */
  readonly read: () => Promise<string | undefined>;
}

/**
 * Waits until the stored token differs from the one that was refused, then runs `repeat` with it while holding the lock.
 * The lock is free between two looks, or nobody could store anything. Undefined when nothing changed in time.
 */
export async function repeatWithNewerToken<T>(
  parts: NewerToken,
  repeat: (token: string) => Promise<T>,
): Promise<T | undefined> {
  const deadline = Date.now() + parts.waitMs;
  for (;;) {
    parts.signal.throwIfAborted();
    const seen = await parts.read();
    if (seen !== undefined && seen !== parts.sent) {
      const outcome = await parts.locked(async () => {
        const token = await parts.read();
        return token === undefined || token === parts.sent ? undefined : { reply: await repeat(token) };
      });
      if (outcome) return outcome.reply;
    }
    if (seen === undefined || Date.now() >= deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
