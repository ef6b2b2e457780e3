import type { Output } from '../../terminal/streams/io.js';
import { rulerFor } from './width.js';

/** The only command of a hint, at its end. */
const commandAtEnd = /(?<=^hint: |: )tracker (?:(?! tracker )[^;])*$/;

/**
 * A line of text as it is written to this stream: broken between words at a terminal's width. A long word, such as a URL, and
 * a command at the end stay whole, so that they can be copied. All lines are indented like the first.
 */
export async function wrapSentence({ isTerminal, columns }: Output, line: string): Promise<string> {
  // No character is wider than two cells.
  if (!isTerminal || line.length * 2 <= columns()) return line;
  const ruler = await rulerFor([line]);
  const [indent = ''] = /^ */.exec(line) ?? [];
  const [command] = commandAtEnd.exec(line) ?? [];
  const words = line
    .slice(indent.length, line.length - (command?.length ?? 0))
    .trimEnd()
    .split(' ');
  const lines: string[] = [];
  let current = '';
  for (const word of command === undefined ? words : [...words, command]) {
    const longer = current === '' ? indent + word : `${current} ${word}`;
    if (current !== '' && ruler.width(longer) > columns()) {
      lines.push(current);
      current = indent + word;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}
