import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNewer } from '../is-newer.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const name = join('packed', `tracker-${process.platform}-${process.arch}`);

/** The single file of this kind of computer, as `npm run pack` makes it. */
export const packedFile: string = join(root, name);

/** Why it cannot be tested; undefined if it can. Packing takes too long for a test. */
export const packedMissing: string | undefined = isNewer(name, ['src', 'scripts/pack', 'completions'])
  ? undefined
  : `needs npm run pack -- ${process.platform}-${process.arch} --no-archives, after the last change`;
