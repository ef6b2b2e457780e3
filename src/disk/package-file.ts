import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import { TrackerError } from '../contract/errors.js';

/**
 * Reads a file of the package, such as `completions/_tracker`: from the program itself if that is a single file (`npm run pack`),
 * otherwise from the folder of the package. Throws TrackerError `failed` if it is missing.
 */
export function readPackageFile(name: string): Buffer {
  if (isSea()) return Buffer.from(getAsset(name));
  // This runs in dist/, and in src/disk/ when tests run it.
  for (let at = dirname(__dirname); ; at = dirname(at)) {
    try {
      return readFileSync(join(at, name));
    } catch (cause) {
      if (dirname(at) === at) throw new TrackerError('failed', `${name} is missing from this installation`, { cause });
    }
  }
}
