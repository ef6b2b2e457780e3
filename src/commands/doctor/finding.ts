import { TrackerError } from '../../contract/errors.js';

/** The result of one check. */
export interface Finding {
  /** What was checked, in one word. */
  readonly check: string;
  /** An error keeps commands from working; a warning does not, and a remark is only an offer. */
  readonly state: 'ok' | 'remark' | 'warning' | 'error';
  /** What was found. Contains no secrets. */
  readonly detail: string;
  /** What to do about it, or the next command to run. */
  readonly remedy?: string | undefined;
}

export const ok = (check: string, detail: string, remedy?: string): Finding => ({ check, state: 'ok', detail, remedy });

export const warning = (check: string, detail: string, remedy?: string): Finding => ({
  ...{ check, detail, remedy },
  state: 'warning',
});

/** What went wrong, in the words of the command that would have failed. A missing sign-in is only a warning. */
export function failed(check: string, error: unknown): Finding {
  if (!(error instanceof TrackerError)) throw error;
  const isSignedOut = error.kind === 'sign_in_required' && error.status === undefined;
  return { check, state: isSignedOut ? 'warning' : 'error', detail: error.message, remedy: error.hint };
}
