import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { changeInside, type MarkdownNode } from '../node.js';

/**
 * What parses markdown to nodes, including the HTML in it if this text has any. Mentions are `@[Name](id)`, references
 * `~[REF](type:id)`. Throws RangeError if it is nested absurdly deeply.
 */
export async function createParser(text: string): Promise<(source: string) => readonly MarkdownNode[]> {
  const decode = /&[#a-z]/i.test(text) ? (await import('../entities.js')).decodeEntities : undefined;
  const withHtml = text.includes('<') ? (await import('./with-html.js')).withHtml : undefined;
  const marked = new Marked({ gfm: true, breaks: true, extensions: [mention, reference] });
  return (source) => {
    // The tokens have the types the library declares; only the keys of MarkdownNode are read.
    const nodes = marked.lexer(source) as readonly MarkdownNode[];
    const decoded = decode ? withTexts(nodes, decode) : nodes;
    return withHtml ? withHtml(decoded) : decoded;
  };
}

/** Changes every text but code and HTML. */
function withTexts(nodes: readonly MarkdownNode[], change: (text: string) => string): readonly MarkdownNode[] {
  return nodes.map((node) => {
    const { type, text } = node;
    const isChanged = text !== undefined && !/^(?:code|codespan|html)$/.test(type);
    const own = isChanged ? { ...node, text: change(text) } : node;
    return changeInside(own, (inner) => withTexts(inner, change));
  });
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
