import type { ObjectData } from '../shown.js';
import { cutLine, humanSpans, type Line, lineWidth, prefixLines, span } from '../text/span.js';
import { cutMark, type Ruler, rulerFor } from '../text/width.js';
import { wrapSpans } from '../text/wrap.js';
import { fieldLines } from './field-lines.js';

/** One plain object for people: its own lines, fitted to the width as `tooWide` says, or its fields, aligned. */
export async function drawObject(
  { human, tooWide = 'cut', fields }: Pick<ObjectData, 'human' | 'tooWide' | 'fields'>,
  look: { readonly width: number; readonly words: boolean },
): Promise<readonly Line[]> {
  if (human === undefined) return await fieldLines(fields, look);
  const lines = human().map((line) => humanSpans(line, look.words));
  if (tooWide === 'leave') return lines;
  const ruler = await rulerFor(lines.flatMap((line) => line.map(({ text }) => text)));
  if (tooWide === 'wrap') return lines.flatMap((line) => wrapBelowLast(ruler, line, look.width));
  return lines.map((line) => cutLine(ruler, line, look.width, cutMark(look.words)));
}

/** A line, wrapped if it is too wide; its last cell continues in its own column. */
function wrapBelowLast(ruler: Ruler, line: Line, width: number): readonly Line[] {
  if (lineWidth(ruler, line) <= width) return [line];
  const last = line.at(-1);
  const before = line.slice(0, -1);
  const indent = lineWidth(ruler, before);
  if (last === undefined || indent >= width / 2) return wrapSpans(ruler, line, width);
  return prefixLines(wrapSpans(ruler, [last], width - indent), [span(' '.repeat(indent))], before);
}
