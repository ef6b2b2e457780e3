const plain = /^[\w@%+=:,./-]+$/;

/** A word as a shell takes it literally: as it is where nothing in it means anything there, else in single quotes. */
export function shellWord(word: string): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
