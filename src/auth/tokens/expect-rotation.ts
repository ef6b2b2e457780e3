/** How long to wait for a response before loading the code for storing a token in any case (milliseconds). */
const slowMs = 250;

/**
 * Prepares for a rotated token while waiting for a response: at once if one is likely, otherwise only if the server is
 * slow. Gives a function to call when the response is there. If preparing fails, storing will report why.
 */
export function expectRotation(isLikely: () => Promise<boolean>, prepare: () => Promise<void>): () => void {
  const start = (): void => void rehearse(prepare).catch(() => undefined);
  const timer = setTimeout(start, slowMs).unref();
  void isLikely().then(
    (likely) => likely && start(),
    () => undefined,
  );
  return () => clearTimeout(timer);
}

/** Receives a made-up token, and `prepare` stores it. */
async function rehearse(prepare: () => Promise<void>): Promise<void> {
  const { rehearseRotation } = await import('../../http/rehearse.js');
  await rehearseRotation(prepare);
}
