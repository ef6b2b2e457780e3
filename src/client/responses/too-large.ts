import type { ListRoute } from '../../contract/routes.js';
import { TooLarge } from '../../http/body/arriving.js';

/** The rows of a list would take too much memory, all at once. */
export class TooHeavy extends TooLarge {}

/** The error of a list; if it is too large, with a hint how to get it all the same. */
export function explainList(error: unknown, route: ListRoute, query: object = {}): unknown {
  if (!(error instanceof TooLarge)) return error;
  const { message, status } = error;
  const address = `${route.slice('GET '.length)}?${new URLSearchParams({ ...query })}`;
  const hint = `save the response as it is: tracker api '${address}' > response.json`;
  return new (error instanceof TooHeavy ? TooHeavy : TooLarge)('failed', message, { status, hint });
}
