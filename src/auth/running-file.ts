import { join } from 'node:path';
import type { Processes } from '../disk/processes.js';
import { readRegular } from '../disk/read-regular.js';

/** A running sandbox, as its process describes itself in a file in its folder. */
export interface Running {
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
}

/** The file that is there while a sandbox runs, and after it was killed. */
export function runningFile(folder: string): string {
  return join(folder, 'running.json');
}

/** The sandbox that runs on this folder; undefined where none does, even if one was killed and left its file. */
export function findRunning(folder: string, processes: Processes): Running | undefined {
  try {
    const running = readRunning(folder);
    return isAlive(running, processes) ? running : undefined;
  } catch {
    return undefined;
  }
}

/** What the file says. Throws SyntaxError, and errors of the file system. */
export function readRunning(folder: string): Running {
  // Written by this program alone.
  return JSON.parse(readRegular(runningFile(folder)).toString('utf8')) as Running;
}

function isAlive({ process: id, mark }: Running, processes: Processes): boolean {
  return mark ? processes.startedAt(id) === mark : processes.isAlive(id);
}
