import { type ErrorDetails, TrackerError } from '../errors.js';

/** No answer, or half of one. `unsent` says that the request never reached the server, so that any method may be repeated. */
export class NetworkFailure extends TrackerError {
  constructor(
    message: string,
    readonly unsent: boolean,
    details: ErrorDetails = {},
  ) {
    super('network', message, details);
  }
}
