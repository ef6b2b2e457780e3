import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a few kilobytes, mounted for a test. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills it until this much is left (KiB, rounded to blocks). */
  leave(kib: number): void;
  remove(): void;
}

/** Mounts a disk of this size (KiB); undefined if that is not allowed. */
export function mountSmallDisk(kib: number): SmallDisk | undefined {
  const root = mkdtempSync(join(tmpdir(), 'tracker-disk-'));
  const folder = join(root, 'disk');
  mkdirSync(folder);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k,mode=700`, 'tmpfs', folder]);
  if (status !== 0) {
    rmSync(root, { recursive: true });
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    leave(wanted) {
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(folder);
      const size = bavail * bsize - wanted * 1024;
      if (size < 0) throw new Error(`only ${bavail * bsize} bytes are free`);
      writeFileSync(filler, Buffer.alloc(size));
    },
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}
