import type { Context } from '../../args/context.js';
import { defineVerb } from '../../args/verb.js';
import type { RunningSandbox } from '../../auth/running-sandbox.js';
import { orElse, TrackerError } from '../../contract/errors.js';
import { hasEnded } from '../../disk/processes.js';
import { dataFlag } from './flags.js';
import { findPlace, findRunningAt, removeRunning, type SandboxPlace } from './place.js';
import { askRunning } from './sandbox-key.js';

/** How long a sandbox may take to stop (milliseconds). */
const patienceMs = 5_000;

export const verb = defineVerb({
  prints: 'result',
  flags: { data: dataFlag },
  examples: [{ line: 'tracker sandbox stop', does: 'stop the sandbox' }],
  run: async (context, _args, { data }) => {
    const place = findPlace(context, data);
    const running = findRunningAt(context, place);
    const none = { sentence: 'The sandbox is not running.', object: { stopped: false, url: null }, quiet: '' };
    if (!running || !(await stopRunning(context, place, running))) return { is: 'result', ...none };
    const { url } = running;
    return { is: 'result', sentence: `Stopped the sandbox at ${url}.`, object: { stopped: true, url }, quiet: url };
  },
});

/** Stops the process of the sandbox and waits until it has ended. False if it had ended, and another program has its id now. */
export async function stopRunning(context: Context, place: SandboxPlace, running: RunningSandbox): Promise<boolean> {
  const { processes } = context.settings;
  if (!(await isItself(context, running))) {
    removeRunning(place);
    return false;
  }
  processes.terminate(running.process);
  const deadline = Date.now() + patienceMs;
  while (!hasEnded(processes, running.process, running.mark)) {
    context.signal.throwIfAborted();
    if (Date.now() > deadline)
      throw new TrackerError('failed', `the sandbox did not stop (process ${running.process})`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  removeRunning(place);
  return true;
}

/** Where no mark tells a process from a later one with its id, as on macOS and Windows, it is the sandbox if that answers to its key. */
async function isItself(context: Context, running: RunningSandbox): Promise<boolean> {
  if (running.mark !== '' || running.key === undefined) return true;
  const asked = askRunning(context, running, 'users').then(() => true);
  return await orElse(asked, () => false);
}
