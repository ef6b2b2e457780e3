import { cleanLine, cleanText } from '../../contract/text/unsafe-characters.js';
import { dataText } from '../data/json.js';
import { shortTime } from '../time.js';

/** How much is shown of a cell of a row, and of a text (characters). */
export const cellLength = 40;
export const textLength = 300;

/** A line of ours: cells separated by tabs, none of which can have a tab or a new line. Empty cells are `-`. */
export function cellsLine(cells: readonly unknown[], most: number = Number.POSITIVE_INFINITY): string {
  return `${cells.map((cell) => cut(cleanLine(shortTime(dataText(cell))), most).text || '-').join('\t')}\n`;
}

/** Text by somebody else, which is always indented, so that none of its lines can look like one of ours. */
export function foreignLines(text: string): string {
  const lines = cleanText(text).trimEnd().split('\n');
  return lines.map((line) => (line.trim() === '' ? '\n' : `  ${line}\n`)).join('');
}

/** The first characters of a text, and how many more it has. */
export function cut(text: string, most: number): { readonly text: string; readonly more: number } {
  if (text.length <= most) return { text, more: 0 };
  const characters = Array.from(text);
  const more = Math.max(0, characters.length - most);
  return { text: more === 0 ? text : `${characters.slice(0, most).join('').trimEnd()}…`, more };
}

/** The last line: that nothing is missing, or what is, and the command that shows it. */
export function lastLine(missing: readonly string[], command: string): string {
  return missing.length === 0 ? 'complete\n' : `missing: ${missing.join(', ')}: ${cleanLine(command)}\n`;
}
