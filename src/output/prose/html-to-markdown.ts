import { cleanText } from '../text/clean.js';
import { bareText } from './html/bare-text.js';
import { htmlNodes } from './html/blocks.js';
import { blocksMarkdown, paragraphMarkdown } from './markdown/blocks.js';
import { escapeText } from './markdown/escape.js';
import { longestFormatted } from './render-html.js';

/**
 * HTML as markdown: scripts, hidden parts and links to anything but pages and mail left out, tables and task lists as
 * GitHub writes them, controls that character references stood for made visible. One newline at the end, none where there
 * is no text.
 */
export function htmlToMarkdown(html: string): string {
  const isShort = html.length <= longestFormatted;
  const markdown = isShort ? blocksMarkdown(htmlNodes(html)) : paragraphMarkdown(escapeText(bareText(html)));
  const text = cleanText(markdown).trim();
  return text === '' ? '' : `${text}\n`;
}
