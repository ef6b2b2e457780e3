import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageError } from '../contract/errors.js';
import { fileTrouble } from '../disk/file-trouble.js';
import type { Processes } from '../disk/processes.js';
import { removeLeftBehind, temporaryName } from '../disk/temporary-name.js';
import { otherTemporaryFolder } from './temporary-folder.js';

/** A file with what came through a pipe, readable only by its owner. */
export interface SpooledFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Closes it for writing. */
  end(): Promise<void>;
  read(): AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}

/** The most that is read from a pipe, so that an endless one cannot fill the disk (bytes). */
const longestPiped = 1024 * 1024 * 1024;

/** An unused path in the folder for temporary files. Removes leftovers of killed commands there. */
export function temporaryPath(processes: Processes): string {
  removeLeftBehind(tmpdir(), processes);
  return join(tmpdir(), temporaryName(processes));
}

/**
 * Creates a file with mode 0600 that starts with these bytes. Throws `failed` if the disk is full, and a usage error beyond
 * 1 GB.
 */
export async function spoolTo(path: string, first: readonly Uint8Array[] = []): Promise<SpooledFile> {
  const explain = (cause: unknown): never => {
    throw fileTrouble('write', path, cause, path.startsWith(tmpdir()) ? otherTemporaryFolder : undefined);
  };
  const file = await open(path, 'wx', 0o600).catch(explain);
  let size = 0;
  const kept: SpooledFile = {
    async write(bytes) {
      size += bytes.length;
      if (size > longestPiped)
        throw usageError('the input is larger than 1 GB; nothing was sent', 'save it to a file first');
      await file.writeFile(bytes).catch(explain);
    },
    end: async () => await file.close(),
    read: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
    async remove() {
      await file.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
  for (const bytes of first) await kept.write(bytes);
  return kept;
}
