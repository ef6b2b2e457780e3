import { startOfId } from '../../contract/row.js';
import type { Cell } from '../../output/view.js';

/** A database id in a table, dimmed. */
export function shortId(id: string = ''): Cell {
  return { text: startOfId(id), tone: 'dim' };
}
