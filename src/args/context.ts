import type { Servers } from '../auth/servers.js';
import type { Client } from '../client/client.js';
import type { Settings } from '../config/settings.js';
import type { HeldLock } from '../disk/lock.js';
import type { Show } from '../output/show.js';
import type { Launch } from '../terminal/programs/launch.js';
import type { Prompt } from '../terminal/prompt/prompt.js';
import type { Io } from '../terminal/streams/io.js';

/** The commands of the program, for those that run others. */
export interface Commands {
  /** Whether a word is the name of a command, such as `tasks`, so that nothing else may have it. */
  has(word: string): boolean;
  /** The VerbBody of a command such as `tasks edit` or `close`, whose type would need this one; undefined if there is none. */
  load(command: string): Promise<unknown>;
}

/** Everything a command may use. Frozen. Expensive parts are created on the first call, so a command pays only for what it uses. */
export interface Context {
  readonly io: Io;
  readonly settings: Settings;
  /** A signed-in client for the chosen instance. Throws `sign_in_required` when there is no token. */
  client(): Promise<Client>;
  /** The servers known on this machine, for signing in and out. */
  readonly servers: Servers;
  readonly prompt: Prompt;
  readonly launch: Launch;
  readonly show: Show;
  now(): Date;
  readonly commands: Commands;
  /** The claims that this program has on entries of the ledger. */
  readonly held?: (number: number) => HeldLock | undefined;
  /** Aborted by Ctrl-C, SIGTERM, SIGHUP and SIGQUIT. */
  readonly signal: AbortSignal;
}
