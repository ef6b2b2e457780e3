/** Template tag for a long text of the seed: removes the indentation of the source code and the empty first and last line. */
export function text(strings: TemplateStringsArray): string {
  const lines = strings.join('').split('\n').slice(1, -1);
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join('\n');
}
