import { NetworkFailure } from '../network-failure.js';

/** The bytes that must arrive within each time-out period (docs/requirements.md, R48). */
const leastBytes = 1024;

/**
 * Passes bytes through, and throws NetworkFailure when fewer than 1 kB arrive within `timeoutMs`. The time that whoever reads
 * them takes is not counted. It calls `stop`, which must end the source.
 */
export async function* withStallGuard(
  source: AsyncIterable<Uint8Array>,
  options: { readonly timeoutMs: number; readonly host: string; readonly stop: () => void },
): AsyncGenerator<Uint8Array> {
  let moved = 0;
  let left = options.timeoutMs;
  let stalled = false;
  let since = performance.now();
  const stall = (): void => {
    stalled = true;
    options.stop();
  };
  let timer = setTimeout(stall, left);
  try {
    for await (const bytes of source) {
      clearTimeout(timer);
      moved += bytes.length;
      left -= performance.now() - since;
      if (moved >= leastBytes) {
        moved = 0;
        left = options.timeoutMs;
      }
      yield bytes;
      since = performance.now();
      timer = setTimeout(stall, left);
    }
    if (stalled) throw stalledFailure(options);
  } catch (error) {
    throw stalled ? stalledFailure(options) : error;
  } finally {
    clearTimeout(timer);
  }
}

function stalledFailure({ host, timeoutMs }: { readonly host: string; readonly timeoutMs: number }): NetworkFailure {
  return new NetworkFailure(`${host} sent almost nothing for ${timeoutMs / 1000} s`, false, {
    hint: 'use --timeout SECONDS to wait longer',
    isLasting: true,
  });
}
