import { cleanText } from '../text/clean.js';
import { bareText } from './html/bare-text.js';
import { htmlNodes } from './html/blocks.js';
import { blocksMarkdown, paragraphMarkdown } from './markdown/blocks.js';
import { escapeText } from './markdown/escape.js';
import { longestFormatted } from './render-html.js';

/**
 * Converts HTML to markdown. Scripts, hidden parts and links to anything but pages and mail are left out, tables and task lists
 * are in GitHub's syntax, and control characters from character references are made visible. Ends in one newline, or is empty
 * if there is no text.
 */
export function htmlToMarkdown(html: string): string {
  const isShort = html.length <= longestFormatted;
  const markdown = isShort ? blocksMarkdown(htmlNodes(html)) : paragraphMarkdown(escapeText(bareText(html)));
  const text = cleanText(markdown).trim();
  return text === '' ? '' : `${text}\n`;
}
