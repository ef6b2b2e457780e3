/** Something to put on the line. */
export interface Candidate {
  readonly text: string;
  /** What it is, where that says more than the text. */
  readonly title?: string;
}

/** What the shell is to do: show candidates, or complete paths or another command's line by itself. */
export interface Offer {
  readonly what: 'candidates' | 'files' | 'folders' | 'command';
  /** What stands before the value within the word at the cursor, such as `--status=todo,`. */
  readonly prefix: string;
  /** The value as far as it was typed. */
  readonly typed: string;
  readonly candidates: readonly Candidate[];
  /** Whether they name things with a title, which are shown at once. */
  readonly isReference?: boolean;
  /** How many words of another command's line stand before the cursor. */
  readonly commandWords?: number;
}

/** Nothing to offer. */
export const nothing: Offer = { what: 'candidates', prefix: '', typed: '', candidates: [] };

/** Whether a text can be an argument: not empty, not taken for a flag, and without anything that moves a cursor. */
export function isDecent(text: string): boolean {
  return text !== '' && !text.startsWith('-') && !/[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(text);
}
