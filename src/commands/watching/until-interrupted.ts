import type { Context } from '../../args/context.js';
import { ExitWith, exitCodes, TrackerError } from '../../contract/errors.js';

/**
 * Runs work that lasts until Ctrl-C, which is no error on a terminal, because that is how people stop it. The work gets a context whose signal
 * also ends with the terminal, even if SIGHUP is ignored or never comes.
 */
export async function untilInterrupted(context: Context, work: (context: Context) => Promise<void>): Promise<void> {
  const lost = watchTerminal(context);
  try {
    await work({ ...context, signal: AbortSignal.any([context.signal, lost.signal]) });
  } catch (error) {
    if (context.io.stdout.isTerminal && isInterruption(context.signal)) throw new ExitWith(exitCodes.interrupted);
    throw error;
  } finally {
    lost.stop();
  }
}

/** How often to look whether the terminal is still there (milliseconds). */
const lookMs = 2000;

function watchTerminal({ io }: Context): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (io.stdout.isLost?.()) controller.abort(new ExitWith(129));
  }, lookMs);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

function isInterruption({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof TrackerError && reason.exitCode === exitCodes.interrupted;
}
