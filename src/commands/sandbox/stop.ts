import type { Context } from '../../args/context.js';
import { defineVerb } from '../../args/verb.js';
import type { Running } from '../../auth/running-sandbox.js';
import { TrackerError } from '../../contract/errors.js';
import { hasEnded } from '../../disk/processes.js';
import { dataFlag } from './flags.js';
import { findPlace, findRunningAt, removeRunning, type SandboxPlace } from './place.js';

/** How long a sandbox may take to stop (milliseconds). */
const patienceMs = 5_000;

export const verb = defineVerb({
  prints: 'result',
  flags: { data: dataFlag },
  examples: [{ line: 'tracker sandbox stop', does: 'stop the sandbox' }],
  run: async (context, _args, { data }) => {
    const place = findPlace(context, data);
    const running = findRunningAt(context, place);
    if (!running) return await context.show.result('The sandbox is not running.', { stopped: false, url: null }, '');
    await stopRunning(context, place, running);
    await context.show.result(
      `Stopped the sandbox at ${running.url}.`,
      { stopped: true, url: running.url },
      running.url,
    );
  },
});

/** Stops the process of the sandbox and waits until it has ended. */
export async function stopRunning(context: Context, place: SandboxPlace, running: Running): Promise<void> {
  const { processes } = context.settings;
  processes.terminate(running.process);
  const deadline = Date.now() + patienceMs;
  while (!hasEnded(processes, running.process, running.mark)) {
    context.signal.throwIfAborted();
    if (Date.now() > deadline)
      throw new TrackerError('failed', `the sandbox did not stop (process ${running.process})`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  removeRunning(place);
}
