import type { WriteAhead } from '../write-ahead.js';

/** How long to wait for a response before rehearsing in any case (milliseconds). */
const slowMs = 250;

/**
 * Rehearses the arrival of a rotated token while waiting for a response, because code runs much faster the second time: at
 * once if a token is likely, otherwise only if the server is slow (docs/requirements.md, D12). Gives a function to call
 * when the response is there.
 */
export function expectRotation(isLikely: () => Promise<boolean>, ahead: WriteAhead): () => void {
  const start = (): void => void rehearse(ahead).catch(() => undefined);
  const timer = setTimeout(start, slowMs).unref();
  void isLikely().then(
    (likely) => likely && start(),
    () => undefined,
  );
  return () => clearTimeout(timer);
}

/** Receives a made-up token, and writes it to a file that is deleted at once. */
async function rehearse(ahead: WriteAhead): Promise<void> {
  const { rehearseRotation } = await import('../../http/rehearse.js');
  await rehearseRotation((next, sent) => ahead.write({ key: '', sent, next })?.remove());
}
