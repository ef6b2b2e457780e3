import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The single file of this kind of computer, as `npm run pack` makes it. */
export const packedFile: string = join(root, 'packed', `tracker-${process.platform}-${process.arch}`);

/** Why it cannot be tested; undefined if it can. Packing takes too long for a test. */
export const packedMissing: string | undefined =
  existsSync(packedFile) && ['src', 'scripts/pack', 'completions'].every((name) => isOlder(join(root, name)))
    ? undefined
    : `needs npm run pack -- ${process.platform}-${process.arch} --no-archives, after the last change`;

/** Whether everything in a folder is older than the file. */
function isOlder(folder: string): boolean {
  const { mtimeMs } = statSync(packedFile);
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return inside.every(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs < mtimeMs);
}
