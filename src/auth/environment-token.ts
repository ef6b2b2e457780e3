import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Env } from '../config/folders.js';
import { TrackerError, usageError } from '../errors.js';
import { isToken } from '../http/session.js';
import type { TokenStore } from '../http/token-store.js';
import { notSaved, type SourceParts } from './token-source.js';
import type { Vault } from './vault.js';
import { createQueue, newerTokenWaitMs, repeatWithNewerToken } from './waiting.js';

/** A token that the environment gives, and which variable did. */
export interface EnvironmentToken {
  readonly token: string;
  readonly variable: 'TRACKER_TOKEN' | 'TRACKER_TOKEN_FILE';
  /** The file to write rotated tokens back to. */
  readonly file?: string;
}

/** Reads `TRACKER_TOKEN`, else `TRACKER_TOKEN_FILE`, one of which is set (docs/requirements.md, R26). */
export function readEnvironmentToken(env: Env): EnvironmentToken {
  if (env.TRACKER_TOKEN) return { token: checkToken(env.TRACKER_TOKEN, 'TRACKER_TOKEN'), variable: 'TRACKER_TOKEN' };
  const file = env.TRACKER_TOKEN_FILE ?? '';
  return { token: checkToken(readTokenFile(file), 'TRACKER_TOKEN_FILE'), variable: 'TRACKER_TOKEN_FILE', file };
}

/** The token the environment gives, followed through its rotations. */
export function environmentTokens(given: EnvironmentToken, parts: SourceParts): TokenStore {
  const { vault, signal, waitMs = newerTokenWaitMs } = parts;
  const queue = createQueue();
  const kept = given.file === undefined ? successorOf(given, parts) : contentOf(given.file, vault);
  let inUse: string | undefined;
  let isUnsaved = false;
  return {
    variable: given.variable,
    async current() {
      inUse ??= (await kept.read(false)) ?? given.token;
      return inUse;
    },
    async rotate(next) {
      inUse = next;
      try {
        await kept.write(next);
        isUnsaved = false;
        return undefined;
      } catch (error) {
        isUnsaved = true;
        return notSaved(given.file ?? vault.path, error);
      }
    },
    inTurn: (work) =>
      queue(async () => {
        if (isUnsaved && inUse !== undefined) return await work(inUse);
        return await vault.locked(async () => {
          inUse = (await kept.read(true)) ?? given.token;
          return await work(inUse);
        });
      }),
    repeatWithNewer: (sent, repeat) =>
      queue(async () => {
        // A newer token that could not be saved is known to this process alone: there is nothing to lock.
        if (isUnsaved && inUse !== undefined && inUse !== sent) return await repeat(inUse);
        const read = async (): Promise<string> => {
          inUse = (await kept.read(true)) ?? given.token;
          return inUse;
        };
        return await repeatWithNewerToken({ sent, waitMs, signal, locked: vault.locked, read }, repeat);
      }),
  };
}

/** Where the newest token is kept, beside the variable itself. */
interface Kept {
  read(again: boolean): Promise<string | undefined>;
  write(token: string): Promise<void>;
}

/** The successor of `TRACKER_TOKEN`, under a hash of it and its server (docs/requirements.md, R25). */
function successorOf({ token }: EnvironmentToken, { vault, entry }: SourceParts): Kept {
  const fingerprint = async (): Promise<string> => {
    const { createHash } = await import('node:crypto');
    return createHash('sha256').update(`${entry.url}\n${token}`).digest('hex');
  };
  return {
    read: async (again) => {
      const key = await fingerprint();
      // A damaged file must not keep a token of the environment from working (docs/requirements.md, R65).
      return await vault.successor(key, again).catch(() => undefined);
    },
    write: async (next) => await vault.keepSuccessor(await fingerprint(), next),
  };
}

/** The file of `TRACKER_TOKEN_FILE`, which has just been read when `again` is false. */
function contentOf(file: string, vault: Vault): Kept {
  return {
    read: async (again) => (again ? checkToken(readTokenFile(file), 'TRACKER_TOKEN_FILE') : undefined),
    write: async (next) => await vault.locked(async () => writeTokenFile(file, next)),
  };
}

function checkToken(text: string, variable: string): string {
  const token = text.replace(/\r?\n$/, '');
  if (isToken(token)) return token;
  throw usageError(`${variable} does not hold a token: it has characters that no token has, or is too long`);
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new TrackerError('usage', `TRACKER_TOKEN_FILE: cannot read ${file}: ${code}`, { cause });
  }
}

function writeTokenFile(file: string, token: string): void {
  const temporary = `${file}.new`;
  writeFileSync(temporary, `${token}\n`, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
}
