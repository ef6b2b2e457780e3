import { count, type Flag, names } from './flag.js';

/** `-L`: at most this many rows. */
export const limitFlag: Flag<number | undefined> = count('-L, --limit <count>', 'at most this many rows');

/** `--sort`: column keys, a minus for descending. */
export const sortFlag: Flag<readonly string[]> = names(
  '--sort <a,-b>',
  'sort by these columns; a minus turns the order round',
);
