import type { FlagTable } from '../../args/flag.js';
import { isParsed, type Parsed } from '../../args/more-flags.js';
import { kind } from '../../args/value.js';
import { type Answers, type Field, isSame, itemsOf } from './field.js';

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
    read: parseAs && ((text, now) => parseAs(text, label, now) as Parsed<unknown>),
    ...more,
  };
}

/** What `none` means to a flag that reads more than a text. */
const cleared: Parsed<unknown> = { text: 'none', value: null };

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
