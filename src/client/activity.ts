import { type Row, rowsAt, textOf } from '../contract/row.js';
import type { Client } from './client.js';
import { mostPages } from './paging.js';

export interface ActivityRead {
  readonly entries: readonly Row[];
  /** The offset of the first entry that was not read; undefined where the history ended. */
  readonly next: number | undefined;
}

/**
 * Reads a project's history, newest first, from `offset` on, page by page up to `count` entries; without a count, one page.
 * How long a page is only the server knows, and the history may grow meanwhile: entries seen before are dropped, and a page
 * that brings nothing new is the last (docs/api.md, Projects).
 */
export async function readActivity(
  client: Client,
  project: { readonly uuid: string; readonly offset: number; readonly count: number | undefined },
): Promise<ActivityRead> {
  const { uuid, count } = project;
  const entries = new Map<string, Row>();
  let { offset } = project;
  for (let page = 0; page < mostPages; page += 1) {
    const reply = await client.call('GET /projects/:id/activity', { id: uuid, query: offset === 0 ? {} : { offset } });
    const rows = rowsAt(reply, 'items');
    const before = entries.size;
    for (const row of rows) {
      const id = textOf(row.id) ?? JSON.stringify(row);
      if (!entries.has(id)) entries.set(id, row);
    }
    if (entries.size === before) return { entries: [...entries.values()], next: undefined };
    offset += rows.length;
    if (count === undefined || entries.size >= count) break;
  }
  const all = [...entries.values()];
  const shown = count === undefined ? all : all.slice(0, count);
  return { entries: shown, next: offset - (all.length - shown.length) };
}
