import type { Context } from '../../../args/context.js';
import { listWords } from '../../../args/flag.js';
import { TooHeavy } from '../../../client/responses/refusal.js';
import { phrase, TrackerError } from '../../../contract/errors.js';
import { maxLongBytes, megabytes, type TooLarge } from '../../../http/body/read.js';

interface LargeList {
  /** The given flags that need all rows at once. */
  readonly flags: readonly string[];
  /** Whether its format writes row by row. */
  readonly isByRow: boolean;
  /** Whether the server could send less. */
  readonly canFilter: boolean;
}

/** The error with a hint how to list it row by row if that takes less memory. */
export function explainTooLarge(error: TooLarge, { show }: Context, { flags, isByRow, canFilter }: LargeList) {
  const all = show.choice.jq === undefined ? flags : [...flags, '--jq'];
  const ways = [
    ...(all.length > 0 ? [`without ${listWords(all)}`] : []),
    ...(isByRow || show.choice.jq !== undefined ? [] : ['with --jsonl in a pipe or file']),
  ];
  const { message, status } = error;
  const way =
    error instanceof TooHeavy && ways.length > 0
      ? `up to ${megabytes(maxLongBytes)} MB can be listed ${ways.join(' and ')}`
      : error.hint;
  const hint = canFilter ? phrase`ask for less with one --status; or ${way ?? ''}` : way;
  return new TrackerError('failed', message, { status, hint });
}
