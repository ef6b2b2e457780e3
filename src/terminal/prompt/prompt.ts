import { Declined, type Sentence, TrackerError } from '../../contract/errors.js';

/**
 * Questions to the user, on stderr. If prompting is not possible (stdin is not a terminal, `--no-input`, or `CI` is set),
 * each throws `usage` (exit 2) and names the flag to use instead. Esc cancels like Ctrl-C.
 */
export interface Prompt extends Questions {
  readonly possible: boolean;
}

export interface Questions {
  /** A line that is not echoed. */
  secret(question: Question): Promise<string>;
  line(question: LineQuestion): Promise<string>;
  /** Any number of lines, pasted or typed, up to one that ends them, which is returned. */
  lines(question: Lines): Promise<string>;
  confirm(question: Question): Promise<boolean>;
  choose<T>(question: Choice<T>): Promise<T>;
  /** One of many: typing narrows the list to the names that contain all the words typed. */
  search<T>(question: Search<T>): Promise<T>;
}

export interface Question {
  readonly message: Sentence;
  /** What to do if prompting is not possible, such as `pipe the token in: tracker login --token < FILE`. */
  readonly instead: Sentence;
  /** Ends this question alone; the end of the program ends every one. */
  readonly signal?: AbortSignal;
}

export interface LineQuestion extends Question {
  /** The text to begin with, which can be changed. It is shown as a plain line, and given back as it is if nothing changes. */
  readonly initial?: string | undefined;
  /** Says what is wrong with a text, which is then asked for again. */
  readonly check?: (text: string) => Sentence | undefined;
  /** The answer is one of several: nothing typed before the question, no paste of several lines, and a wrong one is cleared. */
  readonly refusesPaste?: boolean;
}

export interface Lines extends Question {
  /** What a line may be that ends the text. */
  readonly ends: readonly string[];
  readonly onLine: (line: string) => void;
}

/** One of the answers to choose from; its name is a single line. */
export interface Option<T> {
  readonly name: string;
  /** What stays on the screen once it is chosen (default: its name). */
  readonly short?: string;
  /** What is searched (default: its name). */
  readonly searched?: string;
  readonly value: T;
}

export interface Choice<T> extends Question {
  readonly choices: readonly Option<T>[];
  /** The value that is selected first (default: the first one). */
  readonly initial?: T | undefined;
}

export interface Search<T> extends Choice<T> {
  /** All choices, once they are known; `choices` are offered until then. Must not be rejected. */
  readonly more?: Promise<readonly Option<T>[]>;
}

interface ConfirmParts {
  readonly settings: { readonly yes: boolean; readonly dryRun: boolean };
  readonly prompt: Prompt;
}

/** Asks whether to send a text, unless `--yes` is given. Throws Declined for a no, and a usage error if no prompt is possible. */
export async function confirmSending(context: ConfirmParts, message: Sentence): Promise<void> {
  if (!(await isConfirmed(context, message))) throw new Declined('Not sent.');
}

/** Asks for confirmation, unless `--yes` is given. Throws `interrupted` for a no, and a usage error if no prompt is possible. */
export async function confirmOrThrow(context: ConfirmParts, message: Sentence, otherwise: Sentence): Promise<void> {
  if (!(await isConfirmed(context, message))) throw new TrackerError('interrupted', otherwise);
}

async function isConfirmed({ settings, prompt }: ConfirmParts, message: Sentence): Promise<boolean> {
  return settings.yes || settings.dryRun || (await prompt.confirm({ message, instead: 'add --yes' }));
}
