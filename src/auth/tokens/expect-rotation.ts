/** How long a server may take to answer before what storing a token needs is loaded in any case (milliseconds). */
const slowMs = 250;

/**
 * Prepares for a rotated token while an answer is awaited: at once where one is likely, else only when the server is slow
 * and the time would be wasted. Gives what to call when the answer is there. Preparing may fail, and storing then says why.
 */
export function expectRotation(isLikely: () => Promise<boolean>, prepare: () => Promise<void>): () => void {
  const start = (): void => void prepare().catch(() => undefined);
  const timer = setTimeout(start, slowMs).unref();
  void isLikely().then(
    (likely) => likely && start(),
    () => undefined,
  );
  return () => clearTimeout(timer);
}
