import { type Row, textOf } from '../contract/row.js';
import type { FilePart } from '../http/body/multipart.js';
import { type Difference, requireComplete } from '../lists/compare.js';

/**
 * Compares the files of a write with those `stored` now, because a server may accept the text but leave out a file that is too
 * large (docs/api.md, Conventions).
 */
export function compareFiles(files: readonly FilePart[], stored: readonly Row[]): Difference {
  const left = [...stored];
  const missing = files.filter((file) => {
    const at = left.findIndex((each) => isFile(each, file));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return {
    missing: missing.map(({ name }) => name),
    hint: 'it may leave out files over its limit; the rest was stored',
  };
}

/** Throws `partial` (exit 8) naming any missing files. `what` says what was done, such as `SCM-12 was created`. */
export function requireAllFiles(what: string, files: readonly FilePart[], stored: readonly Row[]): void {
  requireComplete(what, compareFiles(files, stored));
}

/** Compares sizes, or names if there is no size, because a server may rename files. */
function isFile(stored: Row, { name, size }: FilePart): boolean {
  if (typeof stored.sizeBytes === 'number') return stored.sizeBytes === size;
  return (textOf(stored.filename) ?? textOf(stored.name)) === name;
}
