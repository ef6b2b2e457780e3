import type { Context } from '../../context.js';
import { ExitWith, exitCodes, TrackerError } from '../../errors.js';

/** Does what lasts until Ctrl-C, which is no error on a terminal: it is how people end it. */
export async function untilInterrupted(
  { io, signal }: Pick<Context, 'io' | 'signal'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (io.stdout.isTerminal && isInterruption(signal)) throw new ExitWith(exitCodes.interrupted);
    throw error;
  }
}

function isInterruption({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof TrackerError && reason.exitCode === exitCodes.interrupted;
}
