/** Whatever else than text and colours is sent to a terminal: escape sequences, and carriage returns without a line feed. */
export function moves(text: string): readonly string[] {
  const uncoloured = text.replaceAll(/\u001b\[[\d;]*m/g, '');
  return [
    ...uncoloured.matchAll(/\u001b[^a-z]*[a-z]?|\r(?!\n)|[\0-\u0008\u000b\u000c\u000e-\u001a\u007f-\u009f]/gi),
  ].map(([found]) => found);
}
