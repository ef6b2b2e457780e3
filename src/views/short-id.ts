import type { Cell } from '../output/view.js';
import { isUuid } from './project-key.js';

/** A database id in a table: the first eight characters of a uuid, quietly; other ids as they are. */
export function shortId(id: string | undefined): Cell {
  return { text: id !== undefined && isUuid(id) ? id.slice(0, 8) : (id ?? ''), tone: 'dim' };
}
