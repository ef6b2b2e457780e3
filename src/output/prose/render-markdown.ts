import { cleanText } from '../../contract/text/unsafe-characters.js';
import type { Line } from '../text/span.js';
import { rulerFor, wideRuler } from '../text/width.js';
import { wrapPlain } from '../text/wrap.js';
import type { TextLook } from './node.js';
import { givenUp, Patience } from './patience.js';
import { blockLines } from './terminal/blocks.js';

/** Longer texts are shown unformatted (UTF-16 units). */
const longestFormatted = 100_000;

/**
 * Renders markdown as lines for a terminal, wrapped to `width` cells; code is wrapped only on a terminal. Mentions
 * `@[Name](id)` become `@Name`, references `~[REF](type:id)` become `REF`. Every text is made safe after its character
 * references are decoded (docs/requirements.md, R38). Text that is too long, or that takes too long, is shown unformatted, below
 * a line that says so.
 */
export async function renderMarkdown(source: string, width: number, look: TextLook, patience = new Patience(look)) {
  const ruler = /&[#a-z]/i.test(source) ? await wideRuler() : await rulerFor(source.split('\n'));
  const formatted = source.length > longestFormatted ? undefined : await format();
  return formatted ?? [...(await givenUp(width)), ...(await wrapPlain(ruler, cleanText(source), width, look.signal))];

  async function format(): Promise<readonly Line[] | undefined> {
    const { createParser } = await import('./markdown/parse.js');
    const parse = await createParser(source);
    return await patience.spend(source, () => blockLines(parse(source), width, { ...look, ruler }));
  }
}
