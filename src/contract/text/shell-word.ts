const plain = /^[\w@%+=:,./-]+$/;

/** A word quoted for a shell, in single quotes if needed. */
export function shellWord(word: string): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
