import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { TrackerError } from '../errors.js';
import { fileTrouble } from '../lock/file-trouble.js';
import { makeFolder } from '../lock/make-folder.js';

const hint = 'set TRACKER_CONFIG_DIR to use another folder';

/**
 * Creates the config folder and makes it private (docs/requirements.md, R14). A folder shared with others, such as /tmp, is
 * left as it is. Throws TrackerError `failed` if that fails, or if others can write to the folder.
 */
export function prepareFolder(folder: string): void {
  let stat: Stats;
  try {
    makeFolder(folder);
    stat = statSync(folder);
    if ((stat.mode & 0o077) === 0) return;
    if (isOursAlone(folder, stat)) {
      chmodSync(folder, 0o700);
      return;
    }
  } catch (cause) {
    throw fileTrouble('write to', folder, cause, hint);
  }
  if ((stat.mode & 0o022) !== 0)
    throw new TrackerError('failed', `other users can write to ${folder}, so no tokens are stored there`, { hint });
}

/** Another process may delete a file in between. */
const whereThere = { throwIfNoEntry: false } as const;

/** Whether the folder can be made private without affecting other users. */
function isOursAlone(folder: string, { mode, uid }: Stats): boolean {
  const self = ownId() ?? uid;
  if ((mode & 0o1000) !== 0 || uid !== self) return false;
  return readdirSync(folder).every((name) => (lstatSync(join(folder, name), whereThere)?.uid ?? self) === self);
}

/** The user id; undefined if the platform has none, or this user has no entry. */
function ownId(): number | undefined {
  try {
    const { uid } = userInfo();
    return uid < 0 ? undefined : uid;
  } catch {
    return undefined;
  }
}
