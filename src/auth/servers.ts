import type { Client } from '../client/client.js';
import type { ServerUrl } from '../http/server-url.js';
import type { InstanceEntry } from './instances.js';
import type { Chosen } from './target.js';
import type { Vault } from './vault.js';

/** The servers this machine knows, and ways to speak to one that need no finished sign-in. */
export interface Servers {
  readonly vault: Vault;
  /** The instance that flags, environment and files name for this command. */
  chosen(): Promise<Chosen>;
  /** A client without a token, for `GET /instance`. */
  unsigned(server: ServerUrl): Client;
  /** A client with a token that is stored nowhere; `token` gives what it has been rotated to. */
  trial(server: ServerUrl, token: string, signal?: AbortSignal): { readonly client: Client; token(): string };
  /** The token this command would send. Throws `sign_in_required` when there is none. */
  currentToken(): Promise<string>;
  /** Ends the session of a token on its server, within 5 s. Throws where that fails. */
  endSession(session: {
    readonly entry: InstanceEntry;
    readonly token: string;
    readonly signal: AbortSignal;
  }): Promise<void>;
  /** The name of this computer. */
  readonly hostName: () => string;
}
