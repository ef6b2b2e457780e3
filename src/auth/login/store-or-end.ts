import { TrackerError } from '../../contract/errors.js';
import type { Servers } from '../servers.js';
import { isApiKey } from '../tokens/api-key.js';
import { type NewSignIn, type SignedIn, storeSignIn } from './store-sign-in.js';

/** How long an interrupted sign-in may take to end its session; an interrupted command has 800 in all (milliseconds). */
const interruptedMs = 500;

export interface StoreOrEnd extends NewSignIn {
  /** Whether the token's session was opened by this sign-in and is not used by anyone else. */
  readonly isNew: boolean;
  readonly signal: AbortSignal;
  warn(message: string): Promise<void>;
}

/**
 * Tries and stores a token like `storeSignIn`. If that fails, it ends a session opened for the token on the server, and
 * warns only if that fails too.
 */
export async function storeOrEnd(servers: Servers, signIn: StoreOrEnd): Promise<SignedIn> {
  const { isNew, signal, warn, ...options } = signIn;
  let latest = (): string => signIn.token;
  const watched: Servers = {
    ...servers,
    trial(...given) {
      const trial = servers.trial(...given);
      latest = trial.token;
      return trial;
    },
  };
  try {
    return await storeSignIn(watched, options);
  } catch (error) {
    const isRefused = error instanceof TrackerError && error.kind === 'sign_in_required';
    if (isNew && !isRefused && !isApiKey(latest())) await endNew(servers, signIn, latest());
    throw error;
  }
}

async function endNew(servers: Servers, { server, signal, warn }: StoreOrEnd, token: string): Promise<void> {
  const entry = { name: server.url.host, url: server.key, insecureHttp: true };
  try {
    await servers.endSession({
      entry,
      token,
      signal: signal.aborted ? AbortSignal.timeout(interruptedMs) : signal,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await warn(`the new session on ${server.key} may still be open: ${why}`);
  }
}
