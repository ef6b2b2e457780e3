import { decodeEntities } from '../entities.js';
import { scanHtml } from './scan.js';
import { isBlockName } from './tree.js';

/** The text of HTML with each block on its own line, for pages too long to lay out. */
export function bareText(html: string): string {
  const parts: string[] = [];
  let isLineStart = true;
  let isCode = false;
  scanHtml(html, (token) => {
    if (token.kind !== 'text' && token.name === 'pre') isCode = token.kind === 'open';
    if (token.kind === 'text') {
      const folded = isCode ? token.text : token.text.replace(/\s+/g, ' ');
      const text = isLineStart && !isCode ? folded.trimStart() : folded;
      if (text === '') return;
      parts.push(decodeEntities(text));
      isLineStart = false;
    } else if (!isLineStart && (token.name === 'br' || isBlockName(token.name))) {
      parts.push('\n');
      isLineStart = true;
    }
  });
  return parts.join('');
}
