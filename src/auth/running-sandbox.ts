import { join } from 'node:path';
import type { Settings } from '../config/settings.js';
import { attempt } from '../contract/errors.js';
import { shellWord } from '../contract/text/shell-word.js';
import { codeOf } from '../disk/file-trouble.js';
import type { FindFolder } from '../disk/folder.js';
import { type Processes, processSpace } from '../disk/processes.js';
import { readOwn } from '../disk/read-regular.js';
import { NetworkFailure, type Send } from '../http/message.js';
import type { InstanceEntry } from './instances.js';

export const sandboxInstance = 'sandbox';

/**
 * Sends nothing to an instance whose sandbox is known not to run, so that its token never reaches another program on its
 * port. Throws `network` then, which is not retried. Any other instance is left alone.
 */
export function withRunningSandbox(send: Send, entry: InstanceEntry, settings: Settings): Send {
  if (entry.sandboxFolder === undefined) return send;
  return async (request) => {
    requireRunning(entry, settings);
    return await send(request);
  };
}

/**
 * Throws `network` for an instance whose sandbox was not found running, unless nobody can say: it may be in another container, or its
 * file may belong to another user.
 */
export function requireRunning({ sandboxFolder, url }: InstanceEntry, { processes, folders }: Settings): void {
  if (sandboxFolder === undefined) return;
  attempt(() => usualSandboxFolder(folders.data));
  if (findRunning(sandboxFolder, processes)?.url === url || mayRun(sandboxFolder, url, processes)) return;
  throw new NetworkFailure(`the sandbox at ${url} is not running`, true, {
    isLasting: true,
    hint: sandboxCommand('start', sandboxFolder, folders.data),
  });
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

/** The folder of the sandbox unless `--data` names another. */
export function usualSandboxFolder(dataFolder: FindFolder): string {
  return dataFolder('sandbox');
}

/** The command that starts or stops the sandbox with its data in this folder. */
export function sandboxCommand(verb: 'start' | 'stop', folder: string, dataFolder: FindFolder): string {
  return `tracker sandbox ${verb}${folder === usualSandboxFolder(dataFolder) ? '' : ` --data ${shellWord(folder)}`}`;
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
function isInAnotherContainer({ space = '' }: RunningSandbox, processes: Processes): boolean {
  const here = processSpace(processes.id);
  const bootOf = (name: string): string | undefined => name.split(':')[0];
  return !here.isSeen || (space !== here.name && bootOf(space) === bootOf(here.name));
}

/** A running sandbox, as its process describes itself in a file in its folder. */
export interface RunningSandbox {
  readonly url: string;
  readonly port: number;
  readonly process: number;
  /** Distinguishes the process from a later one with the same id. */
  readonly mark: string;
  /** Where that id is valid: the name of a ProcessSpace. */
  readonly space?: string;
  /** Opens a session for whoever sends it; only the owner can read the file. Undefined if an earlier version started it. */
  readonly key?: string;
  readonly since: string;
  readonly seed: string;
  readonly shape: string;
  readonly memory: boolean;
  /** Whether it ends with the command of `sandbox run`. */
  readonly isForCommand?: boolean;
}

/** The file that is there while a sandbox runs, and after it was killed. */
export function runningFile(folder: string): string {
  return join(folder, 'running.json');
}

/** The sandbox that runs on this folder; undefined where none does, even if one was killed and left its file. */
export function findRunning(folder: string, processes: Processes): RunningSandbox | undefined {
  return attempt(() => {
    const running = readRunning(folder);
    return isAlive(running, processes) ? running : undefined;
  });
}

/** What the file says. Throws SyntaxError, and errors of the file system. */
function readRunning(folder: string): RunningSandbox {
  // Written by this program alone.
  return JSON.parse(readOwn(runningFile(folder)).toString('utf8')) as RunningSandbox;
}

function isAlive({ process: id, mark }: RunningSandbox, processes: Processes): boolean {
  return mark ? processes.startedAt(id) === mark : processes.isAlive(id);
}
