import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Draft } from '../../compose/saved/drafts.js';
import type { Change } from '../../contract/change.js';
import { attempt, TrackerError } from '../../contract/errors.js';
import { isRow, type Row, textsOf } from '../../contract/row.js';
import { storedPath } from '../../files/read-input.js';
import { argumentsOf } from '../../ledger/entry.js';

/** How the files of a change are now, by their paths, for `requireSameFiles` to compare when it is sent. */
export function filesIn(change: Change): Row {
  return Object.fromEntries(
    pathsIn(change).flatMap((path) => {
      const mark = markOf(path);
      return mark ? [[path, mark]] : [];
    }),
  );
}

/**
 * Throws ChangedFile if a file is no longer as it was when the change was queued or decided on: somebody meant what was in it then
 * (docs/requirements.md, R94).
 */
export function requireSameFiles(context: Context, draft: Draft): void {
  const changed = pathsIn(draft).find((path) => {
    const before = draft.seen?.[path];
    return isRow(before) && !isDeepStrictEqual(markOf(path), before);
  });
  if (changed !== undefined)
    throw new ChangedFile('conflict', `${changed} has changed or gone since it was to be sent; nothing was sent`, {
      hint: `to send it as it is now: tracker ${selection(context)}drafts send ${draft.number} --yes`,
    });
}

export class ChangedFile extends TrackerError {}

function pathsIn(change: Change): readonly string[] {
  return [...argumentsOf(change), ...textsOf(change.flags?.attach)].filter((each) => isAbsolute(each));
}

function markOf(path: string): Row | undefined {
  const stat = attempt(() => statSync(storedPath(path)));
  if (!stat?.isFile()) return undefined;
  const { ino, size, mtimeMs, ctimeMs } = stat;
  return { ino, size, mtimeMs, ctimeMs };
}
