import { readFileSync, statSync } from 'node:fs';
import type { Env } from '../config/folders.js';
import { TrackerError, usageError } from '../errors.js';
import { isToken } from '../http/session.js';
import type { TokenStore } from '../http/token-store.js';
import type { Processes } from '../lock/lock.js';
import { whileStoring } from '../lock/storing.js';
import { signInRequired } from './sign-in-required.js';
import { openTokenFile } from './token-file.js';
import { isRecent, type SourceParts } from './token-source.js';
import { createTurns, notSaved } from './waiting.js';

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

export interface EnvironmentParts extends SourceParts {
  /** For the lock of a token file. */
  readonly processes: Processes;
}

/** The token the environment gives, followed through its rotations. */
export function environmentTokens(given: EnvironmentToken, parts: EnvironmentParts): TokenStore {
  const { vault, entry } = parts;
  const kept = given.file === undefined ? successorOf(given, parts) : contentOf(given.file, parts);
  let inUse: string | undefined;
  let isUnsaved = false;
  const turns = createTurns({
    ...parts,
    host: new URL(entry.url).host,
    locked: kept.locked,
    read: async () => {
      inUse = (await kept.read(true)) ?? inUse ?? given.token;
      return inUse;
    },
    unsaved: () => (isUnsaved ? inUse : undefined),
    missing: async () => await signInRequired(parts),
  });
  return {
    ...turns,
    variable: given.variable,
    isContended: async () => isRecent(kept.changedAt()),
    async current() {
      inUse ??= (await kept.read(false)) ?? given.token;
      return inUse;
    },
    async rotate(next) {
      inUse = next;
      try {
        await whileStoring(() => kept.write(next));
        isUnsaved = false;
        return undefined;
      } catch (error) {
        isUnsaved = true;
        return notSaved(given.file ?? vault.path, error);
      }
    },
  };
}

/** Where the newest token is kept, beside the variable itself. */
interface Kept {
  read(again: boolean): Promise<string | undefined>;
  write(token: string): Promise<void>;
  locked<T>(work: () => Promise<T>): Promise<T>;
  /** When something was written there last (milliseconds since 1970). */
  changedAt(): number;
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
    locked: vault.locked,
    changedAt: () => timeOf(() => vault.path),
  };
}

/** The file of `TRACKER_TOKEN_FILE`, which has just been read when `again` is false. */
function contentOf(path: string, parts: EnvironmentParts): Kept {
  const file = openTokenFile(path, parts);
  const readAgain = (): string | undefined => {
    try {
      // Whoever else writes it need not do so at once: what is no token is not looked at.
      const token = withoutNewline(file.readAgain() ?? '');
      return isToken(token) ? token : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    read: async (again) => (again ? readAgain() : undefined),
    write: async (next) => await file.write(`${next}\n`),
    locked: (work) => file.locked(work),
    changedAt: () => timeOf(() => path),
  };
}

function timeOf(path: () => string): number {
  try {
    return statSync(path()).mtimeMs;
  } catch {
    return 0;
  }
}

function checkToken(text: string, variable: string): string {
  const token = withoutNewline(text);
  if (isToken(token)) return token;
  if (token === '' && variable === 'TRACKER_TOKEN_FILE')
    throw usageError(`${variable} names a file that is empty`, 'put a token there, or unset it');
  throw usageError(`${variable} does not hold a token: it has characters that no token has, or is too long`);
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    const why = code === 'ENOENT' ? `there is no such file: ${file}` : `cannot read ${file}: ${code}`;
    throw new TrackerError('usage', `TRACKER_TOKEN_FILE: ${why}`, { cause });
  }
}

function withoutNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}
