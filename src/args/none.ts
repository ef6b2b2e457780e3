import { usageError } from '../errors.js';

/** `none`, in any case: the word that clears. */
export function isNone(word: string): boolean {
  return word.trim().toLowerCase() === 'none';
}

/**
 * Throws a usage error, naming the flag, where `none` is to be an item of a list: only `--tag none` and the like clear one.
 * `word` is what stands in `--add-…` and `--remove-…`, `flag` what replaces the list.
 */
export function refuseNoneItem(
  word: string,
  flag: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): void {
  const wrong = add.some(isNone) ? `--add-${word}` : remove.some(isNone) ? `--remove-${word}` : undefined;
  if (wrong !== undefined) throw usageError(`${wrong} takes no "none"`, `only ${flag} none clears the list`);
}
