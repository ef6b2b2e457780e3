import { existsSync, rmdirSync } from 'node:fs';
import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import { makeFolder } from '../../disk/folder.js';
import type { Submission } from '../submission.js';
import { writeTemporaryFile } from '../text/temporary-file.js';
import type { EditorPlace } from '../text/write-in-editor.js';
import { withClaim } from './claim.js';
import { saveDraft } from './save.js';
import { type Drafts, openDrafts } from './store.js';

/** Writes an editor's file among the files of a draft, whose text it is from then on; undefined where that is impossible. */
export function writeInDraft(drafts: Drafts, id: string): EditorPlace['write'] {
  return (what, content) => {
    try {
      makeFolder(drafts.filesFolder(id));
      const file = writeTemporaryFile(what, content, drafts.filesFolder(id));
      drafts.replace(drafts.read(id), file);
      return file;
    } catch {
      return undefined;
    }
  };
}

/**
 * Opens an editor in the draft of a submission, or in a new one, which no other process offers or sends meanwhile. `edit` gets
 * the id of the draft. If it throws and nothing was kept, a new draft is removed. In a dry run, and where no draft can be saved,
 * it gets neither.
 */
export async function editInDraft(
  context: Context,
  submission: Submission,
  edit: (id?: string, place?: EditorPlace) => Promise<string>,
): Promise<string> {
  if (context.settings.dryRun) return await edit();
  const drafts = openDrafts(context.settings.folders.state);
  const before = submission.fromDraft === undefined ? undefined : drafts.find(submission.fromDraft);
  const id = before?.id ?? (await saveBlank(context, drafts, submission));
  if (id === undefined) return await edit();
  let file: string | undefined;
  const write = writeInDraft(drafts, id);
  const place: EditorPlace = {
    write: (what, content) => (file = write(what, content)),
    keep: (text) => keepText(drafts, id, text),
  };
  const isUnused = (): boolean => {
    const { body, bodyFile } = drafts.find(id)?.flags ?? {};
    return body === '' && bodyFile === undefined && (file === undefined || !existsSync(file));
  };
  return await withClaim(context, { drafts, id, purpose: 'writing' }, async () => {
    try {
      return await edit(id, place);
    } catch (error) {
      if (!before && isUnused()) drafts.remove(id);
      throw error;
    } finally {
      removeFolder(drafts, id);
    }
  });
}

/** Removes the folder of a draft's files, if there are none. */
export function removeFolder(drafts: Drafts, id: string): void {
  try {
    rmdirSync(drafts.filesFolder(id));
  } catch {
    // It has files, or there is none.
  }
}

/** Where it cannot be saved, the text is only in the temporary folder while the editor is open. */
async function saveBlank(context: Context, drafts: Drafts, given: Submission): Promise<string | undefined> {
  const quiet: Context = { ...context, show: { ...context.show, warn: async () => undefined } };
  const submission = { ...given, fromDraft: undefined, flags: { ...given.flags, body: '' } };
  return (await saveDraft(quiet, drafts, submission))?.id;
}

function keepText(drafts: Drafts, id: string, text: string): boolean {
  const draft = drafts.find(id);
  if (!draft) return true;
  const { bodyFile: _bodyFile, ...flags } = draft.flags;
  try {
    drafts.replace({ ...draft, flags: { ...flags, body: text } });
    return true;
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return false;
  }
}
