/** The known word that was probably meant; undefined if none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const given = word.toLowerCase().replaceAll('_', '-');
  const [best] = known
    .map((each) => ({ each, distance: each.startsWith(given) ? 0 : distance(given, each) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, Math.floor(best.each.length / 3)) ? best.each : undefined;
}

/** The edit distance: how many letters must be inserted, removed or changed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...from].slice(0, 64).entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries()) {
      const changed = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
