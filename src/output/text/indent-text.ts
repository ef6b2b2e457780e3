import { cleanText } from './clean.js';
import { textWidth } from './page-width.js';
import { rulerFor } from './width.js';
import { wrapText } from './wrap.js';

/** Untrusted text made safe, wrapped for a terminal and indented, without trailing spaces. */
export async function indentText(text: string, indent: number, columns: number): Promise<string> {
  const safe = cleanText(text);
  const lines = await wrapText(await rulerFor([safe]), safe, textWidth(columns) - indent);
  return lines.map((line) => `${' '.repeat(indent)}${line.map((span) => span.text).join('')}`.trimEnd()).join('\n');
}
