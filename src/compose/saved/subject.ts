import type { Row } from '../../contract/row.js';
import { cleanLine } from '../../contract/unsafe-characters.js';

/** What people recognise a draft by: its title or subject, or else the first line of its text; empty if it has neither. */
export function subjectOf({ flags }: { readonly flags: Row }): string {
  for (const text of [flags.title, flags.subject, flags.body]) {
    const line = typeof text === 'string' ? text.trim().split('\n')[0] : undefined;
    if (line) return cleanLine(line);
  }
  return '';
}
