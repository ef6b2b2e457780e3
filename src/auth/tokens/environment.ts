import type { Env } from '../../config/folders.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { codeOf } from '../../disk/file-trouble.js';
import { whileStoring } from '../../disk/storing.js';
import type { TokenStore } from '../../http/session.js';
import { isToken } from '../../http/session.js';
import { signInRequired } from '../sign-in-required.js';
import { type EnvironmentParts, keptInFile, keptInVault } from './kept.js';
import { expectRotation, isRecent } from './stored.js';
import { readTokenText } from './token-file.js';
import { createTurns, notSaved } from './waiting.js';

/** A token from the environment, and the variable it came from. */
export interface EnvironmentToken {
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
  let unsaved: string | undefined;
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
    expectRotation: () => expectRotation(hasRotated, vault.prepare),
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
        return warning;
      } catch (error) {
        unsaved = notSaved(given.file ?? vault.path, error);
        return unsaved;
      }
    },
  };
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
