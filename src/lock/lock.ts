import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { TrackerError } from '../errors.js';

/** What the lock must know about processes; `startedAt` tells two processes with one number apart. */
export interface Processes {
  readonly id: number;
  isAlive(id: number): boolean;
  /** A mark that is the same as long as it is the same process; empty where the system does not tell. */
  startedAt(id: number): string;
  /** Asks a process to end (SIGTERM). */
  terminate(id: number): void;
}

export interface LockOptions {
  /** The lock file; its folder must exist. */
  readonly file: string;
  readonly processes: Processes;
  /** How long to wait for a live owner, in milliseconds. */
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** How long a file without a readable owner is taken for one that is being written (milliseconds). */
const unreadableMs = 2_000;

/**
 * Runs `work` while holding the lock between processes. A lock whose owner has died is taken over at once. Throws
 * TrackerError `failed` after `waitMs`, and the signal's reason when aborted (docs/requirements.md, R18 and R68).
 */
export async function withLock<T>(options: LockOptions, work: () => T | Promise<T>): Promise<T> {
  await acquire(options);
  try {
    return await work();
  } finally {
    unlinkIfThere(options.file);
  }
}

async function acquire(options: LockOptions): Promise<void> {
  const deadline = Date.now() + options.waitMs;
  for (let pause = 2; !tryAcquire(options); pause = Math.min(pause * 1.6, 40)) {
    options.signal?.throwIfAborted();
    if (Date.now() > deadline) {
      throw new TrackerError('failed', `another tracker process keeps ${options.file} locked`, {
        hint: 'wait for it to end and run the command again',
      });
    }
    if (!breakDeadLock(options)) await sleep(pause * (0.5 + Math.random()));
  }
}

function tryAcquire({ file, processes }: LockOptions): boolean {
  const handle = openExclusively(file);
  if (handle === undefined) return false;
  try {
    writeSync(handle, `${processes.id} ${processes.startedAt(processes.id)}\n`);
    return true;
  } catch (cause) {
    unlinkIfThere(file);
    throw new TrackerError('failed', `cannot write ${file}: ${codeOf(cause)}`, { cause });
  } finally {
    closeSync(handle);
  }
}

/** Gives a handle on the new file, or undefined where it exists already. */
function openExclusively(file: string): number | undefined {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return undefined;
    throw new TrackerError('failed', `cannot write ${file}: ${codeOf(cause)}`, { cause });
  }
}

/**
 * Removes a lock whose owner is dead; true when one was removed. Only who holds the second file may remove it, so that
 * two processes that see the same dead owner cannot remove each other's new lock.
 */
function breakDeadLock(options: LockOptions): boolean {
  if (!isDead(options)) return false;
  const guard = `${options.file}.break`;
  const handle = openExclusively(guard);
  if (handle === undefined) {
    if (ageOf(guard) > unreadableMs) unlinkIfThere(guard);
    return false;
  }
  closeSync(handle);
  try {
    if (!isDead(options)) return false;
    unlinkIfThere(options.file);
    return true;
  } finally {
    unlinkIfThere(guard);
  }
}

function isDead({ file, processes }: LockOptions): boolean {
  const text = readIfThere(file);
  if (text === undefined) return false;
  const owner = /^(\d+) (\S*)\n$/.exec(text);
  if (!owner) return ageOf(file) > unreadableMs;
  const id = Number(owner[1]);
  if (!processes.isAlive(id)) return true;
  return owner[2] !== processes.startedAt(id);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function unlinkIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}
