import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../context.js';
import { TrackerError, usageError } from '../../errors.js';
import { codeOf } from '../../lock/file-trouble.js';
import { interruption } from '../../terminal/interruption.js';

/** The longest text, and the longest list of references, that is read (bytes); servers take far less (docs/api.md, Limits). */
export const longestInput = 16 * 1024 * 1024;

/** How long a pipe that holds nothing is left alone (milliseconds). */
const pauseMs = 20;

type Reading = Pick<Context, 'io' | 'signal'>;

/**
 * The bytes of a file, or of standard input for `-`. A pipe is waited for until a signal comes (docs/requirements.md, R49).
 * Throws a usage error above `longestInput`, and what `refuse` makes of the code of a file that cannot be read.
 */
export async function readGiven(
  { io, signal }: Reading,
  file: string,
  refuse: (code: string) => TrackerError,
): Promise<Uint8Array> {
  if (file === '-') return await io.stdin.readAll(longestInput, signal);
  try {
    // Without O_NONBLOCK a pipe nobody writes to holds up the whole process, whatever signal it gets.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return await readOpened(handle, file, signal);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw cause instanceof TrackerError ? cause : refuse(codeOf(cause));
  }
}

async function readOpened(handle: FileHandle, file: string, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // What stands under the number of a stream was opened by its writer already.
  let mayBegin = (await handle.stat()).isFIFO() && !/^\/(dev|proc)\//.test(file);
  for (;;) {
    if (signal.aborted) throw interruption(signal);
    const bytes = await readChunk(handle);
    if (bytes?.length === 0 && !mayBegin) return Buffer.concat(chunks);
    if (bytes === undefined || bytes.length === 0) {
      await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
      mayBegin &&= bytes !== undefined;
      continue;
    }
    mayBegin = false;
    chunks.push(bytes);
    size += bytes.length;
    if (size > longestInput) throw usageError(`${file} holds more than ${longestInput / 1024 / 1024} MB`);
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
