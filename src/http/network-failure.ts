import { type ErrorDetails, TrackerError } from '../contract/errors.js';

export interface FailureDetails extends ErrorDetails {
  /** True if a retry would not help, as with an untrusted certificate; it is then reported at once. */
  readonly isLasting?: boolean;
}

/** No response, or an incomplete one. `unsent` means the request never reached the server, so any method may be repeated. */
export class NetworkFailure extends TrackerError {
  readonly isLasting: boolean;

  constructor(
    message: string,
    readonly unsent: boolean,
    details: FailureDetails = {},
  ) {
    super('network', message, details);
    this.isLasting = details.isLasting === true;
  }
}
