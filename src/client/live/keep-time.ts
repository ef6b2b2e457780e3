import type { LiveParts } from './follow-stream.js';

/** How often the clock is read (milliseconds). */
const tickMs = 1_000;

/** How often everything is looked at. */
const everyMs = 30_000;

/** How far the clock may jump before the computer, or this program, must have slept. */
const sleptMs = 20_000;

/**
 * Notes a look at everything every 30 s, and at once when the clock has jumped; `woke` is called then. Rejects with the reason of
 * the signal.
 */
export async function keepTime({ now, signal, wait, notes }: LiveParts, woke: () => void): Promise<void> {
  const read = (): number => now().getTime();
  let [before, looked] = [read(), read()];
  for (;;) {
    await wait(tickMs, signal);
    const time = read();
    const hasSlept = Math.abs(time - before - tickMs) > sleptMs;
    before = time;
    if (hasSlept) woke();
    if (!hasSlept && time - looked < everyMs) continue;
    looked = time;
    notes.look('everything');
  }
}
