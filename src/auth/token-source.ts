import { TrackerError } from '../errors.js';
import type { TokenStore } from '../http/token-store.js';
import type { InstanceEntry } from './instances.js';
import type { StoredToken, Vault } from './vault.js';
import { createQueue, newerTokenWaitMs, repeatWithNewerToken } from './waiting.js';

export interface SourceParts {
  readonly vault: Vault;
  readonly entry: InstanceEntry;
  readonly signal: AbortSignal;
  /** How long a refused request waits for another process to store a newer token (milliseconds). */
  readonly waitMs?: number;
}

/** The tokens of a signed-in instance. */
export function storedTokens({ vault, entry, signal, waitMs = newerTokenWaitMs }: SourceParts): TokenStore {
  const queue = createQueue();
  /** From every token this process has used to the sign-in it came from. */
  const signIns = new Map<string, number>();
  let inUse: StoredToken | undefined;
  let isUnsaved = false;
  const use = (stored: StoredToken): string => {
    inUse = stored;
    signIns.set(stored.token, stored.signIn);
    return stored.token;
  };
  return {
    async current() {
      const stored = inUse ?? (await vault.token(entry));
      if (stored) return use(stored);
      throw signInRequired(entry);
    },
    async rotate(next, sent) {
      const signIn = signIns.get(sent);
      if (signIn === undefined) return undefined;
      signIns.set(next, signIn);
      if (inUse?.signIn === signIn) inUse = { token: next, signIn };
      try {
        await vault.rotate(entry, signIn, next);
        isUnsaved = false;
        return undefined;
      } catch (error) {
        isUnsaved = true;
        return notSaved(vault.path, error);
      }
    },
    inTurn: (work) =>
      queue(async () => {
        if (isUnsaved && inUse) return await work(inUse.token);
        return await vault.locked(async () => {
          const stored = await vault.token(entry, true);
          if (stored) return await work(use(stored));
          throw signInRequired(entry);
        });
      }),
    repeatWithNewer: (sent, repeat) =>
      queue(async () => {
        // A newer token that could not be saved is known to this process alone: there is nothing to lock.
        if (isUnsaved && inUse && inUse.token !== sent) return await repeat(inUse.token);
        const read = async (): Promise<string | undefined> => {
          const stored = await vault.token(entry, true);
          return stored && use(stored);
        };
        return await repeatWithNewerToken({ sent, waitMs, signal, locked: vault.locked, read }, repeat);
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
