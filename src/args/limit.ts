import { count, type Flag, givenTwice, names } from './flag.js';

/** `-L`: at most this many rows. */
export const limitFlag: Flag<number | undefined> = {
  ...count('-L, --limit <count>', 'at most this many rows'),
  mayRepeat: true,
};

const columns = names('--sort <a,-b>', 'sort by these columns; a minus turns the order round');

/** `--sort`: column keys, a minus for descending. One order, so that a second one is a usage error. */
export const sortFlag: Flag<readonly string[]> = {
  ...columns,
  parse(text, previous) {
    const order = columns.parse?.(text, undefined) ?? [];
    if (previous !== undefined && order.join() !== previous.join()) throw givenTwice('--sort');
    return order;
  },
};
