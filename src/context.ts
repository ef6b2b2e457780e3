import type { Vault } from './auth/vault.js';
import type { Client } from './client/client.js';
import type { Settings } from './config/settings.js';
import type { Show } from './output/show.js';
import type { Launch } from './terminal/launch.js';
import type { Io } from './terminal/io.js';
import type { Prompt } from './terminal/prompt.js';

/** What a command may use. Frozen; dear things are behind calls, so that a command pays only for what it asks for. */
export interface Context {
  readonly io: Io;
  readonly settings: Settings;
  /** The client of the chosen instance, signed in. Throws `sign_in_required` when there is no token. */
  client(): Promise<Client>;
  /** Instances and tokens on this machine. */
  readonly vault: Vault;
  readonly prompt: Prompt;
  readonly launch: Launch;
  readonly show: Show;
  now(): Date;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP. */
  readonly signal: AbortSignal;
}
