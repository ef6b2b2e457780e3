import type { TokenizerAndRendererExtension } from 'marked';
import { cleanText } from '../text/clean.js';
import type { Line } from '../text/span.js';
import { rulerFor, wideRuler } from '../text/width.js';
import { wrapText } from '../text/wrap.js';
import type { MarkdownNode, TextLook } from './node.js';
import { blockLines } from './terminal/blocks.js';

/**
 * Texts beyond these are shown unformatted. Emphasis, mail addresses, comments and space cost the square of what there is of
 * them in a block: seconds, in the worst case.
 */
const longestFormatted = 100_000;
const mostMarksInBlock = 3000;
const longSpace = /[ \t]{1000}/;

/**
 * Markdown as lines for a terminal, wrapped to `width` cells; code is broken only on a terminal. Mentions `@[Name](id)` become `@Name`,
 * references `~[REF](type:id)` become `REF`. Every piece of text has been made harmless after its character references were
 * decoded (docs/requirements.md, R38). Text that cannot be parsed is shown unformatted.
 */
export async function renderMarkdown(source: string, width: number, look: TextLook): Promise<readonly Line[]> {
  const ruler = /&[#a-z]/i.test(source) ? await wideRuler() : await rulerFor(source.split('\n'));
  if (!isReasonable(source)) return wrapText(ruler, cleanText(source), width);
  try {
    return blockLines(await parseMarkdown(source), width, { ...look, ruler });
  } catch (error) {
    // Nesting beyond any sense ends in a full call stack.
    if (!(error instanceof RangeError)) throw error;
    return wrapText(ruler, cleanText(source), width);
  }
}

function isReasonable(source: string): boolean {
  if (source.length > longestFormatted || longSpace.test(source)) return false;
  return source.split(/\n\s*\n/).every((block) => (block.match(/[_*~@]|<!/g)?.length ?? 0) <= mostMarksInBlock);
}

async function parseMarkdown(source: string): Promise<readonly MarkdownNode[]> {
  const { Marked } = await import('marked');
  const marked = new Marked({ gfm: true, breaks: true, extensions: [mention, reference] });
  // The lexer's tokens are as the library declares them; only the keys of MarkdownNode are read.
  return marked.lexer(source) as readonly MarkdownNode[];
}

const mention: TokenizerAndRendererExtension = {
  name: 'mention',
  level: 'inline',
  start: (source) => source.indexOf('@['),
  tokenizer: (source) => tokenFor('mention', /^@\[([^\]\n]{1,200})\]\(([^()\s]{1,200})\)/.exec(source), '@'),
};

const reference: TokenizerAndRendererExtension = {
  name: 'reference',
  level: 'inline',
  start: (source) => source.indexOf('~['),
  tokenizer: (source) => tokenFor('reference', /^~\[([^\]\n]{1,200})\]\(([a-z]+:[^()\s]{1,200})\)/i.exec(source), ''),
};

function tokenFor(type: string, match: RegExpExecArray | null, sign: string) {
  if (match === null) return undefined;
  return { type, raw: match[0], text: `${sign}${match[1] ?? ''}`, href: match[2] ?? '' };
}
