import { tagKey } from '../contract/server-word.js';
import { usageError } from '../errors.js';
import { isNone } from './none.js';

/** The change of a list: replaced by these names, or some added and some removed. Undefined for no change. */
export type GivenList =
  | { readonly replace: readonly string[] }
  | { readonly add: readonly string[]; readonly remove: readonly string[] }
  | undefined;

/** The same change of other names. */
export function mapNames(list: NonNullable<GivenList>, change: (name: string) => string): NonNullable<GivenList> {
  if ('replace' in list) return { replace: list.replace.map(change) };
  return { add: list.add.map(change), remove: list.remove.map(change) };
}

/** The flags that change one list, such as `--tag`, `--add-tag`, `--remove-tag` and `--set-tag`. */
export interface ListEditFlags {
  /** The flag that adds, such as `--depends-on`. */
  readonly flag: string;
  /** The end of the other flags, such as `dependency`; `--add-dependency` adds too. */
  readonly word: string;
}

/** The names given to them. */
export interface ListEditValues {
  readonly given: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly set: readonly string[];
}

/** Reads the change of a list. Throws a usage error for contradictory flags, and for `none` except in `--set-… none`. */
export function readListEdit({ flag, word }: ListEditFlags, values: ListEditValues): GivenList {
  const { given, remove, set } = values;
  const add = [...given, ...values.add];
  const isMerge = add.length + remove.length > 0;
  if (set.length > 0 && isMerge)
    throw usageError(`--set-${word} cannot be used with ${flag}, --add-${word} or --remove-${word}`);
  if (set.length > 0) return { replace: readList(`--set-${word}`, set) };
  const changing = { [flag]: given, [`--add-${word}`]: values.add, [`--remove-${word}`]: remove };
  const [wrong] = Object.entries(changing).find(([, names]) => names.some(isNone)) ?? [];
  if (wrong !== undefined)
    throw usageError(`${wrong} does not accept none`, `use --set-${word} none to clear the list`);
  const both = add.find((name) => remove.some((each) => tagKey(each) === tagKey(name)));
  if (both !== undefined) throw usageError(`${JSON.stringify(both)} cannot be both added and removed`);
  return isMerge ? { add, remove } : undefined;
}

/** The flags of the lists that tasks and tickets both have. */
export interface SharedListFlags {
  readonly assignee: readonly string[];
  readonly addAssignee: readonly string[];
  readonly removeAssignee: readonly string[];
  readonly setAssignee: readonly string[];
  readonly tag: readonly string[];
  readonly addTag: readonly string[];
  readonly removeTag: readonly string[];
  readonly setTag: readonly string[];
}

/** Reads the changes of these lists. Throws what readListEdit throws. */
export function readSharedLists(given: SharedListFlags): { readonly assignees: GivenList; readonly tags: GivenList } {
  return {
    assignees: readListEdit(
      { flag: '--assignee', word: 'assignee' },
      { given: given.assignee, add: given.addAssignee, remove: given.removeAssignee, set: given.setAssignee },
    ),
    tags: readListEdit(
      { flag: '--tag', word: 'tag' },
      { given: given.tag, add: given.addTag, remove: given.removeTag, set: given.setTag },
    ),
  };
}

/** The names of a list; `none` alone means the empty list. Throws a usage error for `none` with other names. */
export function readList(flag: string, given: readonly string[]): readonly string[] {
  if (!given.some(isNone)) return given;
  if (given.every(isNone)) return [];
  throw usageError(`${flag}: none cannot be combined with other values`);
}
