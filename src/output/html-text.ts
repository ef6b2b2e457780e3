import { decodeEntities } from './entities.js';

/**
 * The text of a piece of HTML: scripts, styles, comments and tags dropped, ends of blocks as newlines, character references
 * decoded. Still foreign text that has to be made harmless (docs/requirements.md, R38).
 */
export function htmlText(html: string): string {
  const visible = html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|summary|details)\s*>/gi, '\n')
    .replace(/<\/?[a-z!?][^<>]*>/gi, '');
  return decodeEntities(visible).trim();
}

/** Whether a tag opens something whose content is not text, and then its name. */
export function hiddenElement(tag: string): string | undefined {
  return /^<(script|style)\b/i.exec(tag)?.[1]?.toLowerCase();
}

export function closesElement(tag: string, name: string): boolean {
  return tag.toLowerCase().startsWith(`</${name}`);
}
