import { type LastShown, openLastShown } from '../../src/state/last-shown.js';

/** What a client without a terminal has shown last. */
export const nothingShown = async (): Promise<LastShown> =>
  openLastShown({ stateFolder: () => '/nowhere', instanceUrl: 'https://work.example', terminal: undefined });
