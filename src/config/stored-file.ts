import { chmodSync, closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { isRow } from '../contract/row.js';
import { TrackerError } from '../errors.js';
import { codeOf, fileTrouble } from '../lock/file-trouble.js';

/** The content of one of the files: a plain JSON object. */
export type Stored = Readonly<Record<string, unknown>>;

/** A file that is there and holds nothing that can be used; a sign-in repairs it (docs/requirements.md, R65). */
export class DamagedFile extends TrackerError {
  constructor(path: string, what = 'is damaged') {
    const hint = path.endsWith('config.json')
      ? 'tracker login URL (the damaged file is kept)'
      : 'tracker login (the damaged file is kept); tracker logout --all deletes it';
    super('failed', `${path} ${what} and was left as it is`, { hint: `sign in again with: ${hint}` });
  }
}

/** The largest file that is read (bytes). */
const longest = 16 * 1024 * 1024;

/**
 * Reads a file that conf has written; conf itself is loaded for writing, since most commands only read. Empty where there is
 * no file. What is no plain file, such as a pipe that nobody writes to or a device that never ends, is not read. Throws
 * DamagedFile, or TrackerError `failed` where it cannot be read.
 */
export function loadStored(path: string): Stored {
  try {
    return parseStored(readPlain(path), path);
  } catch (cause) {
    if (cause instanceof TrackerError) throw cause;
    if (codeOf(cause) === 'ENOENT') return {};
    // So Windows says where a folder is opened.
    if (codeOf(cause) === 'EISDIR') throw new DamagedFile(path, 'is a folder');
    throw fileTrouble('read', path, cause);
  }
}

/** The text of a plain file. Opened so that a pipe keeps nobody waiting. */
function readPlain(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw new DamagedFile(path, 'is a folder');
    if (!stat.isFile()) throw new DamagedFile(path, 'is not an ordinary file');
    if (stat.size > longest) throw new DamagedFile(path, 'is larger than 16 MB');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Keys whose value is changed entry by entry: taking another shape for an empty one would overwrite it. */
const objects = ['instances', 'tokens', 'successors', 'settings'];

/** The parsed object. The message never quotes the file, which may hold a token (docs/requirements.md, R65). */
function parseStored(text: string, path: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new DamagedFile(path);
  }
  if (!isRow(parsed)) throw new DamagedFile(path);
  for (const key of objects) if (Object.hasOwn(parsed, key) && !isRow(parsed[key])) throw new DamagedFile(path);
  return { ...parsed };
}

/** Whether the file is there; one that others may read is tightened on the way (docs/requirements.md, R14). */
export function exists(path: string): boolean {
  try {
    const stat = statSync(path);
    if (stat.isFile() && (stat.mode & 0o077) !== 0) chmodSync(path, 0o600);
    return true;
  } catch (error) {
    // A file that is not ours to change is reported when it is read or written.
    return !['ENOENT', 'ENOTDIR'].includes(codeOf(error));
  }
}
