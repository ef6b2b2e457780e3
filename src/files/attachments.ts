import { accessSync, constants, statSync } from 'node:fs';
import type { Context } from '../args/context.js';
import { phrase, TrackerError, usageError } from '../contract/errors.js';
import type { FilePart } from '../contract/shapes/attachment.js';
import { codeOf } from '../disk/file-trouble.js';
import { type Progress, startTransfer } from '../terminal/progress.js';
import { type FoundFile, fromDisk, fromInput, isPiped } from './file-parts.js';
import { requireForeign } from './own-file.js';
import { storedPath, whyUnreadable } from './read-input.js';

interface AttachmentFlags {
  readonly attach: readonly string[];
  readonly attachName: string | undefined;
  /** The draft they come from, if any. */
  readonly fromDraft?: string | undefined;
}

/** The most files a client may send; servers do not check (docs/api.md, Limits). */
const mostFiles = 20;

/**
 * Opens the files of `--attach`. All are checked before anything is sent: a usage error names the first that is missing,
 * empty, unreadable or not a regular file (docs/requirements.md, R50), or says that there are too many. Progress is shown if
 * they are sent only once.
 */
export function openAttachments(context: Context, given: AttachmentFlags, places = 1): readonly FilePart[] {
  const { attach, attachName, fromDraft } = given;
  if (attach.length > mostFiles)
    throw usageError(`at most ${mostFiles} files can be attached, not ${attach.length}; nothing was sent`);
  const piped = attach.filter((path) => path === '-').length;
  if (piped > 1) throw usageError('--attach - can be given only once');
  if (piped === 1 && !attachName) throw usageError('--attach - requires a file name', 'add --attach-name NAME');
  if (piped === 1) requireForeign(context, '/dev/stdin');
  if (piped === 0 && attachName !== undefined) throw usageError('--attach-name can only be used with --attach -');
  const hint = fromDraft === undefined ? undefined : 'the draft is kept; use --attach to replace its files';
  const found = attach.map((path) => (path === '-' ? undefined : checkFile(context, path, hint)));
  const parts = found.map((each) => (each ? fromDisk(each) : fromInput(context, attachName ?? '')));
  return places > 1 ? parts : withProgress(context, parts);
}

function checkFile(context: Context, path: string, hint: string | undefined): FoundFile {
  try {
    requireForeign(context, storedPath(path));
    return findAttachment(path);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    throw usageError(phrase`${error.message}; nothing was sent`, hint);
  }
}

/** A file that can be attached. Throws a usage error that says why it cannot. */
export function findAttachment(given: string): FoundFile {
  const refuse = (why: string): TrackerError => usageError(`cannot attach ${JSON.stringify(given)}: ${why}`);
  try {
    const path = storedPath(given);
    const stat = statSync(path);
    if (stat.isDirectory()) throw refuse('it is a folder');
    if (!stat.isFile()) throw refuse('it is not a regular file');
    if (stat.size === 0) throw refuse('it is empty');
    accessSync(path, constants.R_OK);
    return { path, stat };
  } catch (error) {
    if (error instanceof TrackerError) throw error;
    throw refuse(whyUnreadable(codeOf(error)));
  }
}

/** Shows the progress of all parts together, starting over with each try. */
function withProgress(context: Context, parts: readonly FilePart[]): readonly FilePart[] {
  // The size of a file from standard input is only known once it is sent.
  const total = (): number => parts.reduce((sum, { size }) => sum + size, 0);
  let progress: Progress | undefined;
  return parts.map((part, at) => {
    const open = async function* (): AsyncGenerator<Uint8Array> {
      if (at === 0) {
        progress?.finish();
        progress = startTransfer(context, 'sending', total());
      }
      for await (const bytes of part.open()) {
        yield bytes;
        progress?.advance(bytes.length);
      }
      if (at === parts.length - 1) progress?.finish();
    };
    const shown = { name: part.name, open, leave: () => progress?.finish() };
    return Object.defineProperty({ ...shown, size: 0, ...(isPiped(part) && { receive: part.receive }) }, 'size', {
      get: () => part.size,
      enumerable: true,
    });
  });
}
