import type { Servers } from './auth/servers.js';
import type { Client } from './client/client.js';
import type { Settings } from './config/settings.js';
import type { Show } from './output/show.js';
import type { Io } from './terminal/io.js';
import type { Launch } from './terminal/launch.js';
import type { Prompt } from './terminal/prompt.js';

/** What a command may use. Frozen; dear things are behind calls, so that a command pays only for what it asks for. */
export interface Context {
  readonly io: Io;
  readonly settings: Settings;
  /** The client of the chosen instance, signed in. Throws `sign_in_required` when there is no token. */
  client(): Promise<Client>;
  /** The servers this machine knows, for signing in and out. */
  readonly servers: Servers;
  readonly prompt: Prompt;
  readonly launch: Launch;
  readonly show: Show;
  now(): Date;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP. */
  readonly signal: AbortSignal;
}
