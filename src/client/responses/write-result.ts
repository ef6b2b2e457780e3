import { TrackerError } from '../../contract/errors.js';
import { isRow, type Row } from '../../contract/row.js';
import { jsonText } from '../../contract/text/json-text.js';
import { messageOf } from './error-message.js';

/** Keys that describe an error, and do not count as a result (docs/api.md, Errors). */
const errorKeys: ReadonlySet<string> = new Set(
  'error errors message code status statusCode details detail type title instance path timestamp requestId traceId'.split(
    ' ',
  ),
);

/** Keys that identify what was written; for a new thread, servers use `threadId` (docs/api.md, How to read this page). */
const idKeys = ['id', 'uuid', 'displayId', 'threadId'];

/**
 * The result of a write whose response has a success status. Calls `warn` if the response also contains an error. Throws
 * `failed` if it says the request failed, and `unknown_outcome` if it contains only an error, or is not an object
 * (docs/requirements.md, R44).
 */
export function resultOf(response: unknown, status: number, warn?: (text: string) => void): Row {
  if (response === null || response === '' || (Array.isArray(response) && response.length === 0)) return {};
  if (!isRow(response)) {
    const json = jsonText(response);
    throw unclear(status, `${json.length > 60 ? `${json.slice(0, 60)}…` : json} instead of a result`);
  }
  const text = messageOf(response);
  const fallback = `the server returned ${status}, but says that the request failed`;
  if (reportsFailure(response)) {
    if (!hasId(response)) throw new TrackerError('failed', text ?? fallback, { status });
  } else if (!containsError(response)) return response;
  else if (!hasResult(response))
    throw unclear(status, `an error instead of a result${text === undefined ? '' : ` (${text})`}`);
  warn?.(`the server accepted it, but also reported: ${text ?? fallback}`);
  return response;
}

function unclear(status: number, what: string): TrackerError {
  return new TrackerError(
    'unknown_outcome',
    `the server returned ${status} with ${what}; it may or may not have been applied`,
    { status, hint: 'check before you run it again' },
  );
}

function reportsFailure({ ok, success, errors, status, statusCode }: Row): boolean {
  if ([ok, success].some((each) => each === false || each === 0 || each === 'false')) return true;
  if (Array.isArray(errors) && errors.length > 0) return true;
  return [status, statusCode].some((each) => typeof each === 'number' && each >= 400);
}

function hasId(response: Row): boolean {
  return idKeys.some(
    (key) => (typeof response[key] === 'string' && response[key] !== '') || typeof response[key] === 'number',
  );
}

/** Whether it contains anything but an error. */
function hasResult(response: Row): boolean {
  return Object.entries(response).some(([key, value]) => !errorKeys.has(key) && value !== null);
}

function containsError(response: Row): boolean {
  const { error, message, type, title } = response;
  if (isRow(error) || (typeof error === 'string' && error.trim() !== '')) return true;
  if (hasResult(response) || !meansTrouble(response)) return false;
  return typeof message === 'string' || (typeof type === 'string' && typeof title === 'string');
}

/** With only a message, or a problem (RFC 9457), a code may still mean success. */
function meansTrouble({ message, code, status }: Row): boolean {
  if (typeof status === 'string') return /^(error|fail)/i.test(status);
  if (typeof code === 'string') return !/^(ok|success|0|)$/i.test(code);
  if (typeof code === 'number') return code !== 0 && (code < 200 || code > 299);
  return typeof message !== 'string';
}
