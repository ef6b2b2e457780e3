import type { Context } from '../../context.js';
import { openDrafts } from '../../state/drafts.js';
import { type Authored, keepDraft } from './keep-draft.js';
import { tellKept } from './tell-kept.js';

/**
 * Asks a person for what is missing. Where that ends badly, what was typed by then is kept as a draft and told; `typed`
 * gives it, undefined where there was nothing yet (docs/requirements.md, R70).
 */
export async function keepTyped<T>(
  context: Context,
  typed: () => Authored | undefined,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const authored = context.settings.dryRun ? undefined : typed();
    if (authored) {
      const draft = await keepDraft(context, openDrafts(context.settings.folders.state), authored);
      await tellKept(context, { draft, authored });
    }
    throw error;
  }
}
