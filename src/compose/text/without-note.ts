const start = '<!-- tracker: ';
const end = '-->';

/** What `withNote` says in every note. */
export const noteEnd = 'This note is removed. If you write nothing, nothing is sent.';

/**
 * What was written, byte by byte and without the note of `withNote`, as it may not be UTF-8. Where it is not known whether there
 * was one (`isCertain`), only a whole one is removed. Any other comment is part of the text.
 */
export function withoutNote(bytes: Buffer, isCertain = false): Buffer {
  const text = bytes.toString('latin1');
  const from = text.lastIndexOf(`\n${start}`) + 1;
  const to = text.startsWith(start, from) ? text.indexOf(end, from) : -1;
  if (to < 0 || !(isCertain || text.slice(from, to).includes(noteEnd))) return bytes;
  // With the empty line before it, which is part of no text.
  const before = text.slice(0, from).replace(/(^|\n)\r?\n$/, '$1');
  return Buffer.from(before + text.slice(to + end.length).replace(/^\r?\n/, ''), 'latin1');
}
