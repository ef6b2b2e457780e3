import { unsafe } from '../contract/text/unsafe-characters.js';

export interface Candidate {
  readonly text: string;
  /** What the text stands for, if that says more. */
  readonly title?: string;
}

/** What the shell should do: show candidates, or complete paths or another command itself. */
export interface Offer {
  readonly what: 'candidates' | 'files' | 'folders' | 'command';
  /** The part of the word before the value, such as `--status=todo,`. */
  readonly prefix: string;
  readonly typed: string;
  readonly candidates: readonly Candidate[];
  /** Whether the candidates are references, which are listed at once with their titles. */
  readonly isReference?: boolean;
  /** How many words of another command come before the cursor. */
  readonly commandWords?: number;
}

export const nothing: Offer = { what: 'candidates', prefix: '', typed: '', candidates: [] };

const hazard = new RegExp(`[${unsafe}]`, 'u');

/** Whether a text can be an argument: not empty, not mistaken for a flag, and without control characters. */
export function isDecent(text: string): boolean {
  return text !== '' && !text.startsWith('-') && !hazard.test(text);
}
