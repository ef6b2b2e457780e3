import { accessSync, constants } from 'node:fs';
import { findTexts, type Search } from './find-texts.js';
import { makeTexts } from './make-texts.js';
import { type OwnChanges, openOwnChanges } from './own-changes.js';
import { measure } from './room.js';
import type { KnownTexts } from './similar.js';
import type { TextKind } from './texts.js';

/** All that is kept of an account. */
export interface KeptStore {
  /** How much it is (bytes). Throws the error of the file system if nothing can be added. */
  measure(): number;
  /** Makes the texts of what is kept; from then on, the text of whatever is kept is added. */
  makeTexts(signal?: AbortSignal): Promise<void>;
  /** Finds words in texts of these kinds, as findTexts does. */
  find(
    query: string,
    kinds: readonly TextKind[],
    signal?: AbortSignal,
  ): Promise<(Search & Pick<OwnChanges, 'isChanged'>) | undefined>;
  /** The tickets and tasks whose texts were read, to find what is like one of them. */
  compare(signal?: AbortSignal): Promise<KnownTexts>;
}

/** What is kept in a folder. */
export function openStore(folder: string): KeptStore {
  return {
    measure() {
      accessSync(folder, constants.W_OK);
      return measure(folder);
    },
    makeTexts: (signal) => makeTexts(folder, signal),
    async find(query, kinds, signal) {
      await makeTexts(folder, signal);
      const search = findTexts(folder, query, kinds);
      return search && { ...search, isChanged: openOwnChanges(folder).isChanged };
    },
    async compare(signal) {
      await makeTexts(folder, signal);
      return await (await import('./similar.js')).readWords(folder, signal);
    },
  };
}
