import type { Journal } from '../../src/client/state/journal.js';

/** The journal of a client that notes nothing. */
export const noJournal = async (): Promise<Journal> => ({
  entries: () => [],
  note: () => () => undefined,
  noteFinal: () => undefined,
  undoing: () => undefined,
  begin: () => undefined,
  isLost: () => false,
  isOurs: () => false,
  number: () => undefined,
});
