import { expect } from 'vitest';
import { onBusy } from '../on-busy.js';
import type { Outcome, Started } from './program.js';

/** How a command ends that has printed nothing before Ctrl-C. */
export const interrupted: Outcome = { code: 130, stdout: '', stderr: 'error: interrupted\n' };

/** Presses Ctrl-C, and gives how the program ended, for which it gets a second. */
export async function interrupt(running: Started): Promise<Outcome> {
  const since = performance.now();
  running.kill('SIGINT');
  const outcome = await running.ended;
  expect(performance.now() - since).toBeLessThan(onBusy(1_000));
  return outcome;
}
