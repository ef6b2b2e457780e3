import { opendirSync } from 'node:fs';
import { attempt } from '../contract/errors.js';
import { noteChange } from './note-changes.js';
import type { OwnChange } from './own-changes.js';

/** Adds a change to the file; one that is only a hint, if anything is kept that could show it. */
export async function noteIfKept(folder: string, change: OwnChange): Promise<void> {
  if (!change.isHint || attempt(() => isAnyKept(folder))) await noteChange(folder, change);
}

/** Whether there are answers, whose names have a `_`, as their addresses have a `/`. */
function isAnyKept(folder: string): boolean {
  const files = opendirSync(folder);
  try {
    for (let file = files.readSync(); file; file = files.readSync()) if (file.name.includes('_')) return true;
    return false;
  } finally {
    files.closeSync();
  }
}
