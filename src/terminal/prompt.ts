/**
 * Questions to the user, on stderr. If prompting is not possible (stdin is not a terminal, `--no-input`, or `CI` is set),
 * each throws `usage` (exit 2) and names the flag to use instead.
 */
export interface Prompt {
  /** Whether questions can be asked at all. */
  readonly possible: boolean;
  /** A line that is not echoed. */
  secret(question: Question): Promise<string>;
  line(question: Question): Promise<string>;
  confirm(question: Question): Promise<boolean>;
  choose<T>(question: Choice<T>): Promise<T>;
  /** One of many: typing narrows the list to the names that contain all the words typed. */
  search<T>(question: Choice<T>): Promise<T>;
}

export interface Question {
  readonly message: string;
  /** What to do if prompting is not possible, such as `pipe the token in: tracker login --token < FILE`. */
  readonly instead: string;
  readonly signal?: AbortSignal;
}

/** A question with choices; each name is a single line. */
export interface Choice<T> extends Question {
  readonly choices: readonly { readonly name: string; readonly value: T }[];
}
