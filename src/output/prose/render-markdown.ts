import { cleanText } from '../../contract/text/unsafe-characters.js';
import { type Line, plainPaint } from '../text/span.js';
import { rulerFor, wideRuler } from '../text/width.js';
import type { TextLook } from './node.js';
import { givenUpWords, Patience } from './patience.js';
import { renderPlain } from './render-plain.js';
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
  const format = async (): Promise<readonly Line[] | undefined> => {
    const ruler = /&[#a-z]/i.test(source) ? await wideRuler() : await rulerFor(source.split('\n'));
    const { createParser } = await import('./markdown/parse.js');
    const parse = await createParser(source);
    return await patience.spend(source, () => blockLines(parse(source), width, { ...look, ruler }));
  };
  const formatted = source.length > longestFormatted ? undefined : await format();
  return formatted ?? (await renderPlain(source, width, { ...look, why: givenUpWords }));
}

/**
 * The same for a text on which somebody decides as they see it: it is shown unformatted, below a line that says so, if any of its
 * words would not be seen, such as those of a comment or the address of a picture (docs/requirements.md, R98).
 */
export async function renderAllOf(source: string, width: number, look: TextLook, patience?: Patience) {
  const lines = await renderMarkdown(source, width, look, patience);
  const shown = lines.map(plainPaint).join('');
  const words = cleanText(source).match(/[\p{L}\p{N}]+/gu) ?? [];
  let at = 0;
  const isSeen = (word: string): boolean => {
    const found = shown.indexOf(word, at);
    at = found + word.length;
    return found >= 0;
  };
  return words.every(isSeen) ? lines : await renderPlain(source, width, { ...look, why: hidingWords });
}

const hidingWords = 'shown as it was written: if it were formatted, some of it would not be seen';
