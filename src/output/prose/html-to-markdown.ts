import { cleanText } from '../text/clean.js';
import { decodeEntities } from './entities.js';
import { bareText } from './html/bare-text.js';
import { cleanBlocks } from './html/clean.js';

/**
 * Pages, blocks and tables longer than this become plain text, and so do tables once this much has been converted: the
 * converter's time is quadratic in the size of a table (UTF-16 units).
 */
const longest = { page: 1_000_000, block: 200_000, table: 20_000, tables: 60_000 } as const;

/** A longer run of white space is never meant, and the converter's time is quadratic in it too. */
const longSpace = /\s{200}/;

/**
 * Converts HTML to markdown. Scripts, hidden parts and links to anything but pages and mail are left out, tables and task lists
 * are in GitHub's syntax, and control characters from character references are made visible. Ends in one newline, or is empty
 * if there is no text.
 */
export async function htmlToMarkdown(html: string): Promise<string> {
  const markdown = html.length > longest.page ? bareMarkdown(html) : await convert(html);
  const text = cleanText(markdown).trim();
  return text === '' ? '' : `${text}\n`;
}

async function convert(html: string): Promise<string> {
  const [{ default: Turndown }, { tables, strikethrough }] = await Promise.all([
    import('turndown'),
    import('@joplin/turndown-plugin-gfm'),
  ]);
  const turndown = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  turndown.use([tables, strikethrough]);
  turndown.addRule('tick', {
    filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type')?.toLowerCase() === 'checkbox',
    replacement: (_, node) => ('hasAttribute' in node && node.hasAttribute('checked') ? '[x] ' : '[ ] '),
  });
  const escapeMarkdown = turndown.escape.bind(turndown);
  turndown.escape = (text) => escapeMarkdown(text).replace(tagStart, '\\<');
  turndown.keep(['sup', 'sub']);
  let tablesLeft: number = longest.tables;
  const isTooLong = (block: string): boolean => {
    if (longSpace.test(decodeEntities(block))) return true;
    if (!block.includes('<table')) return block.length > longest.block;
    tablesLeft -= block.length;
    return block.length > longest.table || tablesLeft < 0;
  };
  const written = cleanBlocks(html).map((block) =>
    isTooLong(block)
      ? bareMarkdown(block).trim()
      : turndown.turndown(block).split('\n').map(withoutSpaceAtEnd).join('\n'),
  );
  return written.filter((block) => block !== '').join('\n\n');
}

/** Where markdown would start a tag or an autolink. */
const tagStart = /<(?=[a-z/!?])/gi;

/** The plain text of HTML, with nothing that markdown reads as a tag or a link (docs/requirements.md, R38). */
function bareMarkdown(html: string): string {
  return bareText(html)
    .replace(tagStart, '\\<')
    .replace(/\](?=[([:])/g, '\\]');
}

/** Two spaces at the end of a line are a line break; any other number means nothing. */
function withoutSpaceAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  return line.length - end === 2 && end > 0 ? line : line.slice(0, end);
}
