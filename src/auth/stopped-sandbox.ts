import { join } from 'node:path';
import type { Settings } from '../config/settings.js';
import { codeOf } from '../disk/file-trouble.js';
import { type Processes, processSpace } from '../disk/processes.js';
import { NetworkFailure } from '../http/network-failure.js';
import { shellWord } from '../terminal/programs/shell-words.js';
import { type Running, readRunning } from './running-file.js';

/** The folder of the sandbox unless `--data` names another. */
export function usualSandboxFolder(dataFolder: string): string {
  return join(dataFolder, 'sandbox');
}

/** The command that starts or stops the sandbox with its data in this folder. */
export function sandboxCommand(verb: 'start' | 'stop', folder: string, dataFolder: string): string {
  return `tracker sandbox ${verb}${folder === usualSandboxFolder(dataFolder) ? '' : ` --data ${shellWord(folder)}`}`;
}

/**
 * Throws `network` for a sandbox that was not found running, unless nobody can say: it may be in another container, or its
 * file may belong to another user.
 */
export function refuseStopped(folder: string, url: string, { processes, folders }: Settings): void {
  if (mayRun(folder, url, processes)) return;
  throw new NetworkFailure(`the sandbox at ${url} is not running`, true, {
    isLasting: true,
    hint: sandboxCommand('start', folder, folders.data()),
  });
}

function mayRun(folder: string, url: string, processes: Processes): boolean {
  try {
    const running = readRunning(folder);
    return running.url === url && isInAnotherContainer(running, processes);
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(codeOf(error));
  }
}

/** Containers on one computer may share files and a network, but no process ids. */
function isInAnotherContainer({ space = '' }: Running, processes: Processes): boolean {
  const here = processSpace(processes.id);
  const bootOf = (name: string): string | undefined => name.split(':')[0];
  return !here.isSeen || (space !== here.name && bootOf(space) === bootOf(here.name));
}
