import { TrackerError } from '../errors.js';

/** The error to end with when a signal was aborted: its own reason, if that says the exit code, else a plain Ctrl-C (130). */
export function interruption(signal?: AbortSignal): TrackerError {
  const reason: unknown = signal?.reason;
  return reason instanceof TrackerError ? reason : new TrackerError('interrupted', 'interrupted', { cause: reason });
}
