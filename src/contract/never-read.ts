import { type Sentence, TrackerError } from './errors.js';

interface NotAsked {
  readonly failure?: TrackerError | undefined;
  readonly hint?: Sentence | undefined;
}

/**
 * Something was never read, or is not kept any longer, and the server cannot be asked. If it was asked, the error is that of the
 * request.
 */
export class NeverRead extends TrackerError {
  constructor(message = 'this has not been read', { failure, hint }: NotAsked = {}) {
    super(failure?.kind ?? 'not_found', failure?.message ?? message, {
      hint: failure ? failure.hint : hint,
      cause: failure,
    });
  }
}

/** What is said of something that was never read, by the name people have for it; the command reads it. */
export function unreadWords(name: string, command: string): string {
  return `${name} has not been read: ${command}`;
}

/** Something was deleted by a command on this computer, which is why it is not among what was read. */
export class Deleted extends TrackerError {
  constructor(what: string) {
    super('not_found', `${what} was deleted here`);
  }
}
