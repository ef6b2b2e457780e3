import type { Context } from '../../args/context.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { wrapText } from '../../output/text/wrap.js';
import type { Key } from '../../terminal/key-names.js';
import type { State } from '../model/state.js';
import type { WorkingParts } from '../work.js';

export interface PlainParts extends WorkingParts {
  readonly context: Pick<Context, 'io' | 'prompt' | 'signal'>;
}

/** Presses keys, and waits for what comes of them. */
export type Press = (...keys: readonly Key[]) => Promise<void>;

/** What a question needs. */
export interface QuestionParts {
  readonly parts: PlainParts;
  readonly state: State;
  readonly press: Press;
}

/** What to do where no questions can be asked. */
export const instead = 'tracker triage needs a terminal';

/** With a check, the answer is one of several, which nothing that is pasted may choose. */
export async function askLine(
  { context: { prompt, signal } }: PlainParts,
  message: string,
  check?: (text: string) => string | undefined,
): Promise<string> {
  return (await prompt.line({ message, instead, signal, ...(check && { check, refusesPaste: true }) })).trim();
}

export function isNumberTo(most: number, text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}

/** The choices of a question with their numbers, which stay beside them. */
export function numberedChoices(labels: readonly string[]): string {
  return labels.map((label, at) => `${at + 1}\u00a0${cleanLine(label)}`).join(', ');
}

/** A text as lines that are broken between words. */
export async function sayWrapped({ context: { io }, ruler }: Pick<PlainParts, 'context' | 'ruler'>, text: string) {
  const lines = await wrapText(ruler, text, io.stdout.columns());
  await io.stdout.write(
    lines.map((line) => `${line.map((piece) => piece.text.replaceAll('\u00a0', ' ')).join('')}\n`).join(''),
  );
}
