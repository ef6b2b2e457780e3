import type { Sentence } from '../../contract/errors.js';
import { oneAfterAnother } from '../../contract/in-turn.js';
import { lockedIfPossible } from '../../disk/lock.js';
import { isApiKey, type TokenStore } from '../../http/session.js';

/** How long a refused request waits for another process to store a newer token (milliseconds). */
const newerTokenWaitMs = 5_000;

/** How long to wait before showing a notice (milliseconds). */
const noticeMs = 1_000;

const pollMs = 50;

/** How long a request may hold the lock; a slower one goes on without it (milliseconds; docs/requirements.md, D7). */
const longestHoldMs = 10_000;

export interface WaitOptions {
  readonly signal: AbortSignal;
  /** How long a refused request waits for another process to store a newer token (milliseconds; 5 s by default). */
  readonly waitMs?: number;
  /** Shows a notice while the command waits; left out if there is no terminal. */
  readonly notice?: ((sentence: Sentence) => void) | undefined;
}

/** What a process needs to take turns with the others that use the same tokens. */
interface TurnParts extends WaitOptions {
  /** The server's host and port, for the notice. */
  readonly host: string;
  readonly locked: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  readonly read: () => Promise<string | undefined>;
  /** A newer token that could not be saved. Only this process knows it, so there is nothing to lock or read. */
  readonly unsaved: () => string | undefined;
  /** The error when no token is stored any more. */
  readonly missing: () => Promise<unknown>;
}

/** The parts of a token store needed only after a rotated or refused token. Within one process, work runs one at a time. */
export type Turns = Required<Pick<TokenStore, 'inTurn' | 'repeatWithNewer'>>;

export function createTurns(parts: TurnParts): Turns {
  const queue = oneAfterAnother();
  const { read, unsaved, missing } = parts;
  const locked: TurnParts['locked'] = (work, signal) => {
    const lock: RunUnderLock = (inside) => parts.locked(inside, signal);
    return lockedIfPossible((inside) => withWaitNotice(parts.notice, lock, inside), work);
  };
  return {
    inTurn: (work, signal) =>
      queue(async () => {
        const own = unsaved();
        if (own !== undefined) return await work(own);
        return await locked(async () => {
          const token = await read();
          if (token !== undefined) return await work(token);
          throw await missing();
        }, signal);
      }),
    repeatWithNewer: (sent, repeat, signal = parts.signal) => {
      const refusedAt = performance.now();
      return queue(async () => {
        const own = unsaved();
        if (own !== undefined && own !== sent) return await repeat(own);
        // Requests refused together wait together: after one wait they all know that the token is dead. An API key is never
        // rotated, so only a new sign-in can help, and nothing says that one is under way.
        const longest = isApiKey(sent) ? 0 : (parts.waitMs ?? newerTokenWaitMs);
        const waitMs = longest - (performance.now() - refusedAt);
        const lock: RunUnderLock = (work) => locked(work, signal);
        return await repeatWithNewerToken({ ...parts, signal, locked: lock, sent, waitMs }, repeat);
      });
    },
  };
}

type RunUnderLock = <T>(work: () => Promise<T>) => Promise<T>;

async function withWaitNotice<T>(
  notice: TurnParts['notice'],
  locked: RunUnderLock,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => notice?.('waiting for another tracker process to finish…'), noticeMs);
  return await heldBriefly(locked, () => {
    clearTimeout(timer);
    return work();
  }).finally(() => clearTimeout(timer));
}

/** Runs `work` under the lock, which is released early if `work` takes too long. */
async function heldBriefly<T>(locked: RunUnderLock, work: () => Promise<T>): Promise<T> {
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

type NewerToken = Pick<TurnParts, 'host' | 'signal' | 'read' | 'notice'> & {
  readonly locked: RunUnderLock;
  readonly sent: string;
  readonly waitMs: number;
};

/**
 * Waits until the stored token differs from the refused one, then runs `repeat` with it while holding the lock. The lock is
 * free while it polls, so that others can store a token. Undefined if nothing changed in time (docs/requirements.md, R19).
 */
export async function repeatWithNewerToken<T>(
  parts: NewerToken,
  repeat: (token: string) => Promise<T>,
): Promise<T | undefined> {
  const started = performance.now();
  let isNotified = false;
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
    if (waited >= noticeMs && !isNotified) {
      isNotified = true;
      parts.notice?.(`${parts.host} rejected the token; waiting for another tracker process to store a newer one…`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** The warning for a rotated token that could not be saved (docs/requirements.md, R24). */
export function notSaved(path: string, error: unknown, then = 'you may have to sign in again'): Sentence {
  const why = error instanceof Error ? error.message : String(error);
  return `the server sent a new token, but it could not be saved in ${path} (${why}); ${then}`;
}
