import { type Line, shortLine, span } from '../../output/text/span.js';
import { cutTo, type Ruler } from '../../output/text/width.js';
import type { WritingMessage } from '../model/mode.js';
import type { State } from '../model/state.js';
import { completionOf } from '../model/texts/completing.js';
import { asLine, fill } from './look.js';

/** The widest name offered (cells). */
const widest = 36;

/** What the word at the cursor may become, around the marked one, in a line or two. */
export function completionLines(
  state: State,
  mode: WritingMessage,
  { ruler, width, most }: { readonly ruler: Ruler; readonly width: number; readonly most: number },
): readonly Line[] {
  const open = completionOf(state, mode);
  if (!open || most < 1) return [];
  const marked = mode.completion?.at ?? 0;
  const words = open.options.map(({ text }, at) => [
    span(at === marked ? '▸' : ' ', 'accent'),
    span(cutTo(ruler, shortLine(text), widest), ...(at === marked ? (['strong'] as const) : [])),
  ]);
  const rows = fill(ruler, [[span('Tab inserts', 'dim')], ...words], width);
  const markedIn = rows.findIndex((row) => row.includes(words[marked] ?? []));
  const from = Math.max(0, Math.min(markedIn, rows.length - most));
  return rows.slice(from, from + most).map(asLine);
}
