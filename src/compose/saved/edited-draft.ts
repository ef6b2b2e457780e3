import { existsSync, rmdirSync } from 'node:fs';
import type { Context } from '../../args/context.js';
import { attempt } from '../../contract/errors.js';
import { makeFolder } from '../../disk/folder.js';
import { withClaim } from '../../ledger/claim.js';
import { type EntryEvent, steps } from '../../ledger/entry.js';
import type { Ledger } from '../../ledger/store.js';
import { writeTemporaryFile } from '../text/temporary-file.js';
import type { EditorPlace } from '../text/write-in-editor.js';
import { draftOf, type Text } from '../writing.js';
import { findDraft, ledgerOf } from './drafts.js';
import { saveDraft } from './save.js';

/** Writes an editor's file among the files of a draft, whose text it is from then on; undefined where that is impossible. */
export function writeInDraft(ledger: Ledger, number: number): EditorPlace['write'] {
  return (what, content) =>
    attempt(() => {
      const draft = findDraft(ledger, number);
      if (!draft) return undefined;
      makeFolder(ledger.filesFolder(number));
      const file = writeTemporaryFile(what, content, ledger.filesFolder(number));
      ledger.replace(draft, file);
      return file;
    });
}

/**
 * Opens an editor in the draft of a text, or in a new one, which no other process offers or sends meanwhile. `edit` gets
 * the number of the draft. If it throws and nothing was kept, a new draft is deleted. In a dry run, and where no draft can be
 * saved, it gets neither.
 */
export async function editInDraft(
  context: Context,
  text: Text,
  edit: (number?: number, place?: EditorPlace) => Promise<string>,
): Promise<string> {
  if (context.settings.dryRun) return await edit();
  const parts = ledgerOf(context);
  const { ledger } = parts;
  const before = findDraft(ledger, draftOf(text));
  const number = before?.number ?? (await saveBlank(context, text));
  if (number === undefined) return await edit();
  let file: string | undefined;
  const write = writeInDraft(ledger, number);
  const place: EditorPlace = {
    write: (what, content) => (file = write(what, content)),
    keep: (text) => keepText(ledger, number, text),
  };
  const isUnused = (): boolean => {
    const { body, bodyFile } = findDraft(ledger, number)?.flags ?? {};
    return body === '' && bodyFile === undefined && (file === undefined || !existsSync(file));
  };
  // What may have arrived still may while it is changed.
  const step = (event: EntryEvent): void => {
    const draft = findDraft(ledger, number);
    if (draft && steps[draft.state][event]) ledger.stepIfPossible(draft, event);
  };
  return await withClaim(parts, { number, purpose: 'writing' }, async () => {
    step('write');
    let isGone = false;
    try {
      return await edit(number, place);
    } catch (error) {
      isGone = !before && isUnused();
      throw error;
    } finally {
      step('leave');
      if (isGone) ledger.forget(number);
      removeFolder(ledger, number);
    }
  });
}

/** Removes the folder of a draft's files, if there are none. */
export function removeFolder(ledger: Ledger, number: number): void {
  attempt(() => rmdirSync(ledger.filesFolder(number)));
}

/** Where it cannot be saved, the text is only in the temporary folder while the editor is open. */
async function saveBlank(context: Context, given: Text): Promise<number | undefined> {
  const quiet: Context = { ...context, show: { ...context.show, warn: async () => undefined } };
  const blank = { ...given, values: { ...given.values, fromDraft: undefined, body: '' } };
  return (await saveDraft(quiet, blank, { state: 'writing' }))?.number;
}

/** False if it could not be kept. */
function keepText(ledger: Ledger, number: number, text: string): boolean {
  const draft = findDraft(ledger, number);
  if (!draft) return true;
  const { bodyFile: _bodyFile, ...flags } = draft.flags;
  return ledger.replaceIfPossible({ ...draft, flags: { ...flags, body: text } });
}
