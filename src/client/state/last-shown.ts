import { dirname } from 'node:path';
import { textOf } from '../../contract/row.js';
import { type FindFolder, makeFolder } from '../../disk/folder.js';
import { removeOld, removeQuietly, replaceFile } from '../../disk/replace-file.js';
import type { Account } from './account-folder.js';
import { type LastShownEntity, lastShownFile, readLastShown, shownIn } from './read-last-shown.js';

/** What one terminal was last used for, by one account. */
export interface LastShown {
  /** Whether there is a terminal. Without one, nothing is remembered. */
  readonly hasTerminal: boolean;
  /** What `@` stands for. */
  readonly entity: LastShownEntity | undefined;
  /** How far `next` has come. */
  readonly place: string | undefined;
  /** Remembers an entity or a place. If it cannot be stored, nothing is remembered, and that is not an error. */
  keep(change: { readonly entity?: LastShownEntity; readonly place?: string | undefined }): void;
}

/** How long an unused terminal is remembered (milliseconds). */
const longestMs = 30 * 24 * 60 * 60 * 1000;

/** Reads what is remembered of a terminal, named by terminalName, and an account. */
export function openLastShown(stateFolder: FindFolder, account: Account, terminal: string): LastShown {
  const file = (): string => lastShownFile(stateFolder, account, terminal);
  let known = readLastShown(file);
  return {
    hasTerminal: true,
    get entity() {
      return shownIn(known);
    },
    get place() {
      return textOf(known.place);
    },
    keep(change) {
      const next = { ...known, ...change };
      if (JSON.stringify(next) === JSON.stringify(known)) return;
      known = next;
      let path: string | undefined;
      try {
        path = file();
        makeFolder(dirname(path));
        removeOld(dirname(path), longestMs);
        // Earlier versions did not say whose they were.
        removeQuietly(stateFolder('last-shown'), true);
        replaceFile(path, JSON.stringify(next));
      } catch {
        // It is only a convenience, but `@` must not stand for what was shown before that.
        if (path !== undefined) removeQuietly(path);
      }
    },
  };
}
