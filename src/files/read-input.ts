import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../context.js';
import { TrackerError, usageError } from '../errors.js';
import { codeOf } from '../lock/file-trouble.js';
import { interruption } from '../terminal/interruption.js';

/** The longest text, and the longest list of references, that is read (bytes); servers take far less (docs/api.md, Limits). */
export const longestInput = 16 * 1024 * 1024;

/** How long to wait before an empty pipe is read again (milliseconds). */
const pauseMs = 20;

type Reading = Pick<Context, 'io' | 'signal'>;

/**
 * The text of a file, or of standard input for `-`. Throws a usage error for anything but UTF-8, since
 * characters must not be replaced silently, and what readGiven throws.
 */
export async function readGivenText(context: Reading, file: string, refuse: Refuse): Promise<string> {
  const text = decodeText(await readGiven(context, file, refuse));
  if (text !== undefined) return text;
  throw usageError(`${file === '-' ? 'standard input' : file} is not text in UTF-8`);
}

/** Undefined for what is not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
}

/** Makes the error for a file that cannot be read from the reason, such as `it is a folder`. */
type Refuse = (why: string) => TrackerError;

/**
 * The bytes of a file, or of standard input for `-`. Waits for a pipe until a signal arrives (docs/requirements.md, R49).
 * Throws a usage error above `longestInput`, and what `refuse` makes of the reason for a file that cannot be read.
 */
async function readGiven({ io, signal }: Reading, file: string, refuse: Refuse): Promise<Uint8Array> {
  if (file === '-') return await io.stdin.readAll(longestInput, signal);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of openGiven(file, signal, refuse)) {
    chunks.push(bytes);
    size += bytes.length;
    if (size > longestInput) throw usageError(`${file} holds more than ${longestInput / 1024 / 1024} MB`);
  }
  return Buffer.concat(chunks);
}

/** What a file, a pipe or a device gives, piece by piece. Throws what `refuse` makes, and the interruption by the signal. */
export async function* openGiven(file: string, signal: AbortSignal, refuse: Refuse): AsyncGenerator<Uint8Array> {
  try {
    // Without O_NONBLOCK a pipe nobody writes to holds up the whole process, whatever signal it gets.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
    try {
      yield* readOpened(handle, file, signal);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw cause instanceof TrackerError ? cause : refuse(whyUnreadable(codeOf(cause)));
  }
}

/** Why a file cannot be read, from the code of the file system. */
export function whyUnreadable(code: string): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'EACCES' || code === 'EPERM' ? 'it cannot be read' : `it cannot be read (${code})`;
}

async function* readOpened(handle: FileHandle, file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  // A path such as /dev/fd/3 has been opened by its writer already.
  let mayBegin = (await handle.stat()).isFIFO() && !/^\/(dev|proc)\//.test(file);
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

/** The next bytes, empty at the end; undefined for a pipe that has a writer and nothing to read yet. */
async function readChunk(handle: FileHandle): Promise<Uint8Array | undefined> {
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(256 * 1024), 0);
    return buffer.subarray(0, bytesRead);
  } catch (cause) {
    if (codeOf(cause) === 'EAGAIN') return undefined;
    throw cause;
  }
}
