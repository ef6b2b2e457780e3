import type { FlagTable } from '../../args/flag.js';
import { isParsed, type ParsedText } from '../../args/more-flags.js';
import { kind, type Value } from '../../args/value.js';
import { shownWord } from '../../contract/server-word.js';
import type { Option } from '../../terminal/prompt/prompt.js';

/** The value of a field, as its flag holds it; a list for a flag that takes several. Undefined if it is empty. */
export type Answer = string | readonly string[] | ParsedText<unknown> | undefined;

/** The values of a form by the names of their flags. */
export type Answers = Readonly<Record<string, Answer>>;

/** What a form asks for. Its value decides how: a text is typed, a word of the server chosen, a person searched for. */
export interface Field {
  /** The camel-case name of its flag. */
  readonly key: string;
  readonly label: string;
  readonly value: Value;
  readonly isList?: boolean;
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
  readonly nameOf?: (value: string) => string;
  /** Parses a typed text as its flag does, if that is more than a text. Throws a usage error for what the flag does not accept. */
  readonly read?: ((text: string, now: Date) => ParsedText<unknown>) | undefined;
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
export function shown({ value, nameOf }: Field, answer: Answer): string {
  const isWord = value.kind.includes('-') && !value.kind.endsWith('-tag');
  const name = nameOf ?? (isWord ? shownWord : String);
  return itemsOf(answer).map(name).join(', ') || 'none';
}

/** The field of a flag, with what its declaration does not say. */
export function flagField(
  flags: FlagTable,
  key: string,
  label: string,
  more: Partial<Omit<Field, 'key' | 'label' | 'value'>> = {},
): Field {
  const flag = flags[key];
  const parseAs = flag?.parseAs;
  return {
    ...{ key, label, value: flag?.value ?? kind('text'), isList: Array.isArray(flag?.initial) },
    // Only flags whose values carry their text have it.
    read: parseAs && ((text, now) => parseAs(text, label, now) as ParsedText<unknown>),
    ...more,
  };
}

/** What `none` means to a flag that reads more than a text. */
const cleared: ParsedText<unknown> = { text: 'none', value: null };

/** The flags that change a list, by the flag that names it. */
const listFlags: Readonly<Record<string, readonly [add: string, remove: string]>> = {
  assignee: ['addAssignee', 'removeAssignee'],
  tag: ['addTag', 'removeTag'],
  dependsOn: ['addDependency', 'removeDependency'],
};

/**
 * What a form changed, as flags, and the other flags of its fields as if they were not given. Lists change item by item, so that
 * what others add meanwhile stays; `none` clears.
 */
export function changedFlags(
  table: FlagTable,
  fields: readonly Field[],
  { before, answers }: Readonly<Record<'before' | 'answers', Answers>>,
): Readonly<Record<string, unknown>> {
  const flags: Record<string, unknown> = {};
  for (const { key, read } of fields) {
    const answer = answers[key];
    const [old, now] = [itemsOf(before[key]), itemsOf(answer)];
    const [add, remove] = listFlags[key] ?? [];
    if (add !== undefined && remove !== undefined) {
      flags[add] = now.filter((each) => !old.includes(each));
      flags[remove] = old.filter((each) => !now.includes(each));
    } else if (isSame(before[key], answer)) flags[key] = table[key]?.initial;
    else flags[key] = isParsed(answer) ? answer : (now[0] ?? (read ? cleared : 'none'));
  }
  return flags;
}
