import { TrackerError } from '../../errors.js';
import type { TokenStore } from '../../http/token-store.js';

/** How long a refused request waits for another process to store a newer token, in milliseconds. */
const newerTokenWaitMs = 5_000;

/** How much of that passes before the person at a terminal is told, in milliseconds. */
const noticeMs = 1_000;

const pollMs = 50;

/** How long a request holds the lock; it goes on without, so that a slow server holds nobody up (D7; milliseconds). */
const longestHoldMs = 10_000;

/** What a process needs to take turns with the others that use the same tokens. */
export interface TurnParts {
  /** The server's host and port, for the notice. */
  readonly host: string;
  readonly signal: AbortSignal;
  /** How long to wait for another process to store a newer token (milliseconds; 5 s when left out). */
  readonly waitMs?: number | undefined;
  /** Tells a person that the command waits; left out where nobody sits. */
  readonly notice?: ((sentence: string) => void) | undefined;
  readonly locked: <T>(work: () => Promise<T>) => Promise<T>;
  /** Reads the store again. */
  readonly read: () => Promise<string | undefined>;
  /** The newer token that could not be saved: this process alone knows it, and there is nothing to lock or to read. */
  readonly unsaved: () => string | undefined;
  /** The error where no token is stored any more. */
  readonly missing: () => Promise<Error>;
}

/** The parts of a token store that only a rotated or refused token needs; work of one process runs one after the other. */
export type Turns = Required<Pick<TokenStore, 'inTurn' | 'repeatWithNewer'>>;

export function createTurns(parts: TurnParts): Turns {
  const queue = createQueue();
  const { read, unsaved, missing } = parts;
  const locked: TurnParts['locked'] = (work) =>
    lockedWherePossible((inside) => tellingWait(parts.notice, parts.locked, inside), work);
  return {
    inTurn: (work) =>
      queue(async () => {
        const own = unsaved();
        if (own !== undefined) return await work(own);
        return await locked(async () => {
          const token = await read();
          if (token !== undefined) return await work(token);
          throw await missing();
        });
      }),
    repeatWithNewer: (sent, repeat) => {
      const refusedAt = performance.now();
      return queue(async () => {
        const own = unsaved();
        if (own !== undefined && own !== sent) return await repeat(own);
        // What was refused with others has waited with them: a dead token is known for all of them after one wait.
        const waitMs = (parts.waitMs ?? newerTokenWaitMs) - (performance.now() - refusedAt);
        return await repeatWithNewerToken({ ...parts, locked, sent, waitMs }, repeat);
      });
    },
  };
}

/** A queue of one process: work runs one after the other, in the order it came. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Tells a person when the lock itself takes long to come. */
async function tellingWait<T>(
  notice: TurnParts['notice'],
  locked: TurnParts['locked'],
  work: () => Promise<T>,
): Promise<T> {
  const told = setTimeout(() => notice?.('another tracker process is at work; waiting for it …'), noticeMs);
  return await heldBriefly(locked, () => {
    clearTimeout(told);
    return work();
  }).finally(() => clearTimeout(told));
}

/** Runs `work` under the lock, which is let go before `work` has ended when that takes too long. */
async function heldBriefly<T>(locked: TurnParts['locked'], work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const { running } = await locked(async () => {
    const running = work();
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestHoldMs);
    });
    await Promise.race([running, enough]).finally(() => clearTimeout(timer));
    return { running };
  });
  return await running;
}

/** Runs `work` under the lock, or without where no lock file can be written: nobody else stores anything there either. */
async function lockedWherePossible<T>(locked: TurnParts['locked'], work: () => Promise<T>): Promise<T> {
  let isInside = false;
  try {
    return await locked(() => {
      isInside = true;
      return work();
    });
  } catch (error) {
    const isUnwritable = !isInside && error instanceof TrackerError && error.cause !== undefined;
    if (isUnwritable) return await work();
    throw error;
  }
}

type NewerToken = Pick<TurnParts, 'signal' | 'locked' | 'read' | 'notice'> & {
  readonly host?: string;
  readonly sent: string;
  readonly waitMs: number;
};

/**
 * Waits until the stored token differs from the one that was refused, then runs `repeat` with it while holding the lock.
 * The lock is free between two looks, or nobody could store anything. Undefined when nothing changed in time
 * (docs/requirements.md, R19).
 */
export async function repeatWithNewerToken<T>(
  parts: NewerToken,
  repeat: (token: string) => Promise<T>,
): Promise<T | undefined> {
  const started = performance.now();
  let isTold = false;
  for (;;) {
    parts.signal.throwIfAborted();
    const seen = await parts.read();
    if (seen !== undefined && seen !== parts.sent) {
      const outcome = await parts.locked(async () => {
        const token = await parts.read();
        return token === undefined || token === parts.sent ? undefined : { reply: await repeat(token) };
      });
      if (outcome) return outcome.reply;
    }
    const waited = performance.now() - started;
    if (seen === undefined || waited >= parts.waitMs) return undefined;
    if (waited >= noticeMs && !isTold) {
      isTold = true;
      parts.notice?.(`${parts.host} refuses the token; waiting for another tracker process to store a newer one …`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** The warning for a token that was rotated and could not be kept (docs/requirements.md, R24). */
export function notSaved(path: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `the server gave a new sign-in token, but it could not be saved in ${path} (${why}); you may have to sign in again`;
}
