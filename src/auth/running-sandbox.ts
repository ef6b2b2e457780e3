import type { Settings } from '../config/settings.js';
import type { Processes } from '../disk/processes.js';
import type { Send } from '../http/message.js';
import type { InstanceEntry } from './instances.js';
import { findRunning } from './running-file.js';

/**
 * Sends nothing to an instance whose sandbox is known not to run, so that its token never reaches another program on its
 * port. Throws `network` then, which is not retried. Any other instance is left alone.
 */
export function withRunningSandbox(send: Send, { sandboxFolder, url }: InstanceEntry, settings: Settings): Send {
  if (sandboxFolder === undefined) return send;
  return async (request) => {
    const isRunning = findRunning(sandboxFolder, settings.processes)?.url === url;
    if (!isRunning) (await import('./stopped-sandbox.js')).refuseStopped(sandboxFolder, url, settings);
    return await send(request);
  };
}

/** The entry of a new sign-in, bound to the sandbox that is running at its address, if one of the known instances is. */
export function boundToSandbox(
  entry: InstanceEntry,
  known: readonly InstanceEntry[],
  processes: Processes,
): InstanceEntry {
  const isRunningHere = ({ sandboxFolder = '' }: InstanceEntry): boolean =>
    findRunning(sandboxFolder, processes)?.url === entry.url;
  const folder = known.find((each) => each.sandboxFolder !== undefined && isRunningHere(each))?.sandboxFolder;
  return folder === undefined ? entry : { ...entry, sandboxFolder: folder };
}
