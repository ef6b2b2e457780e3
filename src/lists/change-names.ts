import type { ListChange } from './merge.js';

/** How a server may store names (default: exactly as given). */
export interface NameRules {
  /** Whether a stored name is the given one. */
  readonly isSame: (stored: string, given: string) => boolean;
  /** Whether a name that was not there before is the given one, cut short. */
  readonly isCut?: (stored: string, given: string) => boolean;
  /** A name as messages show it. */
  readonly show?: (name: string) => string;
}

const asGiven: NameRules = { isSame: (stored, given) => stored === given };

/** Adds names to a list and removes others, keeping the order and what other people have added. */
export function changeNames(
  add: readonly string[],
  remove: readonly string[],
  { isSame, isCut, show = JSON.stringify }: NameRules = asGiven,
): ListChange<string> {
  let before: readonly string[] | undefined;
  /** Names that were written back unchanged since someone else last wrote. */
  const untouched = new Set<string>();
  let written: readonly string[] | undefined;
  const has = (stored: readonly string[], name: string): boolean =>
    stored.some((each) => isSame(each, name) || (before?.includes(each) === false && isCut?.(each, name) === true));
  const missing = (stored: readonly string[]): readonly string[] => add.filter((name) => !has(stored, name));
  const left = (stored: readonly string[]): readonly string[] =>
    remove.filter((name) => stored.some((each) => isSame(each, name)));
  const lost = (stored: readonly string[]): readonly string[] => [...untouched].filter((name) => !has(stored, name));
  return {
    apply(stored) {
      const kept = stored.filter((each) => !remove.some((name) => isSame(each, name)));
      const added = missing(kept);
      before ??= stored;
      if (stored.some((each) => written?.every((name) => !isSame(each, name)))) untouched.clear();
      for (const name of kept) if (!add.some((each) => isSame(name, each))) untouched.add(name);
      written = [...new Set([...kept, ...added])];
      return written;
    },
    countOpen: (stored) => missing(stored).length + left(stored).length,
    hasLost: (stored) => lost(stored).length > 0,
    isLeftOut(sent, now) {
      const isForeign = (name: string): boolean => !sent.some((each) => isSame(name, each));
      const isLost = (name: string): boolean => !add.some((each) => isSame(name, each)) && !has(now, name);
      return left(now).length === 0 && !now.some(isForeign) && !sent.some(isLost);
    },
    describeMissing(stored) {
      const absent = [...missing(stored), ...lost(stored)].map(show).join(', ');
      const present = left(stored).map(show).join(', ');
      return [absent && `did not keep ${absent}`, present && `did not remove ${present}`]
        .filter(Boolean)
        .join(', and ');
    },
  };
}
