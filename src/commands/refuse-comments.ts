import type { Context } from '../context.js';
import { usageError } from '../errors.js';

/**
 * Throws `usage` where `--comments` would be ignored: it shortens the timeline, which only text for people and TSV without
 * `--fields` have, and a web page is not ours to shorten.
 */
export function refuseComments({ show: { choice, isJson, prints } }: Pick<Context, 'show'>, web: boolean): void {
  if (web) throw usageError('--comments says nothing of a web page', 'leave out --comments, or --web');
  if (prints === 'documents') {
    const what = isJson ? 'a JSON format' : `--${choice.format}`;
    throw usageError(`--comments shortens what people read; ${what} prints the whole answer`);
  }
  if (prints === 'pages' && choice.fields.length === 0) return;
  const other = choice.fields.length > 0 ? '--fields' : `--${choice.format}`;
  throw usageError(
    `--comments shortens the timeline, which ${other} does not print`,
    `leave out --comments, or ${other}`,
  );
}
