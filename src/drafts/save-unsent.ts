import type { Context } from '../context.js';
import { tellKept } from './report-unsent.js';
import { type Authored, keepDraft, otherArgs, toldArgs } from './save.js';
import { openDrafts } from './store.js';

/**
 * Keeps as a draft what was written and nobody has tried to send, and names it with the command that sends it; the draft it
 * came from is replaced where it is still there (docs/requirements.md, R70).
 */
export async function keepUnsent(context: Context, typed: Authored): Promise<void> {
  const given = { ...typed, args: toldArgs(context, typed.args) };
  const drafts = openDrafts(context.settings.folders.state);
  const isThere = given.fromDraft !== undefined && drafts.find(given.fromDraft) !== undefined;
  const authored = isThere ? given : { ...given, fromDraft: undefined };
  await tellKept(context, {
    draft: await keepDraft(context, drafts, authored, otherArgs(drafts, authored)),
    authored,
  });
}
