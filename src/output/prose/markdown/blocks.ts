import { cleanText } from '../../../contract/text/unsafe-characters.js';
import { htmlNodes } from '../html/blocks.js';
import { bareText } from '../html/tree.js';
import type { MarkdownCell, MarkdownNode } from '../node.js';
import { Patience } from '../patience.js';
import { longestFormatted } from '../render-html.js';
import { escapeLineStart, escapeText, inlineMarkdown } from './inline.js';

/** Blocks as markdown, separated by blank lines; in a list item, a nested list follows its text without one. */
function blocksMarkdown(nodes: readonly MarkdownNode[], isItem = false): string {
  let text = '';
  let last: MarkdownNode | undefined;
  let isOther = false;
  for (const node of nodes) {
    // Two adjacent lists with the same marker would be one.
    isOther = node.type === 'list' && last?.type === 'list' && last.ordered === node.ordered && !isOther;
    const block = blockMarkdown(node, isOther);
    if (block === '') continue;
    text += text === '' ? block : `${isItem && goesBelow(node, last) ? '\n' : '\n\n'}${block}`;
    last = node;
  }
  return text;
}

/** A list that does not start with 1 cannot interrupt a paragraph. */
function goesBelow({ type, start }: MarkdownNode, last: MarkdownNode | undefined): boolean {
  return type === 'list' && start === 1 && last?.type === 'paragraph';
}

function blockMarkdown(node: MarkdownNode, isOther: boolean): string {
  const { type, tokens = [], text = '' } = node;
  switch (type) {
    case 'heading':
      return headingMarkdown(node);
    case 'code':
      return codeMarkdown(text, node.lang);
    case 'blockquote':
      return prefixed(blocksMarkdown(tokens), '> ');
    case 'list':
      return listMarkdown(node, isOther);
    case 'table':
      return tableMarkdown(node);
    case 'hr':
      return '---';
    case 'group':
    case 'indent':
      return blocksMarkdown(tokens);
    case 'details':
      return blocksMarkdown([{ type: 'paragraph', tokens: node.summary ?? [] }, ...tokens]);
    default:
      return paragraphMarkdown(inlineMarkdown(tokens, { lineBreak: '  \n' }));
  }
}

/** A paragraph, escaped so that no line of it starts a block. */
function paragraphMarkdown(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeLineStart(withoutSpaceAtEnd(line.trimStart())))
    .join('\n')
    .trim();
}

/** Keeps two trailing spaces, which are a line break, and removes any other number. */
function withoutSpaceAtEnd(line: string): string {
  const bare = line.trimEnd();
  return bare !== '' && line === `${bare}  ` ? line : bare;
}

function headingMarkdown({ depth = 1, tokens = [] }: MarkdownNode): string {
  const text = inlineMarkdown(tokens, { lineBreak: ' ' }).trim();
  return text === '' ? '' : `${'#'.repeat(depth)} ${text.replace(/(^|\s)(#+)$/, '$1\\$2')}`;
}

function codeMarkdown(text: string, lang = ''): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${lang}\n${text}\n${fence}`;
}

function listMarkdown({ ordered, start, items = [] }: MarkdownNode, isOther: boolean): string {
  const first = typeof start === 'number' ? start : 1;
  const isLoose = items.some(({ loose }) => loose === true);
  return items
    .map((item, index) => {
      const number = `${first + index}${isOther ? ')' : '.'}`;
      return itemMarkdown(item, ordered === true ? `${number} ` : isOther ? '* ' : '- ');
    })
    .join(isLoose ? '\n\n' : '\n');
}

function itemMarkdown({ task, checked, tokens = [] }: MarkdownNode, marker: string): string {
  const body = blocksMarkdown(tokens, true);
  // `- ---` would be a rule instead of an item that contains one.
  const text = tokens[0]?.type === 'hr' ? body.replace(/^---/, '***') : body;
  const isText = tokens[0]?.type === 'paragraph' || tokens.length === 0;
  const box = task === true ? `[${checked === true ? 'x' : ' '}]${isText ? ' ' : '\n\n'}` : '';
  const [line = '', ...rest] = `${box}${text}`.split('\n');
  const space = ' '.repeat(marker.length);
  return [`${marker}${line}`.trimEnd(), ...rest.map((each) => (each === '' ? '' : `${space}${each}`))].join('\n');
}

function prefixed(text: string, prefix: string): string {
  return text === '' ? '' : text.replace(/^/gm, prefix).replace(/^> $/gm, '>');
}

const rules = { center: ':-:', right: '--:', left: ':--' } as const;

/** A table in GitHub's syntax: it always has a header, and all rows have the same number of cells. */
function tableMarkdown({ header = [], rows = [] }: MarkdownNode): string {
  const count = [header, ...rows].reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: count }, (_, index) => index);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rowLine = (row: readonly MarkdownCell[]): string => line(columns.map((index) => cellMarkdown(row[index])));
  const aligns = header.length > 0 ? header : (rows[0] ?? []);
  const rule = columns.map((index) => {
    const align = aligns[index]?.align ?? null;
    return align === null ? '---' : rules[align];
  });
  return [rowLine(header), line(rule), ...rows.map(rowLine)].join('\n');
}

function cellMarkdown(cell: MarkdownCell | undefined): string {
  return inlineMarkdown(cell?.tokens ?? [], { lineBreak: '<br>' })
    .trim()
    .replaceAll('|', '\\|');
}

/**
 * Converts HTML to markdown. Scripts, hidden parts and links to anything but pages and mail are left out, tables and task lists
 * are in GitHub's syntax, and control characters from character references are made visible. Ends in one newline, or is empty
 * if there is no text. A page that is too long, or that takes too long, becomes plain paragraphs,
 * after `onPlain`.
 */
export async function htmlToMarkdown(html: string, onPlain?: () => Promise<void>, patience = new Patience()) {
  const format = (): readonly string[] => [blocksMarkdown(htmlNodes(html))];
  const formatted = html.length > longestFormatted ? undefined : await patience.spend(html, format);
  if (formatted === undefined) await onPlain?.();
  const text = cleanText(formatted?.[0] ?? paragraphMarkdown(escapeText(bareText(html)))).trim();
  return text === '' ? '' : `${text}\n`;
}
