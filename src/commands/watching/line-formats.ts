import type { Context } from '../../args/context.js';
import { usageError } from '../../contract/errors.js';

/** Throws a usage error for a format that cannot print rows as they come. `what` is the command. */
export function requireLines({ show, io }: Pick<Context, 'show' | 'io'>, what: string): void {
  const { format, fields, jq } = show.choice;
  if (jq !== undefined) throw usageError(`${what} cannot be used with --jq`, 'use --jsonl and pipe it to jq');
  const isByLine = format === 'jsonl' || format === 'tsv' || (format === 'auto' && !io.stdout.isTerminal);
  if (isByLine || (format === 'auto' && fields.length === 0)) return;
  const asked = format === 'auto' ? '--fields' : `--${format}`;
  throw usageError(`${what} prints rows as they arrive and cannot be used with ${asked}`, 'use --jsonl or --tsv');
}

/** Whether rows are printed as lines for people. */
export function isForPeople({ show, io }: Pick<Context, 'show' | 'io'>): boolean {
  return io.stdout.isTerminal && show.choice.format === 'auto';
}
