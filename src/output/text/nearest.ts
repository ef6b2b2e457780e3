/** The known word that was probably meant; undefined if none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const given = word.toLowerCase().replaceAll('_', '-');
  const [best] = known
    .filter((each) => each.length <= longest)
    .map((each) => ({ each, distance: each.startsWith(given) ? 0 : distance(given, each) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, Math.floor(best.each.length / 3)) ? best.each : undefined;
}

/** Nobody misspells a word of more letters. */
const longest = 64;

/** The edit distance: how many letters must be inserted, removed, changed, or swapped with the next one. */
function distance(from: string, to: string): number {
  const given = from.slice(0, longest);
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  const cell = (row: number, at: number): number => rows[row]?.[at] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= given.length; row++) {
    const next = [row];
    rows.push(next);
    for (let at = 1; at <= to.length; at++) {
      const changed = cell(row - 1, at - 1) + (given[row - 1] === to[at - 1] ? 0 : 1);
      const isSwapped = given[row - 1] === to[at - 2] && given[row - 2] === to[at - 1];
      const swapped = isSwapped ? cell(row - 2, at - 2) + 1 : changed;
      next.push(Math.min(changed, swapped, cell(row - 1, at) + 1, cell(row, at - 1) + 1));
    }
  }
  return cell(given.length, to.length);
}
