import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { TrackerError } from '../errors.js';
import { fileTrouble } from '../lock/file-trouble.js';
import { makeFolder } from '../lock/make-folder.js';

const hint = 'TRACKER_CONFIG_DIR can name another folder';

/**
 * Makes the config folder and closes it to others (docs/requirements.md, R14). One that is not ours alone, such as /tmp, is
 * left as it is. Throws TrackerError `failed` naming it, also where others can write in it.
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
    throw fileTrouble('write in', folder, cause, hint);
  }
  if ((stat.mode & 0o022) !== 0)
    throw new TrackerError('failed', `others can write in ${folder}, and no tokens are kept there`, { hint });
}

/** Another process may take a file away between two looks. */
const whereThere = { throwIfNoEntry: false } as const;

/** Whether nobody else is hurt when the folder is closed. */
function isOursAlone(folder: string, { mode, uid }: Stats): boolean {
  const self = ownId() ?? uid;
  if ((mode & 0o1000) !== 0 || uid !== self) return false;
  return readdirSync(folder).every((name) => (lstatSync(join(folder, name), whereThere)?.uid ?? self) === self);
}

/** Undefined where users have no numbers, or this one is in no list. */
function ownId(): number | undefined {
  try {
    const { uid } = userInfo();
    return uid < 0 ? undefined : uid;
  } catch {
    return undefined;
  }
}
