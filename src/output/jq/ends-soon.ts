/** What may stand before a bracket: keywords, and functions that take no longer than sorting their input takes. */
const quick = new Set(
  (
    'if then elif else and or try catch select has in index rindex indices startswith endswith ltrimstr rtrimstr contains ' +
    'inside join split first last del sort_by group_by unique_by min_by max_by map map_values with_entries'
  ).split(' '),
);

/** Words with which an expression can loop, or can make much of little. */
const growing = /\b(?:def|reduce|foreach|as|label|import|include|inputs?|env|recurse|combinations)\b|\.\.|[*%$#]/;

/** The longest expression (UTF-16 units). */
const longest = 200;

/** The most pipes, commas and sums, each of which can double the result, and the most loops. */
const most = [
  [/\|/g, 3],
  [/,/g, 12],
  [/\+/g, 3],
  [/\[\s*\]|\b(?:map|map_values|with_entries)\b/g, 1],
] as const;

/**
 * Whether an expression certainly ends soon, with a result not much larger than its document: a path, a filter or a choice of
 * fields, and a single loop. Such an expression needs no thread. What is not certain is false.
 */
export function endsSoon(expression: string): boolean {
  if (expression.length > longest) return false;
  const plain = expression.replace(/"(?:[^"\\]|\\[^(])*"/g, '""');
  if (plain.includes('\\') || growing.test(plain)) return false;
  if (most.some(([what, times]) => (plain.match(what)?.length ?? 0) > times)) return false;
  const calls = plain.matchAll(/(?<![.\w])(\w+)\s*\(/g);
  return [...calls].every(([, name = '']) => quick.has(name));
}
