import { jsonText } from '../../contract/json-text.js';
import { isRow, type Row } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import { messageOf } from './refusal.js';

/** What may stand beside an error and is no result of its own (docs/api.md, Errors). */
const errorKeys: ReadonlySet<string> = new Set(
  'error errors message code status statusCode details detail type title instance path timestamp requestId traceId'.split(
    ' ',
  ),
);

/** Names of what was written; servers call a new thread's `threadId` (docs/api.md, How to read this page). */
const idKeys = ['id', 'uuid', 'displayId', 'threadId'];

/**
 * The result in the answer to a write that has the status of a success; `warn` is told of an error that stands beside it.
 * Throws `failed` for one that says it was not done, and `unknown_outcome` for an error alone, or for what is neither
 * (docs/requirements.md, R44).
 */
export function resultOf(answer: unknown, status: number, warn?: (text: string) => void): Row {
  if (isEmpty(answer)) return {};
  if (!isRow(answer)) throw unclear(status, `${shortened(jsonText(answer))} in place of a result`);
  const words = wordsOf(answer);
  const unsaid = `the server answered ${status}, but says that it has not done it`;
  if (saysNo(answer)) {
    if (!isNamed(answer)) throw new TrackerError('failed', words ?? unsaid, { status });
  } else if (!tellsError(answer)) return answer;
  else if (!hasResult(answer))
    throw unclear(status, `an error in place of a result${words === undefined ? '' : ` (${words})`}`);
  warn?.(`the server took it, but also answered: ${words ?? unsaid}`);
  return answer;
}

function isEmpty(answer: unknown): boolean {
  return answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0);
}

function unclear(status: number, what: string): TrackerError {
  return new TrackerError(
    'unknown_outcome',
    `the server answered ${status} with ${what}; it may or may not have been applied`,
    { status, hint: 'look before you run it again' },
  );
}

function shortened(json: string): string {
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}

function saysNo({ ok, success, errors, status, statusCode }: Row): boolean {
  if ([ok, success].some((each) => each === false || each === 0 || each === 'false')) return true;
  if (Array.isArray(errors) && errors.length > 0) return true;
  return [status, statusCode].some((each) => typeof each === 'number' && each >= 400);
}

function isNamed(answer: Row): boolean {
  return idKeys.some(
    (key) => (typeof answer[key] === 'string' && answer[key] !== '') || typeof answer[key] === 'number',
  );
}

/** Whether it holds anything but an error. */
function hasResult(answer: Row): boolean {
  return Object.entries(answer).some(([key, value]) => !errorKeys.has(key) && value !== null);
}

function tellsError(answer: Row): boolean {
  const { error, message, type, title } = answer;
  if (isRow(error) || (typeof error === 'string' && error.trim() !== '')) return true;
  if (hasResult(answer) || !meansTrouble(answer)) return false;
  return typeof message === 'string' || (typeof type === 'string' && typeof title === 'string');
}

/** Beside a message alone, or a problem (RFC 9457), a code may still say that all is well. */
function meansTrouble({ message, code, status }: Row): boolean {
  if (typeof status === 'string') return /^(error|fail)/i.test(status);
  if (typeof code === 'string') return !/^(ok|success|0|)$/i.test(code);
  if (typeof code === 'number') return code !== 0 && (code < 200 || code > 299);
  return typeof message !== 'string';
}

/** What the server says of it, in one line. */
function wordsOf(answer: Row): string | undefined {
  const { errors, detail, title } = answer;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return (
    messageOf(answer) ?? messageOf({ error: first }) ?? messageOf({ message: detail }) ?? messageOf({ message: title })
  );
}
