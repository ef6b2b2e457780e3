/**
 * What can go wrong, in the words of the machine-readable errors. Each kind has one exit code; scripts rely on both.
 */
export const exitCodes = {
  failed: 1,
  invalid: 1,
  usage: 2,
  sign_in_required: 3,
  not_found: 4,
  ambiguous: 4,
  forbidden: 5,
  conflict: 6,
  network: 7,
  partial: 8,
  unknown_outcome: 8,
  interrupted: 130,
} as const;

export type ErrorKind = keyof typeof exitCodes;

export interface ErrorDetails {
  /** The next command to run, or the next thing to look at. */
  readonly hint?: string | undefined;
  /** The HTTP status behind it, where there was one. */
  readonly status?: number | undefined;
  /** Overrides the exit code of the kind: only signals need it. */
  readonly exitCode?: number | undefined;
  readonly cause?: unknown;
}

/** An error meant for the person at the terminal: one sentence, perhaps a hint, and an exit code. */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly exitCode: number;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.hint = details.hint;
    this.status = details.status;
    this.exitCode = details.exitCode ?? exitCodes[kind];
  }
}

/** The reader of standard output has gone (`| head`): the program ends quietly with 0. */
export class ReaderGone extends Error {}

/** A usage error; `hint` is a command that shows the right usage. */
export const usageError = (message: string, hint?: string): TrackerError =>
  new TrackerError('usage', message, { hint });

/** Ends the program with a code of somebody else's, and says nothing: the command of `sandbox run` has said it all. */
export class ExitWith extends Error {
  constructor(readonly exitCode: number) {
    super(`exit ${exitCode}`);
  }
}
