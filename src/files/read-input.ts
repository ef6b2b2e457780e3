import { constants, existsSync, fstatSync, readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../args/context.js';
import { attempt, interruption, TrackerError, usageError } from '../contract/errors.js';
import { inForm } from '../contract/text/plain-letters.js';
import { decodeText, longestInput } from '../contract/text/text.js';
import { codeOf } from '../disk/file-trouble.js';
import { notRegular } from '../disk/read-regular.js';

/** How long to wait before an empty pipe is read again (milliseconds). */
const pauseMs = 20;

type InputContext = Pick<Context, 'io' | 'signal' | 'show' | 'settings'>;

/** Makes the error for an unreadable file from the reason, such as `it is a folder`. */
type Refuse = (why: string) => TrackerError;

/** The text of a file, or of standard input for `-`. Throws a usage error for anything but UTF-8, and what readGiven throws. */
export async function readGivenText(context: InputContext, file: string, refuse: Refuse): Promise<string> {
  const text = decodeText(await readGiven(context, file, refuse));
  if (text !== undefined) return text;
  throw usageError(`${file === '-' ? 'standard input' : file} is not text in UTF-8`);
}

/** Streams a file, a pipe or a device. Throws the error made by `refuse`, and the interruption by the signal. */
export async function* openGiven(file: string, signal: AbortSignal, refuse: Refuse): AsyncGenerator<Uint8Array> {
  try {
    // Without O_NONBLOCK, opening a pipe that has no writer blocks the whole process, signals included.
    const handle = await open(
      storedPath(file),
      constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0),
    );
    try {
      yield* readOpened(handle, file, signal);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw cause instanceof TrackerError ? cause : refuse(whyUnreadable(codeOf(cause)));
  }
}

/** A path as it is on disk, where accents may be stored in the other form of Unicode. What does not exist is named as it was given. */
export function storedPath(path: string): string {
  if (/^[\x00-\x7f]*$/.test(path) || existsSync(path)) return path;
  const [folder, name] = [storedPath(dirname(path)), basename(path)];
  return attempt(() => join(folder, readdirSync(folder).find((each) => inForm(each) === inForm(name)) ?? name)) ?? path;
}

/** Why a file cannot be read, by the error code of the file system. */
export function whyUnreadable(code: string): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === notRegular) return `it is ${code}`;
  if (code === 'ENXIO') return 'it is a socket';
  return code === 'EACCES' || code === 'EPERM' ? 'it cannot be read' : `it cannot be read (${code})`;
}

/** Throws a usage error if standard input is a folder, which Node takes for an empty stream. */
export function requireStream(): void {
  if (attempt(() => fstatSync(0))?.isDirectory()) throw usageError('standard input is a folder');
}

type InputReader = readonly [what: string, given: unknown];

/** Throws a usage error if more than one of them is `-`. */
export function requireOneReader(readers: readonly InputReader[]): void {
  const reading = readers.filter(([, given]) => [given].flat().includes('-'));
  if (reading.length > 1)
    throw usageError(`${reading.map(([what]) => what).join(' and ')} cannot both read standard input`);
}

/**
 * The bytes of a file, or of standard input for `-`. Waits for a pipe until interrupted (docs/requirements.md, R49). Throws a
 * usage error above `longestInput`, and the error made by `refuse` for an unreadable file.
 */
async function readGiven(
  { io, signal, show, settings }: InputContext,
  file: string,
  refuse: Refuse,
): Promise<Uint8Array> {
  if (file === '-') {
    if (io.stdin.isTerminal) await show.say('Reading standard input; Ctrl-D ends it.');
    (await import('./own-file.js')).requireForeign({ settings }, '/dev/stdin');
    requireStream();
    return await io.stdin.readAll(longestInput, signal);
  }
  (await import('./own-file.js')).requireForeign({ settings }, file);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of openGiven(file, signal, refuse)) {
    chunks.push(bytes);
    size += bytes.length;
    if (size > longestInput) throw usageError(`${file} is larger than ${longestInput / 1024 / 1024} MB`);
  }
  return Buffer.concat(chunks);
}

async function* readOpened(handle: FileHandle, file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  // The writer of a path such as /dev/fd/3 has already opened it; a pipe in /dev/shm is one like any other.
  let mayBegin = (await handle.stat()).isFIFO() && !/^\/(dev\/(fd\/|stdin$)|proc\/)/.test(file);
  for (;;) {
    if (signal.aborted) throw interruption(signal);
    const bytes = await readChunk(handle);
    if (bytes?.length === 0 && !mayBegin) return;
    if (bytes === undefined || bytes.length === 0) {
      await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
      mayBegin &&= bytes !== undefined;
      continue;
    }
    mayBegin = false;
    yield bytes;
  }
}

/** The next bytes; empty at the end, undefined if a pipe has a writer but no data yet. */
async function readChunk(handle: FileHandle): Promise<Uint8Array | undefined> {
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(256 * 1024), 0);
    return buffer.subarray(0, bytesRead);
  } catch (cause) {
    if (codeOf(cause) === 'EAGAIN') return undefined;
    throw cause;
  }
}
