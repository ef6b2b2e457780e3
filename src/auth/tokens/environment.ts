import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Env } from '../../config/folders.js';
import { attempt, type Sentence, TrackerError, usageError } from '../../contract/errors.js';
import { codeOf } from '../../disk/file-trouble.js';
import type { FindFolder } from '../../disk/folder.js';
import { lockedIfPossible } from '../../disk/lock.js';
import type { Processes } from '../../disk/processes.js';
import { whileStoring } from '../../disk/storing.js';
import { isToken, type TokenStore } from '../../http/session.js';
import { signInRequired } from './sign-in-required.js';
import { expectRotation, isRecent, type SourceParts } from './stored.js';
import { openTokenFile, readTokenText } from './token-file.js';
import { fingerprinted, keepTokenUser, userOfToken } from './token-users.js';
import { createTurns, notSaved } from './waiting.js';

interface EnvironmentToken {
  readonly token: string;
  readonly variable: 'TRACKER_TOKEN' | 'TRACKER_TOKEN_FILE';
  /** The file to write rotated tokens back to. */
  readonly file?: string;
}

/**
 * Reads the token from `TRACKER_TOKEN`, or else from `TRACKER_TOKEN_FILE`; one of them is set. If the file is a pipe, waits
 * until it is written or `signal` is aborted. Throws a usage error for an invalid token (docs/requirements.md, R26).
 */
export async function readEnvironmentToken(env: Env, signal: AbortSignal): Promise<EnvironmentToken> {
  if (env.TRACKER_TOKEN) return { token: checkToken(env.TRACKER_TOKEN, 'TRACKER_TOKEN'), variable: 'TRACKER_TOKEN' };
  const file = env.TRACKER_TOKEN_FILE ?? '';
  const text = await readTokenFile(file, signal);
  return { token: checkToken(text, 'TRACKER_TOKEN_FILE'), variable: 'TRACKER_TOKEN_FILE', file };
}

/** The token from the environment, and its successors when the server rotates it. */
export function environmentTokens(given: EnvironmentToken, parts: EnvironmentParts): TokenStore {
  const { vault, entry } = parts;
  const kept = given.file === undefined ? keptInVault(given.token, parts) : keptInFile(given.file, given.token, parts);
  let inUse: string | undefined;
  /** The warning, if the newest token could not be saved. */
  let unsaved: Sentence | undefined;
  const turns = createTurns({
    ...parts,
    host: new URL(entry.url).host,
    locked: kept.locked,
    read: async () => {
      inUse = (await kept.read(true)) ?? inUse ?? given.token;
      return inUse;
    },
    unsaved: () => (unsaved === undefined ? undefined : inUse),
    missing: async () => await signInRequired(parts),
  });
  const hasRotated = async (): Promise<boolean> => inUse !== given.token;
  return {
    ...turns,
    hasRotated,
    unsaved: () => unsaved,
    variable: given.variable,
    given: given.token,
    expectRotation: () => expectRotation(hasRotated, () => vault.prepare(entry.url)),
    isContended: async () => isRecent(kept.changedAt()),
    async current(again = false) {
      if (again && unsaved === undefined) inUse = (await kept.read(true)) ?? inUse;
      inUse ??= (await kept.read(false)) ?? given.token;
      return inUse;
    },
    async rotate(next, sent) {
      inUse = next;
      try {
        const warning = await whileStoring(() => kept.write(next, sent));
        unsaved = undefined;
        // The file has it from now on.
        if (given.file !== undefined) attempt(() => keepSuccessorUser(parts, given.token, next));
        return warning;
      } catch (error) {
        unsaved = notSaved(given.file ?? vault.path, error);
        return unsaved;
      }
    },
  };
}

/** What stands for a token from the environment in a file. */
export function fingerprintOf(token: string, url: string): string {
  return createHash('sha256').update(fingerprinted(token, url)).digest('hex');
}

function keepSuccessorUser({ cacheFolder, entry: { url } }: EnvironmentParts, from: string, to: string): void {
  const id = userOfToken(cacheFolder, url, fingerprintOf(from, url));
  if (id !== undefined) keepTokenUser(cacheFolder, url, [fingerprintOf(to, url), id]);
}

interface EnvironmentParts extends SourceParts {
  /** For the lock of a token file. */
  readonly processes: Processes;
  readonly cacheFolder: FindFolder;
}

interface SuccessorStore {
  /** The newest token, read again with `again`; undefined if it is the given one. */
  read(again: boolean): Promise<string | undefined>;
  /** Stores the successor of `sent`. Gives a warning if it was stored somewhere else. Throws if it could not be stored. */
  write(token: string, sent: string): Promise<Sentence | undefined>;
  locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The time of the last write (milliseconds since 1970). */
  changedAt(): number;
}

function checkToken(text: string, variable: string): string {
  const token = text.trim();
  if (isToken(token)) return token;
  if (token === '' && variable === 'TRACKER_TOKEN_FILE')
    throw usageError(`${variable} names an empty file`, 'write a token to the file, or unset the variable');
  const why = token.includes('\n') ? 'it has more than one line' : 'it has invalid characters, or is too long';
  throw usageError(`${variable} does not contain a valid token: ${why}`);
}

async function readTokenFile(file: string, signal: AbortSignal): Promise<string> {
  try {
    return await readTokenText(file, signal);
  } catch (cause) {
    if (cause instanceof TrackerError) throw cause;
    const code = codeOf(cause);
    const why = code === 'ENOENT' ? `no such file: ${file}` : `cannot read ${file}: ${code}`;
    throw new TrackerError('usage', `TRACKER_TOKEN_FILE: ${why}`, { cause });
  }
}

/** The successors of `TRACKER_TOKEN`, stored under a hash of the token and the server (docs/requirements.md, R25). */
function keptInVault(given: string, { vault, entry }: EnvironmentParts): SuccessorStore {
  const fingerprint = (): string => fingerprintOf(given, entry.url);
  return {
    read: async (again) =>
      await vault.successor(fingerprint(), again).catch((error: unknown) => {
        // Its helper failed: the token that was given has been replaced long ago.
        if (error instanceof TrackerError && error.kind === 'sign_in_required') throw error;
        // A token from the environment must work even if the file is damaged (docs/requirements.md, R65).
        return undefined;
      }),
    write: async (next) => void (await vault.keepSuccessor(fingerprint(), entry.url, next)),
    locked: vault.locked,
    changedAt: () => timeOf(vault.path),
  };
}

/**
 * The file named by `TRACKER_TOKEN_FILE`, which has just been read. If it cannot be written, the successor is stored like
 * that of `TRACKER_TOKEN`. A token that someone else has written to the file in the meantime is left alone
 * (docs/requirements.md, R24).
 */
function keptInFile(path: string, given: string, parts: EnvironmentParts): SuccessorStore {
  const file = openTokenFile(path, parts);
  /** The token in the file, and all tokens that may be replaced there. */
  let inFile = given;
  const chain = new Set([given]);
  let isElsewhere = false;
  const instead = (): SuccessorStore => keptInVault(inFile, parts);
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
      const found = again ? look(attempt(file.readAgain) ?? '') : undefined;
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
        return notSaved(path, error, `it was saved in ${parts.vault.path} instead`);
      }
    },
    locked: (work, signal) =>
      lockedIfPossible(
        (inside) => file.locked(inside, signal),
        work,
        () => parts.vault.locked(work, signal),
      ),
    changedAt: () => Math.max(timeOf(path), isElsewhere ? timeOf(parts.vault.path) : 0),
  };
}

function timeOf(path: string): number {
  return attempt(() => statSync(path).mtimeMs) ?? 0;
}
