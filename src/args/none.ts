/** Whether a word is `none`, in any case: the word that clears a value. */
export function isNone(word: string): boolean {
  return word.trim().toLowerCase() === 'none';
}
