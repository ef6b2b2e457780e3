import { isRow, type Row } from '../contract/row.js';
import { TrackerError } from '../errors.js';
import { messageOf } from './refusal.js';

/** What an answer holds that only tells an error, in place of what was written (docs/api.md, Errors), beside a code of it. */
const errorKeys: ReadonlySet<string> = new Set(['message', 'code', 'status', 'statusCode', 'details']);

/**
 * The error for the answer to a write that has the status of a success and says that nothing was done: `ok` is false, or an
 * error stands where the result should. Undefined for a result, and for anything that does not say so.
 */
export function declined(answer: Row, status: number): TrackerError | undefined {
  if (!isDeclined(answer)) return undefined;
  const message = messageOf(answer) ?? `the server answered ${status}, but says that it has not done it`;
  return new TrackerError('failed', message, { status });
}

function isDeclined(answer: Row): boolean {
  if (typeof answer.ok === 'boolean') return !answer.ok;
  const { error, message } = answer;
  if (isRow(error) || (typeof error === 'string' && error.trim() !== '')) return true;
  // A message alone may be the server's way of saying that it is done.
  const hasCode = answer.code !== undefined || answer.statusCode !== undefined;
  return hasCode && typeof message === 'string' && Object.keys(answer).every((key) => errorKeys.has(key));
}
