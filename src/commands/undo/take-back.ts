import type { Context } from '../../args/context.js';
import { wordsOf } from '../../compose/saved/drafts.js';
import { withClaim } from '../../ledger/claim.js';
import { placeOf } from '../../ledger/entry.js';
import { undoable } from '../../ledger/written.js';
import { openHistory } from './history.js';

/**
 * Takes back what waits to be sent and has this number, or was meant to be written after everything else. A text is a draft then.
 * False if there is none.
 */
export async function takeBack(context: Context, number: number | undefined): Promise<boolean> {
  const history = await openHistory(context, await context.client());
  const [written] = undoable(history.entries());
  const last = number ?? history.waiting().find((each) => !written || placeOf(each) > placeOf(written))?.number;
  const isWaiting = (): boolean => history.waiting().some((each) => each.number === last);
  if (last === undefined || !isWaiting()) return false;
  if (context.settings.dryRun) return true;
  return await withClaim(history, { number: last, undone: 'it was not taken back' }, async () => {
    if (!isWaiting()) return false;
    const entry = history.ledger.step(last, 'leave');
    const { flags } = entry;
    const isText = typeof flags?.body === 'string' || flags?.bodyFile !== undefined;
    if (!isText) history.ledger.step(last, 'delete');
    const kept = isText ? `; the text is kept as draft ${last}` : '';
    await context.show.say(`${await wordsOf(context, entry)} no longer waits to be sent${kept}.`);
    return true;
  });
}
