import { confirmOrThrow } from '../bulk/confirm.js';
import type { Context } from '../context.js';
import type { Draft } from './store.js';

/**
 * Warns that a draft is about to go somewhere other than it was written for, and asks where somebody can answer: words for
 * one reader must not reach another by mistake. Throws `interrupted` for a no (docs/requirements.md, R70).
 */
export async function confirmTarget(context: Context, draft: Draft, args: readonly string[]): Promise<void> {
  const meant = draft.words.slice(2);
  const known = new Set(meant.map((word) => word.toLowerCase()));
  const isElsewhere = args.some((arg) => !known.has(arg.toLowerCase()));
  if (!isElsewhere || meant.length === 0) return;
  await context.show.warn(`draft ${draft.id} was written for ${meant.join(', ')} and goes to ${args.join(', ')} now`);
  if (!context.prompt.possible) return;
  await confirmOrThrow(context, `Send it to ${args.join(', ')}?`, `nothing was sent; draft ${draft.id} stays`);
}
