import type { Client } from '../client/client.js';
import type { ServerUrl } from '../contract/server-url.js';
import type { InstanceEntry } from './instances.js';
import type { Chosen } from './target.js';
import type { Vault } from './vault.js';

/** The servers known on this machine, and clients that do not need a completed sign-in. */
export interface Servers {
  readonly vault: Vault;
  /** The instance this command is for, according to flags, environment and files. */
  chosen(): Promise<Chosen>;
  /** A client without a token, for `GET /instance`. */
  unsigned(server: ServerUrl, signal?: AbortSignal): Client;
  /** A client with a token kept only in memory; `token` gives the newest one if the server rotates it. */
  trial(server: ServerUrl, token: string, signal?: AbortSignal): { readonly client: Client; token(): string };
  /** The token this command would send. Throws `sign_in_required` when there is none. */
  currentToken(): Promise<string>;
  /** Ends the session of a token on its server, within 5 s. Throws if that fails. */
  endSession(session: {
    readonly entry: InstanceEntry;
    readonly token: string;
    readonly signal: AbortSignal;
  }): Promise<void>;
  /** The name of this computer. */
  readonly hostName: () => string;
}
