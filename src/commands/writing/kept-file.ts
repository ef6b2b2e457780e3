import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTrouble } from '../../lock/file-trouble.js';

/** What came through a pipe, in a file that only its owner can read. */
export interface KeptFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Nothing more is written. */
  end(): Promise<void>;
  read(): AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}

/** A path nobody else uses, in the folder for temporary files. */
export function temporaryPath(): string {
  return join(tmpdir(), `tracker-${randomBytes(12).toString('hex')}`);
}

/** Makes a new file of mode 0600 that begins with these bytes. Throws `failed` where there is no room for it. */
export async function keepInFile(path: string, first: readonly Uint8Array[] = []): Promise<KeptFile> {
  const explain = (cause: unknown): never => {
    throw fileTrouble('write', path, cause, path.startsWith(tmpdir()) ? 'TMPDIR can name another folder' : undefined);
  };
  const file = await open(path, 'wx', 0o600).catch(explain);
  const kept: KeptFile = {
    write: async (bytes) => await file.writeFile(bytes).catch(explain),
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
