import { isParsed, type Parsed } from '../../args/more-flags.js';
import type { Value } from '../../args/value.js';
import { shownWord } from '../../contract/server-word.js';
import type { Option } from '../../terminal/prompt/prompt.js';

/** The value of a field, as its flag holds it; a list for a flag that takes several. Undefined if it is empty. */
export type Answer = string | readonly string[] | Parsed<unknown> | undefined;

/** The values of a form by the names of their flags. */
export type Answers = Readonly<Record<string, Answer>>;

/** What a form asks for. Its value decides how: a text is typed, a word of the server chosen, a person searched for. */
export interface Field {
  /** The camel-case name of its flag. */
  readonly key: string;
  readonly label: string;
  readonly value: Value;
  readonly isList?: boolean;
  /** Whether it cannot be empty. */
  readonly isRequired?: boolean;
  /** Whether the form of something new asks for it although it may be empty. */
  readonly isAsked?: boolean;
  /** Whether it can be changed, as far as that depends on other values. */
  readonly isOffered?: (answers: Answers) => Promise<boolean>;
  /** A text of several lines, for the editor. */
  readonly isLong?: boolean;
  /** What can be chosen, if its kind does not say. */
  readonly options?: (answers: Answers) => Promise<readonly Option<string>[]>;
  /** Whether the only choice is taken without a question. */
  readonly takesOnly?: boolean;
  /** A value as people read it. */
  readonly nameOf?: (value: string) => string;
  /** Parses a typed text as its flag does, if that is more than a text. Throws a usage error for what the flag does not accept. */
  readonly read?: ((text: string, now: Date) => Parsed<unknown>) | undefined;
  /** What such a value looks like, if not as it was typed. */
  readonly textOf?: (value: unknown) => string;
}

/** The items of a list, or the only one. */
export function itemsOf(answer: Answer): readonly string[] {
  if (answer === undefined || answer === '') return [];
  if (isParsed(answer)) return [answer.text];
  return typeof answer === 'string' ? [answer] : answer;
}

/** Whether two values mean the same. */
export function isSame(one: Answer, other: Answer): boolean {
  if (isParsed(one) && isParsed(other)) return one.value === other.value;
  const [left, right] = [itemsOf(one), itemsOf(other)];
  return left.length === right.length && left.every((each) => right.includes(each));
}

/** A value as people read it; `none` if it is empty. */
export function shown({ value: { kind }, nameOf }: Field, answer: Answer): string {
  const isWord = kind.includes('-') && !kind.endsWith('-tag');
  const name = nameOf ?? (isWord ? shownWord : String);
  return itemsOf(answer).map(name).join(', ') || 'none';
}
