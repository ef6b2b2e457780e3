/**
 * Tags a longer text of the seed: takes off the indentation that the source code gives it, and the empty first and last
 * line.
 */
export function text(strings: TemplateStringsArray): string {
  const lines = strings.join('').split('\n').slice(1, -1);
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join('\n');
}
