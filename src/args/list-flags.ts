import { count, type Flag, type FlagTable, givenTwice, names, refuseTwice } from './flag.js';
import type { Prints } from './prints.js';
import { kind } from './value.js';

const limit: Flag<number | undefined> = {
  ...count('-L, --limit', 'at most this many rows'),
  mayRepeat: true,
};

const columns = names('--sort', 'sort by these columns; a minus turns the order round', kind('order', 'a,-b'));

/**
 * Column keys, a minus for descending. One order, so that a second one is a usage error; so is a column that is named
 * twice, which would contradict itself or mean nothing.
 */
const sort: Flag<readonly string[]> = {
  ...columns,
  parse(text, previous) {
    const order = columns.parse?.(text, undefined) ?? [];
    refuseTwice(
      order.map((name) => name.replace(/^-/, '')),
      '--sort',
    );
    if (previous !== undefined && order.join() !== previous.join()) throw givenTwice('--sort');
    return order;
  },
};

/** What every verb takes that prints a list. */
const everyList = { limit };

/** The same, and what sorts it. */
const sortable = { sort, ...everyList };

/** The flags that follow from what a verb prints. */
export type SharedFlags<P> = P extends { readonly list: unknown }
  ? typeof sortable
  : P extends { readonly ordered: unknown }
    ? typeof everyList
    : Record<never, never>;

export function sharedFlags<P extends Prints>(prints: P): SharedFlags<P> {
  // Chosen by the very test that the type makes.
  return flagsFor(prints) as SharedFlags<P>;
}

function flagsFor(prints: Prints): FlagTable {
  if (typeof prints === 'string') return {};
  if ('list' in prints) return sortable;
  return 'ordered' in prints ? everyList : {};
}
