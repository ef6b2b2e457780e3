import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Entry } from '../../ledger/entry.js';

/** Says what a person can do about something that may have been done. */
export async function sayLost(
  context: Context,
  { number, isRepeatable }: Pick<Entry, 'number' | 'isRepeatable'>,
  refs: readonly string[],
): Promise<void> {
  const drafts = `tracker ${selection(context)}drafts`;
  const again = isRepeatable ? 'run the same command again' : `${drafts} send ${number}`;
  await context.show.warn(
    `other commands for ${refs.join(', ')} wait until this is settled; it is kept as draft ${number}`,
    `check whether it was done; if so: ${drafts} delete ${number}; if not: ${again}`,
  );
}
