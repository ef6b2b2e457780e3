import type { LineWithin } from '../args/context.js';
import type { Start } from '../args/verb.js';
import type { FoldersParts } from '../config/safe-folders.js';
import type { Processes } from '../disk/processes.js';
import type { Send } from '../http/message.js';

/** The world outside the program as one value: everything `main` takes from `process`. Tests replace it. */
export interface Host extends FoldersParts, Start {
  /** The words after the program's name. */
  readonly argv: readonly string[];
  /** The arguments of the process, or its environment, as bytes that each end with a NUL; absent where nobody can tell. */
  readonly bytesOf?: (what: 'cmdline' | 'environ') => Uint8Array | undefined;
  readonly workingFolder: string;
  /** The terminal this program runs in; undefined if there is none. */
  readonly terminalName: () => Promise<string | undefined>;
  /** The name of this computer, for the `ssh -L` line. */
  readonly hostName: () => string;
  readonly processes: Processes;
  readonly now: () => Date;
  /** Aborted with a TrackerError `interrupted` by Ctrl-C, SIGTERM, SIGHUP and SIGQUIT. */
  readonly signal: AbortSignal;
  /** Leaves Ctrl-C and Ctrl-\ to another program at the terminal, such as a pager, while `work` runs. */
  readonly yieldInterrupts: <T>(work: () => Promise<T>) => Promise<T>;
  readonly version: string;
  /** The words that start this program again: the Node binary and the script, or the single file that has both. */
  readonly program: readonly string[];
  /** The command line that another command runs. */
  readonly within?: LineWithin;
  /** Replaces the network. */
  readonly send?: Send;
}
