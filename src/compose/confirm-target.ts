import type { Context } from '../args/context.js';
import { confirmSending } from '../terminal/prompt/prompt.js';
import { argumentsOf, type Draft } from './saved/drafts.js';

/**
 * Warns if a draft would be sent somewhere other than it was written for, and asks if a prompt is possible, so that a text does
 * not reach the wrong reader by mistake. Throws Declined for a no (docs/requirements.md, R70).
 */
export async function confirmTarget(context: Context, draft: Draft, args: readonly string[]): Promise<void> {
  const meant = argumentsOf(draft);
  const known = new Set(meant.map((word) => word.toLowerCase()));
  const isElsewhere = args.some((arg) => !known.has(arg.toLowerCase()));
  if (!isElsewhere || meant.length === 0) return;
  await context.show.warn(
    `draft ${draft.number} was written for ${meant.join(', ')}, but would now be sent to ${args.join(', ')}`,
  );
  if (!context.prompt.possible) return;
  await confirmSending(context, `Send it to ${args.join(', ')}?`);
}
