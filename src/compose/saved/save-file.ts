import type { Context } from '../../args/context.js';
import { shellWord } from '../../contract/shell-word.js';
import { moveInto } from '../../disk/move-into.js';
import type { Submission } from '../submission.js';
import type { Unsendable } from '../text/left-by-editor.js';
import { resending } from '../unsent/report-unsent.js';
import { saveTyped } from './save.js';
import { type Draft, type Drafts, openDrafts } from './store.js';

/**
 * Saves what an editor left as a draft although it cannot be sent as it is, and says how to fix and send it. The file moves
 * into the draft, which names it as its `--body-file`; where that is impossible, it stays where it is
 * (docs/requirements.md, R82).
 */
export async function saveUnsentFile(context: Context, typed: Submission, file: Unsendable): Promise<void> {
  const { draft } = await saveTyped(context, typed);
  if (!draft) {
    const hint = `${file.remedy} and send it again with --body-file ${shellWord(file.path)}`;
    return await context.show.warn(`nothing was sent; what you wrote is kept in ${file.path}`, hint);
  }
  const { path, isNamed } = await moveToDraft(openDrafts(context.settings.folders.state), draft, file.path);
  const { lead, command, isPiped } = resending(context, draft);
  const hint =
    file.filter === undefined || isPiped
      ? `${file.remedy} and ${lead}: ${command}${isNamed ? '' : ` --body-file ${shellWord(path)}`}`
      : `${file.remedy}${file.filterFits ? `; ${file.filterFits}` : ''}: ${file.filter} < ${shellWord(path)} | ${command} --body-file -`;
  await context.show.warn(`nothing was sent; what you wrote is kept in ${path}`, hint);
}

interface Moved {
  readonly path: string;
  /** Whether the draft names it. */
  readonly isNamed: boolean;
}

async function moveToDraft(drafts: Drafts, draft: Draft, from: string): Promise<Moved> {
  let path = from;
  try {
    path = await moveInto(drafts.filesFolder(draft.id), from);
    drafts.replace({ ...draft, flags: { ...draft.flags, bodyFile: path } });
    return { path, isNamed: true };
  } catch {
    return { path, isNamed: false };
  }
}
