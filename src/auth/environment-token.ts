import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Env } from '../config/folders.js';
import { TrackerError, usageError } from '../errors.js';
import { isToken } from '../http/session.js';
import type { TokenStore } from '../http/token-store.js';
import { notSaved, type SourceParts } from './token-source.js';
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
export function environmentTokens(given: EnvironmentToken, { vault, entry, signal }: SourceParts): TokenStore {
  const queue = createQueue();
  let inUse: string | undefined;
  const fingerprint = async (): Promise<string> => {
    const { createHash } = await import('node:crypto');
    return createHash('sha256').update(`${entry.url}\n${given.token}`).digest('hex');
  };
  const read = async (again: boolean): Promise<string> => {
    if (given.file !== undefined) return again ? checkToken(readTokenFile(given.file), given.variable) : given.token;
    return (await vault.successor(await fingerprint(), again)) ?? given.token;
  };
  const keep = async (next: string): Promise<void> => {
    const { file } = given;
    if (file === undefined) await vault.keepSuccessor(await fingerprint(), next);
    else await vault.locked(async () => writeTokenFile(file, next));
  };
  return {
    async current() {
      inUse ??= await read(false);
      return inUse;
    },
    async rotate(next) {
      inUse = next;
      try {
        await keep(next);
        return undefined;
      } catch (error) {
        return notSaved(given.file ?? vault.path, error);
      }
    },
    repeatWithNewer: (sent, repeat) =>
      queue(async () => {
        const readToken = async (): Promise<string> => {
          inUse = await read(true);
          return inUse;
        };
        return await repeatWithNewerToken(
          { sent, waitMs: newerTokenWaitMs, signal, locked: vault.locked, read: readToken },
          repeat,
        );
      }),
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
