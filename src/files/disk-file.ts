import { createReadStream, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { FilePart } from '../contract/attachment.js';
import { TrackerError } from '../contract/errors.js';
import { codesOf } from '../http/failure.js';

/** A regular file, with its state before it was read. */
export interface FoundFile {
  readonly path: string;
  readonly stat: Stats;
}

/** Reads a file while it is being sent. Fails if the file changes meanwhile (docs/requirements.md, R52). */
export function fromDisk({ path, stat }: FoundFile): FilePart {
  const changed = (): TrackerError =>
    new TrackerError('failed', `${path} changed while it was being sent; it did not arrive`);
  const open = async function* (): AsyncGenerator<Uint8Array> {
    let last: Uint8Array | undefined;
    let size = 0;
    // `end` is inclusive, so this reads one byte more, to notice a file that has grown.
    for await (const chunk of createReadStream(path, { end: stat.size, highWaterMark: 256 * 1024 })) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > stat.size) throw changed();
      if (last) yield last;
      last = bytes;
    }
    const now = statSync(path, { throwIfNoEntry: false });
    if (size !== stat.size || now === undefined || !isSame(now, stat)) throw changed();
    // The last chunk is held back until now, so that a changed file never arrives complete.
    if (last) yield last;
  };
  return { name: basename(path), size: stat.size, open: () => withPlainErrors(open(), path) };
}

/** Compares ctime too, because some programs restore the mtime. */
function isSame(now: Stats, then: Stats): boolean {
  return (['ino', 'size', 'mtimeMs', 'ctimeMs'] as const).every((key) => now[key] === then[key]);
}

/** Rethrows disk errors as `failed`, so that they are not taken for network errors. */
async function* withPlainErrors(source: AsyncGenerator<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof TrackerError) throw error;
    const why = codesOf(error)[0] ?? 'unknown error';
    throw new TrackerError('failed', `${path} can no longer be read (${why}); it did not arrive`, { cause: error });
  }
}
