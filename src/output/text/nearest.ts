/** The known word that was probably meant; undefined if none is close, or several are that mean different things, as `meaning` says. */
export function nearest(
  word: string,
  known: readonly string[],
  meaning: (known: string) => string = (each) => each,
): string | undefined {
  const [first = '', ...others] = nearestWords(word, known);
  const isOne = others.every((each) => each.startsWith(first) || meaning(each) === meaning(first));
  return first !== '' && isOne ? first : undefined;
}

/** The known words that begin with this one, the shortest first, or else those that are spelled most like it. */
export function nearestWords(word: string, known: readonly string[]): readonly string[] {
  const given = word.toLowerCase().replaceAll('_', '-');
  const short = known.filter((each) => each.length <= longest);
  const begun = short.filter((each) => each.startsWith(given)).sort((a, b) => a.length - b.length);
  if (begun.length > 0 && letters(given) > 1) return begun;
  const close = short
    .filter((each) => isAlike(given, each) && !isOpposite(given, each))
    .map((each) => ({ each, distance: distance(given, each) }))
    .filter((found) => found.distance <= Math.max(1, Math.floor(letters(found.each) / 3)));
  const least = Math.min(...close.map((found) => found.distance));
  return close.filter((found) => found.distance === least).map(({ each }) => each);
}

/** Nobody misspells a word of more letters. */
const longest = 64;

/** Whether one says the opposite of the other: unassign is no misspelt assign. */
function isOpposite(given: string, known: string): boolean {
  return /^(?:un|de|dis|re|no-?)$/.test(bare(given).replace(/s$/, '').replace(bare(known).replace(/s$/, ''), ''));
}

/** Short words must begin alike, or one contain the other: text is not next. */
function isAlike(given: string, known: string): boolean {
  if (letters(given) < 3) return false;
  const [one, other] = [bare(given), bare(known)];
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  return one[0] === other[0] || isSwapped || other.includes(one) || one.includes(other) || letters(known) > 6;
}

const bare = (word: string): string => word.replace(/^-+/, '');
const letters = (word: string): number => bare(word).length;

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
