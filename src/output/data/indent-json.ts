import { escapeJson } from './escape.js';

/** Deeper indentation is useless to a reader, and its cost is quadratic. */
const deepest = 100;

/** Strings, punctuation, and anything else between white space. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Indents JSON text for a person, two spaces per level. Tokens are kept as written, including numbers and repeated keys, but
 * characters that can control a terminal become `\uXXXX`. Undefined for text that is not JSON or too deeply nested. Linear
 * time.
 */
export function indentJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || !isJson(text)) return undefined;
  const parts: string[] = [];
  let depth = 0;
  let last = '';
  for (const [part] of text.matchAll(token)) {
    const isEnd = part === '}' || part === ']';
    if (isEnd) depth -= 1;
    if (isEnd ? last !== '{' && last !== '[' : last === '{' || last === '[' || last === ',') parts.push(newLine(depth));
    parts.push(part === ':' ? ': ' : part);
    if (part === '{' || part === '[') depth += 1;
    if (depth > deepest) return undefined;
    last = part;
  }
  return escapeJson(parts.join(''));
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
