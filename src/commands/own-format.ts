import type { Context } from '../context.js';
import { usageError } from '../errors.js';

/** Throws a usage error for a format or columns that a command cannot print, whose output is a text or one JSON value. */
export function requireTextOrJson({ show }: Pick<Context, 'show'>, what: string): void {
  if (!show.isAsked || (show.isJson && show.choice.fields.length === 0)) return;
  throw usageError(what);
}
