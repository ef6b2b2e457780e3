import { type Sentence, TrackerError } from './errors.js';

/** What was read is older than `--max-age` allows, and the server cannot be asked. */
export class TooOld extends TrackerError {
  constructor(message: string, hint: string) {
    super('not_found', message, { hint });
  }
}

/** Something was never read, or is no longer kept, and the server cannot be asked; if it was, the error is that of the request. */
export class NeverRead extends TrackerError {
  constructor(
    message = 'this has not been read',
    { failure, hint }: { readonly failure?: TrackerError | undefined; readonly hint?: Sentence | undefined } = {},
  ) {
    super(failure?.kind ?? 'not_found', failure?.message ?? message, {
      hint: failure ? failure.hint : hint,
      cause: failure,
    });
  }
}
