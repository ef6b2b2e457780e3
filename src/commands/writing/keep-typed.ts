import type { Context } from '../../context.js';
import type { Draft } from '../../state/drafts.js';
import { openDrafts } from '../../state/drafts.js';
import { type Authored, keepDraft } from './keep-draft.js';
import { tellKept } from './tell-kept.js';

/** What a person has answered, and the draft it is kept in so far. */
export interface Answered<T> {
  readonly answer: T;
  /** What `sendAuthored` takes for it; undefined where nothing is kept yet. */
  readonly fromDraft: string | undefined;
}

/**
 * Asks a person for what is missing. What is there before the first question, such as a text, is a draft by then; where the
 * asking ends badly the answers join it, and it is told. `typed` gives what there is by now, undefined where that is
 * nothing (docs/requirements.md, R70). Where nobody can be asked nothing is kept.
 */
export async function keepTyped<T>(
  context: Context,
  typed: () => Authored | undefined,
  ask: () => Promise<T>,
): Promise<Answered<T>> {
  const first = typed();
  if (context.settings.dryRun || !context.prompt.possible) {
    return { answer: await ask(), fromDraft: first?.fromDraft };
  }
  const keep = async (authored: Authored): Promise<Draft | undefined> =>
    await keepDraft(context, openDrafts(context.settings.folders.state), authored);
  const fromDraft = first && ((await keep(first))?.id ?? first.fromDraft);
  try {
    return { answer: await ask(), fromDraft };
  } catch (error) {
    const authored = typed();
    if (authored) {
      const known = { ...authored, fromDraft: fromDraft ?? authored.fromDraft };
      await tellKept(context, { draft: await keep(known), authored });
    }
    throw error;
  }
}
