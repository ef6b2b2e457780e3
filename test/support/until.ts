/** How often a condition is checked (milliseconds). */
const pauseMs = 15;

/**
 * Waits until a condition gives a result, and returns it. Throws an Error that names the condition after `deadlineMs`.
 */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = 60_000,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
