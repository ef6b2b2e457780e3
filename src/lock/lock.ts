import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { TrackerError } from '../errors.js';
import { codeOf, fileTrouble } from './file-trouble.js';

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
  const mark = await acquire(options);
  try {
    return await work();
  } finally {
    release(options.file, mark);
  }
}

/** Gives the mark that stands in the lock while it is ours. */
async function acquire(options: LockOptions): Promise<string> {
  const { file, processes } = options;
  const mark = `${processes.id} ${processes.startedAt(processes.id)}\n`;
  const deadline = Date.now() + options.waitMs;
  for (let pause = 2; !create(file, mark); pause = Math.min(pause * 1.6, 40)) {
    options.signal?.throwIfAborted();
    if (Date.now() > deadline) {
      throw new TrackerError('failed', `another tracker process keeps ${file} locked`, {
        hint: 'wait for it to end and run the command again',
      });
    }
    if (!breakDeadLock(options, mark)) await sleep(pause * (0.5 + Math.random()));
  }
  return mark;
}

/**
 * Creates a lock file with this mark; false where there is one already, or where this process was so slow between the two
 * steps that the empty file was taken for a dead lock.
 */
function create(file: string, mark: string): boolean {
  const handle = openExclusively(file);
  if (handle === undefined) return false;
  try {
    if (writeSync(handle, mark) !== mark.length) throw Object.assign(new Error('cut'), { code: 'ENOSPC' });
  } catch (cause) {
    unlinkIfThere(file);
    throw fileTrouble('write', file, cause);
  } finally {
    closeSync(handle);
  }
  return readIfThere(file) === mark;
}

/** Gives a handle on the new file, or undefined where it exists already. */
function openExclusively(file: string): number | undefined {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return undefined;
    throw fileTrouble('write', file, cause);
  }
}

/** A lock that somebody else has taken over is left to them. */
function release(file: string, mark: string): void {
  if ([mark, undefined].includes(readIfThere(file))) unlinkIfThere(file);
}

/**
 * Removes a lock whose owner is dead; true when one was removed. Only who holds the second file may remove it, and only
 * while the mark of the dead owner still stands in it: of two processes that see the same dead owner neither removes the
 * lock that a third one has taken meanwhile.
 */
function breakDeadLock({ file, processes }: LockOptions, mark: string): boolean {
  const found = readIfThere(file);
  if (found === undefined || !isDead(file, found, processes)) return false;
  const guard = `${file}.break`;
  if (!create(guard, mark)) {
    const holder = readIfThere(guard);
    if (holder !== undefined && isDead(guard, holder, processes)) unlinkIfThere(guard);
    return false;
  }
  try {
    if (readIfThere(file) !== found) return false;
    unlinkIfThere(file);
    return true;
  } finally {
    release(guard, mark);
  }
}

/** Whether the owner that a lock file names is gone; one that names none may be in the making. */
function isDead(file: string, found: string, processes: Processes): boolean {
  const owner = /^(\d+) (\S*)\n$/.exec(found);
  if (!owner) return ageOf(file) > unreadableMs;
  const id = Number(owner[1]);
  return !processes.isAlive(id) || owner[2] !== processes.startedAt(id);
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
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
