import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { beginFile, removeQuietly } from '../disk/replace-file.js';
import { textsFile } from './folder.js';
import { readSealed } from './recall.js';
import { lineOf } from './texts.js';

/** After so many answers, others have a turn. */
const atOnce = 200;

/** Makes the texts of what is kept, unless they are there. Nothing here throws but the reason of the signal. */
export async function makeTexts(folder: string, signal: AbortSignal): Promise<void> {
  const path = textsFile(folder);
  const file = existsSync(path) ? undefined : attempt(() => beginFile(path));
  if (!file) return;
  // That of older versions has another form.
  removeQuietly(join(folder, 'texts'));
  try {
    for (const [at, name] of readdirSync(folder).entries()) {
      if (at % atOnce === 0) await new Promise(setImmediate);
      signal.throwIfAborted();
      const line = attempt(() => {
        const answer = readSealed(join(folder, name));
        return answer && lineOf(answer);
      });
      if (line !== undefined) file.write(Buffer.from(line));
    }
    file.commit();
  } catch {
    // The next search tries again.
    signal.throwIfAborted();
  } finally {
    file.discard();
  }
}
