import type { LastShown } from '../../src/client/state/last-shown.js';

/** What a client without a terminal has shown last. */
export const nothingShown = async (): Promise<LastShown> => ({
  hasTerminal: false,
  entity: undefined,
  place: undefined,
  keep: () => undefined,
});
