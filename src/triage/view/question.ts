import { cleanLine } from '../../contract/clean.js';
import { type Line, span } from '../../output/text/span.js';
import { cutTo, type Ruler } from '../../output/text/width.js';
import type { TextField } from '../model/text-field.js';
import type { Place } from './look.js';

/** What is below the list while something is being chosen or typed. */
export interface Panel {
  readonly lines: readonly Line[];
  /** Within the lines. */
  readonly cursor: Place | undefined;
}

export interface Room {
  readonly ruler: Ruler;
  readonly width: number;
  /** The most lines. */
  readonly height: number;
  readonly now: Date;
}

/** A line that is typed, after what it is for. */
export function question(lead: string, { text, at }: TextField, { ruler, width }: Room, hint: string): Panel {
  const before = cleanLine(text.slice(0, at));
  // The end of a long text is what is being typed.
  const room = width - ruler.width(lead) - 2;
  const skipped = Math.max(0, before.length - room);
  const shown = cutTo(ruler, `${before.slice(skipped)}${cleanLine(text.slice(at))}`, room);
  const spare = room - ruler.width(shown) - ruler.width(hint) - 2;
  const line: Line = [
    span(' '),
    span(lead, 'accent', 'strong'),
    span(shown),
    ...(spare > 0 ? [span(`   ${hint}`, 'dim')] : []),
  ];
  return { lines: [line], cursor: { row: 0, column: 1 + ruler.width(lead) + ruler.width(before.slice(skipped)) } };
}
