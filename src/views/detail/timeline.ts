import type { Detail, JsonObject } from '../../output/view.js';
import { objectsOf, textOf } from '../read-row.js';

/**
 * Keeps the last `count` comments or messages, and the entries between and after them, such as logged time, which are not
 * counted. `omitted` is the number of entries left out.
 */
export function limitTimeline(detail: Detail, count: number): Detail {
  const said = detail.timeline.flatMap((entry, index) => (['log', 'system'].includes(entry.kind) ? [] : [index]));
  const left = said.length <= count ? 0 : (said.at(-count) ?? 0);
  return left === 0
    ? detail
    : { ...detail, timeline: detail.timeline.slice(left), omitted: (detail.omitted ?? 0) + left };
}

/** Oldest first; entries without a time stay next to their neighbours. */
export function byTime<T extends { readonly time: string }>(entries: readonly T[]): readonly T[] {
  return [...entries].sort((a, b) => {
    const [left, right] = [Date.parse(a.time), Date.parse(b.time)];
    return Number.isNaN(left) || Number.isNaN(right) ? 0 : left - right;
  });
}

/** The names of the files of a comment or message. */
export function fileNames(row: JsonObject): { readonly files: readonly string[] } | undefined {
  const files = objectsOf(row, 'files', 'attachments').map((file) => textOf(file, 'filename', 'name', 'id') ?? '');
  return files.length === 0 ? undefined : { files };
}
