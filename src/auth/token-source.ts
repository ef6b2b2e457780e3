import { TrackerError } from '../errors.js';
import type { TokenStore } from '../http/token-store.js';
import type { InstanceEntry } from './instances.js';
import type { StoredToken, Vault } from './vault.js';
import { createQueue, newerTokenWaitMs, repeatWithNewerToken } from './waiting.js';

export interface SourceParts {
  readonly vault: Vault;
  readonly entry: InstanceEntry;
  readonly signal: AbortSignal;
}

/** The tokens of a signed-in instance. */
export function storedTokens({ vault, entry, signal }: SourceParts): TokenStore {
  const queue = createQueue();
  let inUse: StoredToken | undefined;
  const read = async (again: boolean): Promise<StoredToken | undefined> => await vault.token(entry, again);
  return {
    async current() {
      inUse ??= await read(false);
      if (inUse) return inUse.token;
      throw signInRequired(entry);
    },
    async rotate(next) {
      const started = inUse;
      if (!started) return undefined;
      inUse = { ...started, token: next };
      try {
        await vault.rotate(entry, started.signIn, next);
        return undefined;
      } catch (error) {
        return notSaved(vault.path, error);
      }
    },
    repeatWithNewer: (sent, repeat) =>
      queue(async () => {
        const locked = vault.locked;
        const readToken = async (): Promise<string | undefined> => {
          const stored = await read(true);
          if (stored) inUse = stored;
          return stored?.token;
        };
        return await repeatWithNewerToken({ sent, waitMs: newerTokenWaitMs, signal, locked, read: readToken }, repeat);
      }),
  };
}

/** The error of a command that needs a sign-in. */
export function signInRequired(entry: { readonly url: string; readonly name: string }): TrackerError {
  return new TrackerError('sign_in_required', `you are not signed in to ${entry.name} (${entry.url})`, {
    hint: `tracker login ${entry.url}`,
  });
}

/** The warning for a token that was rotated and could not be kept (docs/requirements.md, R24). */
export function notSaved(path: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `the server gave a new sign-in token, but it could not be saved in ${path} (${why}); you may have to sign in again`;
}
