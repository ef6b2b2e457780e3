import type { Context } from '../../context.js';
import { usageError } from '../../errors.js';

/**
 * Throws a usage error if `--comments` would be ignored: it shortens the timeline, which is printed only as text for people and
 * as TSV without `--fields`.
 */
export function refuseComments({ show: { choice, isJson, prints } }: Pick<Context, 'show'>, web: boolean): void {
  if (web) throw usageError('--comments and --web cannot be used together');
  if (prints === 'documents') {
    const what = isJson ? 'a JSON format' : `--${choice.format}`;
    throw usageError(`--comments cannot be used with ${what}, which prints the whole response`);
  }
  if (prints === 'pages' && choice.fields.length === 0) return;
  const other = choice.fields.length > 0 ? '--fields' : `--${choice.format}`;
  throw usageError(
    `--comments cannot be used with ${other}, which does not print the timeline`,
    `leave out --comments or ${other}`,
  );
}
