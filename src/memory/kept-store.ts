import { accessSync, constants } from 'node:fs';
import { findTexts } from './find-texts.js';
import { makeTexts } from './make-texts.js';
import { openOwnChanges } from './own-changes.js';
import { measure } from './room.js';
import type { KnownTexts } from './similar.js';
import type { TextKind } from './texts.js';

export type KeptStore = ReturnType<typeof openStore>;

/** All that is kept of an account, in this folder. */
export function openStore(folder: string) {
  return {
    /** How much it is (bytes). Throws the error of the file system if nothing can be added. */
    measure(): number {
      accessSync(folder, constants.W_OK);
      return measure(folder);
    },
    /** Makes the texts of what is kept; from then on, the text of whatever is kept is added. */
    makeTexts: (signal?: AbortSignal): Promise<void> => makeTexts(folder, signal),
    /** Finds words in texts of these kinds, as findTexts does. */
    async find(query: string, kinds: readonly TextKind[], signal?: AbortSignal) {
      await makeTexts(folder, signal);
      const search = findTexts(folder, query, kinds);
      return search && { ...search, isChanged: openOwnChanges(folder).isChanged };
    },
    /** The tickets and tasks whose texts were read, to find what is like one of them. */
    async compare(signal?: AbortSignal): Promise<KnownTexts> {
      await makeTexts(folder, signal);
      return await (await import('./similar.js')).readWords(folder, signal);
    },
  };
}
