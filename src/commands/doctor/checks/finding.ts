import { type Sentence, TrackerError } from '../../../contract/errors.js';

/** The result of one check. */
export interface Finding {
  /** What was checked, in one word. */
  readonly check: string;
  /** An error keeps commands from working; a warning does not, and a remark is only an offer. */
  readonly state: 'ok' | 'remark' | 'warning' | 'error';
  /** What was found. Contains no secrets. */
  readonly detail: Sentence;
  /** What to do about it, or the next command to run. */
  readonly remedy?: Sentence | undefined;
}

export type Result = Omit<Finding, 'check'>;

type Make = (detail: Sentence, remedy?: Sentence) => Result;

export const ok: Make = (detail, remedy) => ({ state: 'ok', detail, remedy });
export const remark: Make = (detail, remedy) => ({ state: 'remark', detail, remedy });
export const warning: Make = (detail, remedy) => ({ state: 'warning', detail, remedy });
export const broken: Make = (detail, remedy) => ({ state: 'error', detail, remedy });

/** What went wrong, in the words of the command that would have failed. A missing sign-in is only a warning. */
export function failed(error: unknown): Result {
  if (!(error instanceof TrackerError)) throw error;
  const isSignedOut = error.kind === 'sign_in_required' && error.status === undefined;
  return (isSignedOut ? warning : broken)(error.message, error.hint);
}

/** Runs a check, and makes what it throws its result. */
export async function examine(check: string, work: () => Result | Promise<Result>): Promise<Finding> {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    return { check, ...failed(error) };
  }
}
