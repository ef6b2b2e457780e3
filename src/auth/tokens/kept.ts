import { statSync } from 'node:fs';
import { TrackerError } from '../../contract/errors.js';
import { lockedIfPossible } from '../../disk/lock.js';
import type { Processes } from '../../disk/processes.js';
import { isToken } from '../../http/session.js';
import type { SourceParts } from './stored.js';
import { openTokenFile } from './token-file.js';

/** What it takes to follow a token from the environment. */
export interface EnvironmentParts extends SourceParts {
  /** For the lock of a token file. */
  readonly processes: Processes;
}

/** Where the successors of a token from the environment are stored. */
export interface Kept {
  /** The newest token, read again with `again`; undefined if it is the given one. */
  read(again: boolean): Promise<string | undefined>;
  /** Stores the successor of `sent`. Gives a warning if it was stored somewhere else. Throws if it could not be stored. */
  write(token: string, sent: string): Promise<string | undefined>;
  locked<T>(work: () => Promise<T>): Promise<T>;
  /** The time of the last write (milliseconds since 1970). */
  changedAt(): number;
}

/** What stands for a token from the environment in a file, without giving it away. */
export async function fingerprintOf(token: string, url: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(`${url}\n${token}`).digest('hex');
}

/** The successors of `TRACKER_TOKEN`, stored under a hash of the token and the server (docs/requirements.md, R25). */
export function keptInVault(given: string, { vault, entry }: EnvironmentParts): Kept {
  const fingerprint = async (): Promise<string> => await fingerprintOf(given, entry.url);
  return {
    read: async (again) => {
      const key = await fingerprint();
      // A token from the environment must work even if the file is damaged (docs/requirements.md, R65).
      return await vault.successor(key, again).catch(() => undefined);
    },
    write: async (next) => {
      await vault.keepSuccessor(await fingerprint(), next);
      return undefined;
    },
    locked: vault.locked,
    changedAt: () => timeOf(vault.path),
  };
}

/**
 * The file named by `TRACKER_TOKEN_FILE`, which has just been read. If it cannot be written, the successor is stored like
 * that of `TRACKER_TOKEN`. A token that someone else has written to the file in the meantime is left alone
 * (docs/requirements.md, R24).
 */
export function keptInFile(path: string, given: string, parts: EnvironmentParts): Kept {
  const file = openTokenFile(path, parts);
  /** The token in the file, and all tokens that may be replaced there. */
  let inFile = given;
  const chain = new Set([given]);
  let isElsewhere = false;
  const instead = (): Kept => keptInVault(inFile, parts);
  const look = (text: string): string | undefined => {
    // Another program may be in the middle of writing it: anything that is not a token is ignored.
    const token = text.trim();
    if (!isToken(token)) return undefined;
    inFile = token;
    return token;
  };
  const mayReplace = (text: string): boolean => {
    const token = look(text);
    if (token === undefined) throw new TrackerError('failed', 'it no longer contains a token');
    return chain.has(token);
  };
  return {
    async read(again) {
      const found = again ? look(textOf(file.readAgain)) : undefined;
      const successor = await instead().read(again);
      isElsewhere ||= successor !== undefined;
      const newest = successor ?? found;
      if (newest !== undefined) chain.add(inFile).add(newest);
      return newest;
    },
    async write(next, sent) {
      chain.add(sent).add(next);
      try {
        await file.write(`${next}\n`, mayReplace);
        if (chain.has(inFile)) inFile = next;
        return undefined;
      } catch (error) {
        try {
          await instead().write(next, sent);
        } catch {
          throw error;
        }
        isElsewhere = true;
        return keptInstead(path, parts.vault.path, error);
      }
    },
    locked: (work) => lockedIfPossible(file.locked, work, () => parts.vault.locked(work)),
    changedAt: () => Math.max(timeOf(path), isElsewhere ? timeOf(parts.vault.path) : 0),
  };
}

function keptInstead(file: string, vault: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `the server sent a new token, but it could not be saved in ${file} (${why}); it was saved in ${vault} instead`;
}

function textOf(read: () => string | undefined): string {
  try {
    return read() ?? '';
  } catch {
    return '';
  }
}

function timeOf(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
