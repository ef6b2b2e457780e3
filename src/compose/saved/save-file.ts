import type { Context } from '../../args/context.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { moveInto } from '../../disk/move-into.js';
import type { Unsendable } from '../text/left-by-editor.js';
import type { Text } from '../writing.js';
import { ledgerOf } from './drafts.js';
import { resending } from './report-unsent.js';
import { saveDraft } from './save.js';

/**
 * Saves what an editor left as a draft although it cannot be sent as it is, and says how to fix and send it. The file moves
 * into the draft, which names it as its `--body-file`; where that is impossible, it stays where it is
 * (docs/requirements.md, R82).
 */
export async function saveUnsentFile(context: Context, text: Text, file: Unsendable): Promise<void> {
  const draft = await saveDraft(context, text);
  if (!draft) {
    const hint = `${file.remedy} and send it again with --body-file ${shellWord(file.path)}`;
    return await context.show.warn(`nothing was sent; what you wrote is kept in ${file.path}`, hint);
  }
  const { ledger } = ledgerOf(context);
  let path = file.path;
  let isNamed = false;
  try {
    path = await moveInto(ledger.filesFolder(draft.number), path);
    ledger.replace({ ...draft, flags: { ...draft.flags, bodyFile: path } });
    isNamed = true;
  } catch {
    // The message says where it is.
  }
  const { lead, command, isPiped } = resending(context, draft);
  const hint =
    file.filter === undefined || isPiped
      ? `${file.remedy} and ${lead}: ${command}${isNamed ? '' : ` --body-file ${shellWord(path)}`}`
      : `${file.remedy}${file.filterFits ? `; ${file.filterFits}` : ''}: ${file.filter} < ${shellWord(path)} | ${command} --body-file -`;
  await context.show.warn(`nothing was sent; what you wrote is kept in ${path}`, hint);
}
