import type { ObjectData } from '../shown.js';
import { cutLine, humanSpans, type Line } from '../text/span.js';
import { cutMark, rulerFor } from '../text/width.js';
import { fieldLines } from './field-lines.js';

/** One plain object for people: its own lines, cut to the width unless `isUncut`, or its fields, aligned. */
export async function drawObject(
  { human, isUncut = false, fields }: Pick<ObjectData, 'human' | 'isUncut' | 'fields'>,
  look: { readonly width: number; readonly words: boolean },
): Promise<readonly Line[]> {
  if (human === undefined) return await fieldLines(fields, look);
  const lines = human().map((line) => humanSpans(line, look.words));
  if (isUncut) return lines;
  const ruler = await rulerFor(lines.flatMap((line) => line.map(({ text }) => text)));
  return lines.map((line) => cutLine(ruler, line, look.width, cutMark(look.words)));
}
