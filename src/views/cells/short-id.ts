import { isUuid } from '../../contract/row.js';
import type { Cell } from '../../output/view.js';

/** A database id in a table, dimmed: the first eight characters of a uuid or of an id at least as long, other ids in full. */
export function shortId(id: string = ''): Cell {
  return { text: isUuid(id) || /^[\da-z]{32}$/i.test(id) ? id.slice(0, 8) : id, tone: 'dim' };
}
