import type { PersonName } from '../content/people.js';

/** The marks of a text: `{sean}`, `{@sean}`, `{#SCM-3}` and `{#ticket:SCM-3}` (scene.ts replaces them). */
export const marks = /\{([@#]?)([A-Za-z]+(?::[A-Z]+-\d+|-\d+)?)\}/g;

/** The people a seed text mentions. */
export function mentionedIn(text: string): readonly PersonName[] {
  // The marks name people by the keys of the table; the tests find a mark that names nobody.
  return [...text.matchAll(/\{@([a-z]+)\}/g)].map((match) => match[1] as PersonName);
}

/** Lines at least this long were wrapped for the width of the source, not by their author. */
const sourceWidth = 90;

/** Joins lines that were wrapped for the source; code, lists and tables are left alone. */
export function unwrap(text: string): string {
  let isCode = false;
  let isPre = false;
  const joined: string[] = [];
  let mayJoin = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (mayJoin && /^[\p{L}\p{N}*`"'“‘(@~{[¿¡]/u.test(line) && !/^(\d+[.)]|\*) /.test(line)) {
      joined.push(`${joined.pop() ?? ''} ${line}`);
    } else joined.push(line);
    if (line.includes('<pre>')) isPre = true;
    if (line.includes('</pre>')) isPre = false;
    mayJoin = !isCode && !isPre && line.length >= sourceWidth && !/^(#|\||>|```)/.test(line);
  }
  return joined.join('\n');
}
