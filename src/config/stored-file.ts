import { fchmodSync } from 'node:fs';
import { attempt, TrackerError } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import { codeOf, fileTrouble } from '../disk/file-trouble.js';
import { notRegular, readRegular, requireOwn } from '../disk/read-regular.js';

/** The content of a config file: a JSON object. */
export type StoredObject = Readonly<Record<string, unknown>>;

/** A file that exists but has no usable content; a sign-in repairs it (docs/requirements.md, R65). */
export class DamagedFile extends TrackerError {
  constructor(path: string, what = 'is damaged') {
    const hint = path.endsWith('config.json')
      ? 'tracker login URL; the damaged file is kept'
      : 'tracker login; the damaged file is kept; to delete it: tracker logout --all';
    super('failed', `${path} ${what} and was left as it is`, { hint: `sign in again with: ${hint}` });
  }
}

/** The largest file that is read (bytes). */
const longest = 16 * 1024 * 1024;

/**
 * Reads a file written by conf, without loading conf, since most commands only read. Empty if there is no file. Throws
 * DamagedFile for anything but a regular file with valid content, and TrackerError `failed` if it cannot be read.
 */
export function loadStored(path: string): StoredObject {
  try {
    return parseStored(readPlain(path), path);
  } catch (cause) {
    if (cause instanceof TrackerError) throw cause;
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return {};
    if (codeOf(cause) === 'EISDIR') throw new DamagedFile(path, 'is a folder');
    if (codeOf(cause) === notRegular) throw new DamagedFile(path, `is ${notRegular}`);
    throw fileTrouble('read', path, cause);
  }
}

/**
 * The text of a regular file, which is made private if others may read it, and refused if they may write to it
 * (docs/requirements.md, R14 and R92).
 */
function readPlain(path: string): string {
  return readRegular(path, (stats, file) => {
    requireOwn(path, stats, stats);
    // Only its owner can make it private.
    if ((stats.mode & 0o077) !== 0) attempt(() => fchmodSync(file, 0o600));
    if (stats.size > longest) throw new DamagedFile(path, 'is larger than 16 MB');
  }).toString('utf8');
}

/** Keys whose values are changed entry by entry. Treating anything but an object as empty would overwrite it. */
const objects = ['instances', 'tokens', 'successors', 'settings', 'aliases'];

/** The parsed object. The message never quotes the file, which may contain a token (docs/requirements.md, R65). */
function parseStored(text: string, path: string): Record<string, unknown> {
  const parsed: unknown = attempt(() => JSON.parse(text));
  if (!isRow(parsed)) throw new DamagedFile(path);
  for (const key of objects) if (Object.hasOwn(parsed, key) && !isRow(parsed[key])) throw new DamagedFile(path);
  return { ...parsed };
}
