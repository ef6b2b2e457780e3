import type { PersonName } from './people.js';

/** The marks of a text: `{sean}`, `{@sean}`, `{#SCM-3}` and `{#ticket:SCM-3}` (what they become is in scene.ts). */
export const marks = /\{([@#]?)([A-Za-z]+(?::[A-Z]+-\d+|-\d+)?)\}/g;

/** The people whom a text of the seed mentions. */
export function mentionedIn(text: string): readonly PersonName[] {
  // The marks name people by the keys of the table; the tests find a mark that names nobody.
  return [...text.matchAll(/\{@([a-z]+)\}/g)].map((match) => match[1] as PersonName);
}
