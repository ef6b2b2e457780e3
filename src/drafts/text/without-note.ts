/** What was written, byte by byte and without the note of `withNote`, as it may not be UTF-8. */
export function withoutNote(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(note, '$1'), 'latin1');
}

/** With the empty line before it, which is part of no text. */
const note = /(^|\n)\r?\n?<!-- tracker: .*?-->\r?\n?/s;
