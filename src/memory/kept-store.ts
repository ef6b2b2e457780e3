import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt, Unsafe } from '../contract/errors.js';
import { beginFile, removeQuietly } from '../disk/replace-file.js';
import { findTexts } from './find-texts.js';
import { oldTexts, textsFile } from './folder.js';
import { openOwnChanges } from './own-changes.js';
import { readSealed } from './recall.js';
import { measure } from './room.js';
import type { KnownTexts } from './similar.js';
import { appendTexts, lineOf, type TextKind } from './texts.js';

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

/** After so many answers, others have a turn. */
const atOnce = 200;

/** How much earlier than the clock the times of files may be (milliseconds). */
const coarseMs = 100;

/** Makes the texts of what is kept, unless they are there. Nothing here throws but Unsafe, and the reason of the signal. */
export async function makeTexts(folder: string, signal?: AbortSignal): Promise<void> {
  const path = textsFile(folder);
  for (const name of oldTexts) removeQuietly(join(folder, name));
  const begun = Date.now() - coarseMs;
  const file = existsSync(path) ? undefined : attempt(() => beginFile(path));
  if (!file) return;
  try {
    for (const [at, name] of readdirSync(folder).entries()) {
      if (at % atOnce === 0) await new Promise(setImmediate);
      signal?.throwIfAborted();
      const answer = attempt(() => readSealed(join(folder, name)));
      const line = answer && attempt(() => lineOf(answer));
      if (line !== undefined) file.write(Buffer.from(line));
    }
    file.commit();
    // What was kept meanwhile had no file for its text.
    const since = readdirSync(folder)
      .filter((name) => name !== basename(path))
      .map((name) => join(folder, name))
      .filter((each) => (statSync(each, { throwIfNoEntry: false })?.ctimeMs ?? 0) >= begun);
    appendTexts(
      path,
      since.flatMap((each) => attempt(() => readSealed(each)) ?? []),
    );
  } catch (error) {
    if (error instanceof Unsafe) throw error;
    // The next search tries again.
    signal?.throwIfAborted();
  } finally {
    file.discard();
  }
}
