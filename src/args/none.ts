import { usageError } from '../errors.js';

/** Whether a word is `none`, in any case: the word that clears a value. */
export function isNone(word: string): boolean {
  return word.trim().toLowerCase() === 'none';
}

/**
 * Throws a usage error, naming the flag, if `none` is given as an item to add or remove: only a flag that replaces the list, such
 * as `--tag none`, clears it. `word` is the end of `--add-…` and `--remove-…`, `flag` the flag that replaces the list.
 */
export function refuseNoneItem(
  word: string,
  flag: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): void {
  const wrong = add.some(isNone) ? `--add-${word}` : remove.some(isNone) ? `--remove-${word}` : undefined;
  if (wrong !== undefined) throw usageError(`${wrong} does not accept none`, `use ${flag} none to clear the list`);
}
