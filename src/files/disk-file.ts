import { createReadStream, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { TrackerError } from '../errors.js';
import type { FilePart } from '../http/body/multipart.js';
import { codesOf } from '../http/failure.js';

/** A regular file, and its state when it was found. */
export interface FoundFile {
  readonly path: string;
  readonly stat: Stats;
}

/** Reads a file while it is sent. A file that changes meanwhile must not count as sent (docs/requirements.md, R52). */
export function fromDisk({ path, stat }: FoundFile): FilePart {
  const changed = (): TrackerError =>
    new TrackerError('failed', `${path} changed before it was sent to its end; it did not arrive`);
  const open = async function* (): AsyncGenerator<Uint8Array> {
    let last: Uint8Array | undefined;
    let size = 0;
    // `end` is inclusive: one byte more, to notice a file that has grown.
    for await (const chunk of createReadStream(path, { end: stat.size, highWaterMark: 256 * 1024 })) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > stat.size) throw changed();
      if (last) yield last;
      last = bytes;
    }
    const now = statSync(path, { throwIfNoEntry: false });
    if (size !== stat.size || now === undefined || !isSame(now, stat)) throw changed();
    // The last piece is held back until then, so that a file that has changed never arrives complete.
    if (last) yield last;
  };
  return { name: basename(path), size: stat.size, open: () => withPlainErrors(open(), path) };
}

/** Some programs set the time of writing back; ctime still changes. */
function isSame(now: Stats, then: Stats): boolean {
  return (['ino', 'size', 'mtimeMs', 'ctimeMs'] as const).every((key) => now[key] === then[key]);
}

/** An error of the disk must not look like one of the network. */
async function* withPlainErrors(source: AsyncGenerator<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof TrackerError) throw error;
    const why = codesOf(error)[0] ?? 'unknown error';
    throw new TrackerError('failed', `${path} cannot be read any more (${why}); it did not arrive`, { cause: error });
  }
}
