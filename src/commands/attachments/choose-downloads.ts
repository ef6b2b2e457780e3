import { join } from 'node:path';
import { TrackerError, usageError } from '../../contract/errors.js';
import { type Row, textOf, uuidOf } from '../../contract/row.js';
import { inForm, toNameKey } from '../../contract/text/plain-letters.js';
import { numberedName, safeName } from '../../files/safe-name.js';
import { attachmentName } from '../../views/cells/columns.js';

/** Anything shorter is more likely a mistyped name than the start of an id. */
const shortestId = 8;

/** The attachments with these names or ids (or their starts), or all without one. Throws `not_found` with the known names. */
export function chooseAttachments(rows: readonly Row[], names: readonly string[], ref: string): readonly Row[] {
  if (rows.length === 0) throw new TrackerError('not_found', `${ref} has no attachments`);
  if (names.length === 0) return rows;
  const chosen = names.flatMap((name) => {
    const found = matching(rows, name);
    if (found.length > 0) return found;
    const known = rows.slice(0, 12).map(attachmentName).join(', ');
    throw new TrackerError('not_found', `${ref} has no attachment ${JSON.stringify(name.slice(0, 120))}`, {
      hint: `known: ${known}`,
    });
  });
  return [...new Set(chosen)];
}

function matching(rows: readonly Row[], name: string): readonly Row[] {
  if (name === '') throw usageError('the name of an attachment cannot be empty');
  const wanted = toNameKey(name);
  const same = inForm(name);
  const exact = rows.filter((row) => inForm(attachmentName(row)) === same || uuidOf(row).toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  const inAnyCase = rows.filter((row) => toNameKey(attachmentName(row)) === wanted);
  if (inAnyCase.length > 0 || name.length < shortestId) return inAnyCase;
  const beginning = rows.filter((row) => uuidOf(row).toLowerCase().startsWith(wanted));
  return beginning.length === 1 ? beginning : [];
}

/** A file to download. */
export interface Download {
  readonly id: string;
  readonly name: string;
  /** Where to save it; undefined for standard output. */
  readonly path: string | undefined;
  /** Bytes, if the server says so. */
  readonly size: number | undefined;
  readonly type: string | undefined;
}

/** Decides where to save each file: as `-o` says, or in the folder under a safe name of its own. */
export function planDownloads(
  rows: readonly Row[],
  { folder, output }: { readonly folder: string; readonly output: string | undefined },
): readonly Download[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const name = attachmentName(row);
    return {
      id: uuidOf(row),
      name,
      path: output === '-' ? undefined : (output ?? join(folder, freeName(safeName(name), taken))),
      size: typeof row.sizeBytes === 'number' && row.sizeBytes >= 0 ? row.sizeBytes : undefined,
      type: textOf(row.mimeType),
    };
  });
}

/** A name that no other file of this command has, even if the file system ignores case. */
function freeName(name: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : numberedName(name, number);
    const key = toNameKey(free);
    if (taken.has(key)) continue;
    taken.add(key);
    return free;
  }
}
