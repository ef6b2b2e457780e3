import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageError } from '../errors.js';
import { fileTrouble } from '../lock/file-trouble.js';
import type { Processes } from '../lock/processes.js';
import { removeLeftBehind, temporaryName } from '../lock/temporary-name.js';

/** A file that holds what came through a pipe, and that only its owner can read. */
export interface SpooledFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Closes it for writing. */
  end(): Promise<void>;
  read(): AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}

/** The most that is read from a pipe, so that an endless one does not fill the disk (bytes). */
const longestPiped = 1024 * 1024 * 1024;

/** An unused path in the folder for temporary files. Removes what killed commands have left there. */
export function temporaryPath(processes: Processes): string {
  removeLeftBehind(tmpdir(), processes);
  return join(tmpdir(), temporaryName(processes));
}

/**
 * Makes a new file of mode 0600 that begins with these bytes. Throws `failed` where there is no room for it, and a usage
 * error beyond 1 GB.
 */
export async function spoolTo(path: string, first: readonly Uint8Array[] = []): Promise<SpooledFile> {
  const explain = (cause: unknown): never => {
    throw fileTrouble('write', path, cause, path.startsWith(tmpdir()) ? 'TMPDIR can name another folder' : undefined);
  };
  const file = await open(path, 'wx', 0o600).catch(explain);
  let size = 0;
  const kept: SpooledFile = {
    async write(bytes) {
      size += bytes.length;
      if (size > longestPiped)
        throw usageError('more than 1 GB came through the pipe; nothing was sent', 'save it in a file and name that');
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
