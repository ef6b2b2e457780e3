import { isInDoubt, type TrackerError } from './errors.js';
import type { Row } from './row.js';

/** An error as data, in its own line and in the row of a reference. */
export function errorData(error: TrackerError): Row {
  const { kind, status, message, hint } = error;
  return { code: kind, status: status ?? null, message, hint: hint ?? null, retryable: isRetryable(error) };
}

/**
 * Whether running the same command again is safe and may help: nothing was applied, and the cause may pass. What may have been
 * applied is never run again blindly.
 */
export function isRetryable({ kind, status, isRepeatable = false }: TrackerError): boolean {
  if (kind === 'network') return true;
  if (kind !== 'failed' || status === undefined || isInDoubt({ kind, status })) return false;
  // Not even 503 says that nothing was done.
  return status >= 500 && isRepeatable;
}
