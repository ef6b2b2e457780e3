import { cleanText } from '../text/clean.js';
import { htmlNodes } from './html/blocks.js';
import { bareText } from './html/tree.js';
import { blocksMarkdown, paragraphMarkdown } from './markdown/blocks.js';
import { escapeText } from './markdown/escape.js';
import { Patience } from './patience.js';
import { longestFormatted } from './render-html.js';

/**
 * Converts HTML to markdown. Scripts, hidden parts and links to anything but pages and mail are left out, tables and task lists
 * are in GitHub's syntax, and control characters from character references are made visible. Ends in one newline, or is empty
 * if there is no text. A page that is too long, or that takes too long, becomes plain paragraphs,
 * after `onPlain`.
 */
export async function htmlToMarkdown(
  html: string,
  onPlain?: () => Promise<void>,
  patience = new Patience(),
): Promise<string> {
  const format = (): readonly string[] => [blocksMarkdown(htmlNodes(html))];
  const formatted = html.length > longestFormatted ? undefined : await patience.spend(html, format);
  if (formatted === undefined) await onPlain?.();
  const text = cleanText(formatted?.[0] ?? paragraphMarkdown(escapeText(bareText(html)))).trim();
  return text === '' ? '' : `${text}\n`;
}
