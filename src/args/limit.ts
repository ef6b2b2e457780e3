import { count, type Flag, givenTwice, names, refuseTwice } from './flag.js';

/** `-L`: at most this many rows. */
export const limitFlag: Flag<number | undefined> = {
  ...count('-L, --limit <count>', 'at most this many rows'),
  mayRepeat: true,
};

const columns = names('--sort <a,-b>', 'sort by these columns; a minus turns the order round');

/**
 * `--sort`: column keys, a minus for descending. One order, so that a second one is a usage error; so is a column that is
 * named twice, which would contradict itself or mean nothing.
 */
export const sortFlag: Flag<readonly string[]> = {
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
