import type { Pair } from '../format.js';
import type { Detail } from '../view.js';
import { bodySource } from './body.js';

/**
 * A detail in a pipe: `ref`, `title` and the fields as keys and values, the rows of blocks, the long text, and the timeline as
 * kind, time, author and text.
 */
export function detailRows(detail: Detail): readonly (readonly unknown[])[] {
  return [
    ...headPairs(detail),
    ...detail.blocks.flatMap(({ rows }) => rows),
    ...bodyPairs(detail),
    ...detail.timeline.map(({ kind, time, author, text }) => [kind, time, author, text]),
  ];
}

/** Fields that contain the title. */
const titleKeys: readonly string[] = ['title', 'subject', 'name'];

/** Reference and title come first, unless the title is one of the fields, such as `subject`. */
export function headPairs({ ref, title, fields }: Detail): readonly Pair[] {
  const pairs = fields.map(({ key, value }): Pair => [key, value]);
  const hasTitle = pairs.some(([key]) => titleKeys.includes(key));
  return [['ref', ref], ...(hasTitle ? [] : [['title', title] as const]), ...pairs.filter(([key]) => key !== 'ref')];
}

export function bodyPairs({ body }: Detail): readonly Pair[] {
  return body === undefined ? [] : [[body.key, bodySource(body)]];
}
