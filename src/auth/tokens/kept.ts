import { statSync } from 'node:fs';
import { TrackerError } from '../../errors.js';
import { isToken } from '../../http/session.js';
import type { Processes } from '../../lock/processes.js';
import type { SourceParts } from './stored.js';
import { openTokenFile } from './token-file.js';

/** What following a token of the environment takes. */
export interface EnvironmentParts extends SourceParts {
  /** For the lock of a token file. */
  readonly processes: Processes;
}

/** Where the newest token is kept, beside the variable itself. */
export interface Kept {
  /** The newest token, looked for afresh if `again`; undefined where it is the one that was given. */
  read(again: boolean): Promise<string | undefined>;
  /** Keeps the token that follows on `sent`. Gives a warning where it is kept in another place. Throws where it is not. */
  write(token: string, sent: string): Promise<string | undefined>;
  locked<T>(work: () => Promise<T>): Promise<T>;
  /** When something was written there last (milliseconds since 1970). */
  changedAt(): number;
}

/** The successor of `TRACKER_TOKEN`, under a hash of it and its server (docs/requirements.md, R25). */
export function keptInVault(given: string, { vault, entry }: EnvironmentParts): Kept {
  const fingerprint = async (): Promise<string> => {
    const { createHash } = await import('node:crypto');
    return createHash('sha256').update(`${entry.url}\n${given}`).digest('hex');
  };
  return {
    read: async (again) => {
      const key = await fingerprint();
      // A damaged file must not keep a token of the environment from working (docs/requirements.md, R65).
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
 * The file of `TRACKER_TOKEN_FILE`, which has just been read. Where it cannot be written, the successor of the token in it
 * is kept as that of `TRACKER_TOKEN` is. A token that somebody else has put there meanwhile is left alone
 * (docs/requirements.md, R24).
 */
export function keptInFile(path: string, given: string, parts: EnvironmentParts): Kept {
  const file = openTokenFile(path, parts);
  /** What stands in the file, and every token that may be replaced in it. */
  let inFile = given;
  const chain = new Set([given]);
  let isElsewhere = false;
  const instead = (): Kept => keptInVault(inFile, parts);
  const look = (text: string): string | undefined => {
    // Whoever else writes it need not do so at once: what is no token is not looked at.
    const token = withoutNewline(text);
    if (!isToken(token)) return undefined;
    inFile = token;
    return token;
  };
  const mayReplace = (text: string): boolean => {
    const token = look(text);
    if (token === undefined) throw new TrackerError('failed', 'it no longer holds a token');
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
    locked: (work) => lockedWhereWritable(file.locked, parts.vault.locked, work),
    changedAt: () => Math.max(timeOf(path), isElsewhere ? timeOf(parts.vault.path) : 0),
  };
}

/** What cannot be written has no lock beside it, and is kept in the vault. */
async function lockedWhereWritable<T>(
  first: Kept['locked'],
  second: Kept['locked'],
  work: () => Promise<T>,
): Promise<T> {
  let isInside = false;
  try {
    return await first(() => {
      isInside = true;
      return work();
    });
  } catch (error) {
    const isInterrupted = error instanceof TrackerError && error.cause === undefined;
    if (isInside || isInterrupted) throw error;
    return await second(work);
  }
}

function keptInstead(file: string, vault: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `the server gave a new sign-in token, but it could not be saved in ${file} (${why}); it is kept in ${vault} instead`;
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

export function withoutNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}
