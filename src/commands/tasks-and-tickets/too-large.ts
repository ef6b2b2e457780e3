import { listWords } from '../../args/flag.js';
import type { Context } from '../../context.js';
import { TrackerError } from '../../errors.js';
import { maxListBytes, megabytes, type TooLarge } from '../../http/body/arriving.js';

/** A list whose response is too large. */
interface LargeList {
  /** For `tracker api`. */
  readonly address: string;
  /** The given flags that need all rows at once. */
  readonly flags: readonly string[];
  /** Whether its format writes row by row. */
  readonly isByRow: boolean;
}

/** The error with a hint how to list it row by row, which takes larger responses, or if that was done, how to save it. */
export function explainTooLarge(
  { message, status }: TooLarge,
  { show }: Context,
  { address, flags, isByRow }: LargeList,
): TrackerError {
  const all = show.choice.jq === undefined ? flags : [...flags, '--jq'];
  const ways = [
    ...(all.length > 0 ? [`without ${listWords(all)}`] : []),
    ...(isByRow || show.choice.jq !== undefined ? [] : ['with --jsonl in a pipe or file']),
  ];
  const hint =
    ways.length > 0
      ? `up to ${megabytes(maxListBytes)} MB can be listed ${ways.join(' and ')}`
      : `save the response as it is: tracker api '${address}' > response.json`;
  // The only filter that the server applies.
  const less = /^\/tickets\b(?!.*\bstatus=)/.test(address) ? 'ask for less with one --status; or ' : '';
  return new TrackerError('failed', message, { status, hint: less + hint });
}
