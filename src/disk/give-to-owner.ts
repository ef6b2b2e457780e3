import { closeSync, constants, fchownSync, fstatSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Gives an open file or folder that root has just created the owner of the folder it is in: with sudo, HOME may be another
 * user's, who could not change it otherwise.
 */
export function giveToOwner(file: number, path: string): void {
  if (fstatSync(file).uid !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid === 0) return;
  try {
    fchownSync(file, uid, gid);
  } catch {
    // Some file systems know no owners.
  }
}

/** The same for one that is not open. A link that has taken its place is not followed. */
export function givePathToOwner(path: string): void {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    giveToOwner(file, path);
  } finally {
    closeSync(file);
  }
}
