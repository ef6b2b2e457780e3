const path = String.raw`\.(?:[a-z_]\w*|\[\d*\])(?:\.[a-z_]\w*|\[\d*\])*`;
const list = String.raw`\[\s*${path}(?:\s*,\s*${path})*\s*\]`;
const object = String.raw`\{\s*\w+(?:\s*,\s*\w+)*\s*\}`;
const filter = String.raw`select\(\s*${path}\s*[=!]=\s*(?:"[^"\\]*"|\d+|null|true|false)\s*\)`;
const step = `(?:${path}|${list}|${object}|${filter}|@tsv|@csv|length|keys|\\.)`;
const simple = new RegExp(`^\\s*${step}(?:\\s*\\|\\s*${step}){0,3}\\s*$`, 'i');

/** The longest expression (UTF-16 units). */
const longest = 200;

/**
 * Whether an expression certainly ends soon, with a result not much larger than its document: paths, choices of fields and
 * comparisons with a value, with a single loop. Such an expression needs no thread. All others are false.
 */
export function endsSoon(expression: string): boolean {
  const loops = expression.split('[]').length - 1;
  return expression.length <= longest && loops <= 1 && simple.test(expression);
}
