import { existsSync } from 'node:fs';
import { removeQuietly } from '../disk/replace-file.js';
import { pathOf } from './files.js';
import { textsFile } from './folder.js';
import { partsOf } from './keepable.js';
import { noteChange } from './note-changes.js';
import { appendGone } from './texts.js';

/** Removes an answer, and its text; of a detail, notes that it is gone, and gives whether it was kept. */
export async function forgetKept(folder: string, url: URL): Promise<boolean> {
  const path = pathOf(folder, url);
  const { under, id, rest } = partsOf(url);
  const isDetail = id !== undefined && rest === undefined;
  const isKept = isDetail && existsSync(path);
  if (isDetail) await noteChange(folder, { under, uuid: id, isGone: true, isOthers: true });
  removeQuietly(path);
  if (existsSync(textsFile(folder))) appendGone(textsFile(folder), url);
  return isKept;
}
