import { statSync } from 'node:fs';
import { join } from 'node:path';
import { prepareFile } from '../disk/replace-file.js';
import { changesName } from './folder.js';
import { openOwnChanges } from './own-changes.js';

/** A line that is no longer is always kept as it is (characters). */
const shortLine = 400;

/**
 * Leaves out what later lines say of the same thing, and of long lines, beyond half of `foldBytes`, all but that something was changed,
 * and of hints all but the last, unless somebody else is writing. Each line keeps its place.
 */
export function foldChanges(folder: string, foldBytes: number): void {
  const path = join(folder, changesName);
  const { size, length, lines: all, hints } = openOwnChanges(folder).read();
  const later = new Map<string, ReadonlySet<string>>();
  const lines: string[] = [];
  let left = foldBytes / 2;
  for (const { fields = {}, added, ...mark } of all.toReversed()) {
    const key = `${mark.under}/${mark.uuid ?? mark.ref}`;
    const said = later.get(key);
    const own = Object.entries(fields).filter(([name]) => !said?.has(name));
    if (said && own.length === 0 && !added && !mark.isGone) continue;
    later.set(key, new Set([...(said ?? []), ...Object.keys(fields)]));
    const whole = JSON.stringify({ ...mark, fields: Object.fromEntries(own), added });
    left -= whole.length;
    lines.unshift(`\n${left > 0 || whole.length < shortLine ? whole : JSON.stringify(mark)}`);
  }
  // All hints become one, about everything.
  const [last] = hints.slice(-1);
  if (last) lines.push(`\n${JSON.stringify({ under: '', at: last.at, isHint: true })}`);
  const folded = Buffer.from(lines.join(''));
  // Rounded up, so that it is not folded again before it has grown by `foldBytes`.
  const next = Math.ceil((length + folded.length) / foldBytes) * foldBytes;
  const made = prepareFile(path, `${next - folded.length}${folded}`);
  if (statSync(path).size === size) made.commit();
  else made.discard();
}
