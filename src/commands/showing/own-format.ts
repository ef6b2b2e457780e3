import type { Context } from '../../args/context.js';
import { usageError } from '../../contract/errors.js';

/** Throws a usage error with this message for columns, and for a format that cannot print a text or a single value. */
export function requireTextOrValue({ show }: Pick<Context, 'show'>, what: string): void {
  if (!show.isAsked || (show.prints === 'documents' && show.choice.fields.length === 0)) return;
  throw usageError(what);
}
