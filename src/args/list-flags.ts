import { count, type Flag, type FlagTable, givenTwice, names, refuseTwice, toggle } from './flag.js';
import type { Prints } from './prints.js';
import { kind } from './value.js';

const limit: Flag<number | undefined> = { ...count('-L, --limit', 'print at most this many rows'), mayRepeat: true };

const columns = names('--sort', 'sort by these columns; a leading - means descending', kind('order', 'a,-b'));

/** Column keys, `-` for descending. A second, different order is a usage error, and so is naming a column twice. */
const sort: Flag<readonly string[]> = {
  ...columns,
  parse(text, previous, now) {
    const order = columns.parse?.(text, undefined, now) ?? [];
    refuseTwice(
      order.map((name) => name.replace(/^-/, '')),
      '--sort',
    );
    if (previous !== undefined && order.join() !== previous.join()) throw givenTwice('--sort');
    return order;
  },
};

const watch = toggle(
  '--watch',
  'keep the list up to date on the screen; with --jsonl, print rows that change, or leave (as "gone": true)',
);

/** The flags of every verb that prints a list. */
const everyList = { limit, watch };

const sortable = { sort, ...everyList };

/** The flags a verb gets from what it prints. */
export type SharedFlags<P> = P extends { readonly list: unknown }
  ? typeof sortable
  : P extends { readonly ordered: unknown }
    ? typeof everyList
    : Record<never, never>;

export function sharedFlags<P extends Prints>(prints: P): SharedFlags<P> {
  // flagsFor makes the same distinctions as the type.
  return flagsFor(prints) as SharedFlags<P>;
}

function flagsFor(prints: Prints): FlagTable {
  if (typeof prints === 'string') return {};
  if ('list' in prints) return prints.isLocal ? { sort, limit } : sortable;
  return 'ordered' in prints ? everyList : {};
}
