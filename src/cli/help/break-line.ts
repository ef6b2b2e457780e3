/** A word of a command line, including its quotes. */
const word = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'])+/g;

/**
 * Splits a command line into lines of at most `width` columns where its words allow. Each line but the last ends in a
 * backslash, so the result can be pasted into a shell. A flag stays with its value. Anything but a single line of plain words
 * is left as it is.
 */
export function breakLine(line: string, width: number): readonly string[] {
  const words = line.match(word) ?? [];
  if (line.length <= width || words.join(' ') !== line) return [line];
  const parts: string[] = [];
  for (const each of words) {
    if (parts.length === 0 || /^([-|<>&]|"?\$)/.test(each)) parts.push(each);
    else parts.push(`${parts.pop()} ${each}`);
  }
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(part);
    else if (last.length + part.length + 3 <= width) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`    ${part}`);
  }
  return lines.map((each, at) => (at < lines.length - 1 ? `${each} \\` : each));
}
