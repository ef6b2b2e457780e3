import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { isRow, textsOf } from '../contract/row.js';
import { readOwn } from '../disk/read-regular.js';
import { replaceFile } from '../disk/replace-file.js';
import { noRoomFile } from './folder.js';
import { entityOf } from './keepable.js';
import { widerThan } from './recall.js';

/** Notes what was removed from a memory because it had no room. */
export function noteNoRoom(folder: string, most: number, urls: readonly URL[]): void {
  const known = readNoRoom(folder);
  const lists = urls.filter((url) => !entityOf(url)).map(({ href }) => href);
  const all: ReturnType<typeof readNoRoom> = {
    most,
    lists: [...new Set([...(known?.lists ?? []), ...lists])],
    hasDetails: known?.hasDetails === true || lists.length < urls.length,
  };
  attempt(() => replaceFile(join(folder, noRoomFile), JSON.stringify(all)));
}

/** Whether something had no room; a detail perhaps, if others had none. */
export type HadNoRoom = 'itself' | 'perhaps';

/** Whether what is not there had no room, as far as the limit (bytes) is no higher now. */
export function hadNoRoom(folder: string, url: URL, most: number): HadNoRoom | undefined {
  const known = readNoRoom(folder);
  if (known === undefined || most > known.most) return undefined;
  if ([url, ...widerThan(url)].some(({ href }) => known.lists.includes(href))) return 'itself';
  return known.hasDetails && entityOf(url) ? 'perhaps' : undefined;
}

/**
 * What had no room in a memory, when all of them together might have so much (bytes): the addresses of lists, and whether details had
 * none either, which are too many to be noted.
 */
function readNoRoom(folder: string) {
  const known = attempt(() => JSON.parse(String(readOwn(join(folder, noRoomFile)))) as unknown);
  return isRow(known)
    ? { most: Number(known.most), lists: textsOf(known.lists), hasDetails: known.hasDetails === true }
    : undefined;
}
