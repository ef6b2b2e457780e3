import { TrackerError } from '../errors.js';

/** The error for an aborted signal: its reason if that is a TrackerError with an exit code, otherwise that of Ctrl-C (130). */
export function interruption(signal?: AbortSignal): TrackerError {
  const reason: unknown = signal?.reason;
  return reason instanceof TrackerError ? reason : new TrackerError('interrupted', 'interrupted', { cause: reason });
}
