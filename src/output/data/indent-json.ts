import { escapeJson } from './escape.js';

/** Deeper than this, indenting is no help to anybody, and costs the square of the depth. */
const deepest = 100;

/** Strings, marks, and whatever else stands between white space. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON text set for a person, two spaces a level: every token stays as it was written, numbers and repeated keys too, but
 * what may drive a terminal becomes `\uXXXX`. Undefined for what is no JSON, or too deep. Takes linear time.
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
