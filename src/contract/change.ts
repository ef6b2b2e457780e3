import type { Row } from './row.js';

/**
 * Something to be written, as a value: a command in a form that means the same later and elsewhere. It is what the ledger keeps, what a
 * draft, a queue and a screen send, and what is shown of it.
 */
export interface Change {
  /** The command and its arguments, its references first: `tasks comment SCM-12`. */
  readonly words: readonly string[];
  /** How many of them name the command, if it is kept as it was typed; undefined for a text, which is sent with `--from-draft`. */
  readonly verbWords?: number | undefined;
  /** The flags with which the command sends it, the text as `body` or `bodyFile`; undefined if it cannot be sent again. */
  readonly flags?: Row | undefined;
  /** The uuids its references (in lower case) were found to have. */
  readonly targets?: Row | undefined;
  /** Whether sending it twice does the same as sending it once. */
  readonly isRepeatable?: boolean | undefined;
}
