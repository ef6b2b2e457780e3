import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ConfFile } from '../config/conf-file.js';
import { filesAhead, nameAhead } from '../config/leftovers.js';
import type { Stored } from '../config/stored-file.js';
import { isRow } from '../contract/row.js';
import { isToken } from '../http/session.js';

/** A token that the server has just sent, and the one it replaces. */
export interface Arrival {
  /** Where the token belongs: an instance, a file, or the fingerprint of a token from the environment. */
  readonly key: string;
  /** Empty for a token from the environment that the server had not rotated before. */
  readonly sent: string;
  readonly next: string;
}

/** A file with an arrival. Whoever stores its token deletes it, and so does a sign-out. */
export interface AheadFile {
  isThere(): boolean;
  remove(): void;
}

type Change = (stored: Stored) => Stored;

/**
 * Tokens that have arrived and are not in the token file yet. Each is first written to a file of its own, without a lock
 * and without waiting for the disk. If the process is killed before it has stored the token, the next one does
 * (docs/requirements.md, D12).
 */
export interface WriteAhead {
  /** Writes an arrival at once. Undefined if it cannot be written: storing the token will report why. */
  write(arrival: Arrival): AheadFile | undefined;
  /**
   * Stores an arrival. False if `change` changed nothing, or if another process was first, or someone has signed out.
   * Throws if it cannot be stored, and then leaves nothing behind.
   */
  store(arrival: Arrival, change: Change): Promise<boolean>;
  /**
   * The newest token after `sent`, the stored one. If killed processes have left any, `store` is called with the last; it
   * must store it only while `isThere`, which it checks under its lock. A token that cannot be stored is given all the same.
   */
  newest(
    from: Pick<Arrival, 'key' | 'sent'>,
    store: (next: string, isThere: () => boolean) => Promise<unknown>,
  ): Promise<string>;
}

export function openWriteAhead(credentials: ConfFile): WriteAhead {
  const write = (arrival: Arrival): AheadFile | undefined => {
    try {
      return writeTo(nameAhead(credentials.path), arrival);
    } catch {
      return undefined;
    }
  };
  return {
    write,
    async store(arrival, change) {
      const file = write(arrival);
      let isStored = false;
      try {
        await credentials.update((stored) => {
          const next = file && !file.isThere() ? stored : change(stored);
          isStored = next !== stored;
          return next;
        });
      } finally {
        file?.remove();
      }
      return isStored;
    },
    async newest({ key, sent }, store) {
      const left = findAfter(filesOf(credentials), key, sent);
      const last = left.at(-1);
      if (!last) return sent;
      try {
        await store(last.next, () => left.every((each) => each.isThere()));
        for (const each of left) each.remove();
      } catch {
        // A later process stores it.
      }
      return last.next;
    },
  };
}

function writeTo(file: string, arrival: Arrival): AheadFile {
  try {
    writeFileSync(file, JSON.stringify(arrival), { mode: 0o600, flag: 'wx' });
    return aheadFile(file);
  } catch (error) {
    remove(file);
    throw error;
  }
}

interface Found extends Arrival, AheadFile {
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** When a file that leads nowhere is deleted; until then its process may still be storing the token (milliseconds). */
const abandonedMs = 60_000;

/** None if there is no config folder, or if it cannot be listed. */
function filesOf(credentials: ConfFile): readonly string[] {
  try {
    return filesAhead(credentials.path);
  } catch {
    return [];
  }
}

/** The arrivals that lead from a token to the newest one, in order. */
function findAfter(files: readonly string[], key: string, token: string): readonly Found[] {
  const others = new Set(files.flatMap(readArrival).filter((each) => each.key === key));
  const found: Found[] = [];
  for (let sent = token; ; ) {
    const next = [...others].find((each) => each.sent === sent);
    if (!next) break;
    others.delete(next);
    found.push(next);
    sent = next.next;
  }
  for (const each of others) if (each.next === token || Date.now() - each.writtenAt > abandonedMs) each.remove();
  return found;
}

function readArrival(file: string): readonly Found[] {
  try {
    const arrival: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRow(arrival)) return [];
    const { key, sent, next } = arrival;
    if (typeof key !== 'string' || typeof sent !== 'string' || typeof next !== 'string' || !isToken(next)) return [];
    return [{ key, sent, next, ...aheadFile(file), writtenAt: statSync(file).mtimeMs }];
  } catch {
    // Another process is writing it, or has just deleted it.
    return [];
  }
}

function aheadFile(file: string): AheadFile {
  return { isThere: () => existsSync(file), remove: () => remove(file) };
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Once its token is stored it leads nowhere. A sign-out reports it.
  }
}
