import { cleanText } from '../text/clean.js';
import type { Line } from '../text/span.js';
import { rulerFor, wideRuler } from '../text/width.js';
import { wrapText } from '../text/wrap.js';
import type { TextLook } from './node.js';
import { blockLines } from './terminal/blocks.js';

/**
 * Texts beyond these limits are shown unformatted. The time for emphasis, mail addresses, comments and white space is quadratic
 * in their number per block: seconds in the worst case.
 */
const longestFormatted = 100_000;
const maxMarksInBlock = 3000;
const longSpace = /[ \t]{1000}/;

/**
 * Renders markdown as lines for a terminal, wrapped to `width` cells; code is wrapped only on a terminal. Mentions
 * `@[Name](id)` become `@Name`, references `~[REF](type:id)` become `REF`. Every text is made safe after its character
 * references are decoded (docs/requirements.md, R38). Text that cannot be parsed is shown unformatted.
 */
export async function renderMarkdown(source: string, width: number, look: TextLook): Promise<readonly Line[]> {
  const ruler = /&[#a-z]/i.test(source) ? await wideRuler() : await rulerFor(source.split('\n'));
  if (!isReasonable(source)) return wrapText(ruler, cleanText(source), width);
  try {
    const { parseMarkdown } = await import('./markdown/parse.js');
    return blockLines(await parseMarkdown(source), width, { ...look, ruler });
  } catch (error) {
    // Absurdly deep nesting overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    return wrapText(ruler, cleanText(source), width);
  }
}

function isReasonable(source: string): boolean {
  if (source.length > longestFormatted || longSpace.test(source)) return false;
  return source.split(/\n\s*\n/).every((block) => (block.match(/[_*~@]|<!/g)?.length ?? 0) <= maxMarksInBlock);
}
