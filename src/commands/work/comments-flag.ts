import type { Context } from '../../args/context.js';
import { type Flag, value } from '../../args/flag.js';
import { freeText } from '../../args/value.js';
import { usageError } from '../../contract/errors.js';

/** How many comments or messages a view shows on a terminal. */
const usualCount = 5;

/** `--comments N|all`; `what` is what it counts. */
export function commentsFlag(what: string): Flag<number | undefined> {
  return value(
    '--comments',
    `show only this many of the newest ${what}, with everything between them, or all (default: ${usualCount} on a terminal, all in a pipe)`,
    {
      value: freeText('count|all', ['all']),
      parse(given, flag) {
        if (given.toLowerCase() === 'all') return Number.POSITIVE_INFINITY;
        if (/^\d{1,9}$/.test(given) && Number(given) > 0) return Number(given);
        throw usageError(`${flag} takes a whole number of at least 1, or all, not ${JSON.stringify(given)}`);
      },
    },
  );
}

/** Whether a view is a page for people. */
export function isPage({ io, show }: Context): boolean {
  return io.stdout.isTerminal && show.choice.format === 'auto';
}

/** How many comments or messages to show. */
export function countOfComments(context: Context, given: number | undefined): number {
  return given ?? (isPage(context) ? usualCount : Number.POSITIVE_INFINITY);
}

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
