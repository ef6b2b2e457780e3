import { Marked, type TokenizerAndRendererExtension } from 'marked';
import type { MarkdownNode } from '../node.js';

/**
 * Markdown as nodes, the HTML in it among them. Mentions are `@[Name](id)`, references `~[REF](type:id)`. Throws RangeError
 * where nesting makes no sense any more.
 */
export async function parseMarkdown(source: string): Promise<readonly MarkdownNode[]> {
  const marked = new Marked({ gfm: true, breaks: true, extensions: [mention, reference] });
  // The lexer's tokens are as the library declares them; only the keys of MarkdownNode are read.
  const nodes = marked.lexer(source) as readonly MarkdownNode[];
  if (!source.includes('<')) return nodes;
  return (await import('./with-html.js')).withHtml(nodes);
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
