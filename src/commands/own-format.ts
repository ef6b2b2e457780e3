import type { Context } from '../context.js';
import { usageError } from '../errors.js';

/** Throws a usage error for a format or columns that a command whose output is a text or one value cannot print. */
export function requireTextOrValue({ show }: Pick<Context, 'show'>, what: string): void {
  if (!show.isAsked || (show.prints === 'documents' && show.choice.fields.length === 0)) return;
  throw usageError(what);
}
