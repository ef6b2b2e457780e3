import type { Context } from '../context.js';
import { type Authored, keepDraft } from './save.js';
import { keepUnsent } from './save-unsent.js';
import { openDrafts } from './store.js';

/** What a person has answered, and the draft it is kept in so far. */
export interface Answered<T> {
  readonly answer: T;
  /** What `sendAuthored` takes for it; undefined where nothing is kept yet. */
  readonly fromDraft: string | undefined;
}

/**
 * Asks a person for what is missing. What is there before the first question, such as a text, is a draft by then; where the
 * asking ends badly the answers join it, and what an interrupted editor holds, and it is told. `typed` gives what there is
 * by now, with that text, and undefined where that is nothing (docs/requirements.md, R70). Where nobody can be asked
 * nothing but such a text is kept.
 */
export async function keepTyped<T>(
  context: Context,
  typed: (rescued: string | undefined) => Authored | undefined,
  ask: (rescue: (body: string) => void) => Promise<T>,
): Promise<Answered<T>> {
  const first = typed(undefined);
  const mayAsk = !context.settings.dryRun && context.prompt.possible;
  const drafts = openDrafts(context.settings.folders.state);
  const begun = first && mayAsk ? await keepDraft(context, drafts, first) : undefined;
  const fromDraft = begun?.id ?? first?.fromDraft;
  let rescued: string | undefined;
  const rescue = (body: string): void => {
    rescued = body;
  };
  try {
    return { answer: await ask(rescue), fromDraft };
  } catch (error) {
    const authored = mayAsk || rescued !== undefined ? typed(rescued) : undefined;
    if (authored) await keepUnsent(context, { ...authored, fromDraft: fromDraft ?? authored.fromDraft });
    throw error;
  }
}
