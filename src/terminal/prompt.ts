/**
 * Questions to the person at the terminal. They go to stderr. Each throws `usage` (exit 2), naming the flag that answers
 * it, where nobody can be asked: stdin is no terminal, `--no-input`, or `CI` is set.
 */
export interface Prompt {
  /** Whether a question can be asked at all. */
  readonly possible: boolean;
  /** A line that is not echoed. `flag` names what to use instead. */
  secret(question: Question): Promise<string>;
  line(question: Question): Promise<string>;
  confirm(question: Question): Promise<boolean>;
  choose<T>(question: Choice<T>): Promise<T>;
  /** One of many: what is typed narrows the list to the names that hold all of its words. */
  search<T>(question: Choice<T>): Promise<T>;
}

export interface Question {
  readonly message: string;
  /** What to do where nobody can be asked, such as `pipe the token in: tracker login --token < FILE`. */
  readonly instead: string;
  readonly signal?: AbortSignal;
}

/** A question with answers to choose from; their names are one line each. */
export interface Choice<T> extends Question {
  readonly choices: readonly { readonly name: string; readonly value: T }[];
}
