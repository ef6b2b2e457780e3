import { type ErrorDetails, TrackerError } from '../errors.js';

export interface FailureDetails extends ErrorDetails {
  /** What will not mend itself between two tries, such as a wrong certificate: it is told at once. */
  readonly isLasting?: boolean;
}

/** No answer, or half of one. `unsent` says that the request never reached the server, so that any method may be repeated. */
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
