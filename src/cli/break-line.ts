/** A word of a command line, its quotes included. */
const word = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'])+/g;

/**
 * A command line in lines of at most `width` columns, as far as its words allow: each but the last goes on behind a backslash,
 * so that all of them can be copied into a shell. A flag stays with its value. What is no single line of plain words stays.
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
